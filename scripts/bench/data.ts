import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import type { Database } from '../../server/database/open.ts';
import { root } from '../set-up.mjs';

const DAY_MS = 24 * 60 * 60_000;

/** Fills an empty database with made-up users. `url` is a DATABASE_URL. Rejects if `npm run seed` refuses. */
export async function seed(url: string, users: number, techs: number): Promise<void> {
  const options = ['scripts/database/seed.ts', '--users', String(users), '--techs', String(techs)];
  await promisify(execFile)(process.execPath, options, { cwd: root, env: { ...process.env, DATABASE_URL: url } });
}

/** The argument of `openDatabase` for a DATABASE_URL. */
export function locationOf(url: string): string {
  return url.replace(/^sqlite:/, '');
}

export async function openSessions<User extends { id: string }>(
  database: Database,
  users: readonly User[],
): Promise<Array<User & { token: string }>> {
  const withTokens = users.map((user) => ({ ...user, token: makeToken() }));
  const time = new Date().toISOString();
  const expires_at = new Date(Date.now() + DAY_MS).toISOString();
  const session = { created_at: time, last_used_at: time, expires_at, ip_prefix: null, user_agent: null };
  const rows = withTokens.map(({ id, token }) => ({ ...session, user_id: id, token_hash: fingerprint(token) }));
  await database.insertInto('sessions').values(rows).execute();
  return withTokens;
}
