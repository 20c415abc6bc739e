import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { DAY, timeAfter } from '../../server/database/statements/time.ts';
import { locationOf } from '../command.ts';
import { root } from '../set-up.mjs';

export type Client = { id: string; email: string; token: string };
type Amounts = { users: number; techs: number; clients: number };

export async function seed(url: string, users: number, techs: number): Promise<void> {
  const options = ['scripts/database/seed.ts', '--users', String(users), '--techs', String(techs)];
  await promisify(execFile)(process.execPath, options, { cwd: root, env: { ...process.env, DATABASE_URL: url } });
}

export async function seedClients(url: string, { users, techs, clients }: Amounts): Promise<Client[]> {
  await seed(url, users, techs);
  await using database = await openDatabase(locationOf(url));
  // The bare server has no statement for works.
  await database.deleteFrom('works').execute();
  const listed = database.selectFrom('users').select(['id', 'email']).where('visibility', '=', 'public');
  return await openSessions(database, await listed.orderBy('sequence').limit(clients).execute());
}

export async function openSessions(database: Database, users: ReadonlyArray<Omit<Client, 'token'>>): Promise<Client[]> {
  const clients = users.map((user) => ({ ...user, token: makeToken() }));
  const [now, time] = [new Date(), new Date().toISOString()];
  const times = { created_at: time, last_used_at: time, expires_at: timeAfter(now, DAY) };
  const session = { ...times, ip_prefix: null, user_agent: null };
  const rows = clients.map(({ id, token }) => ({ ...session, user_id: id, token_hash: fingerprint(token) }));
  await database.insertInto('sessions').values(rows).execute();
  return clients;
}
