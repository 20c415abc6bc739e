import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../../server/database/open.ts';
import { startPostgres } from '../../../test/helpers/database/postgres-server.ts';
import { root } from '../../set-up.mjs';
import { openSessions } from '../sessions.ts';

const execute = promisify(execFile);
const USERS = 2_000;
const TECHNOLOGIES = 8;
/** Those who ask. */
const CLIENTS = 500;

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

export type Known = { id: string; email: string; token: string };
/** `setting` is what DATABASE_URL takes; `location` what `openDatabase` does. */
export type Data = { setting: string; location: string; users: Known[]; remove: () => Promise<void> };

/** A database of 2,000 public users with eight technologies each, and 500 open sessions. */
export async function prepareData(engine: Engine): Promise<Data> {
  const { setting, location, remove } = await (engine === 'sqlite' ? newFile() : newServer());
  try {
    const options = ['scripts/database/seed.ts', '--users', String(USERS), '--techs', String(TECHNOLOGIES)];
    await execute(process.execPath, options, { cwd: root, env: { ...process.env, DATABASE_URL: setting } });
    return { setting, location, remove, users: await openClients(location) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'trilha-bench-'));
  const location = join(folder, 'trilha.sqlite');
  return { setting: `sqlite:${location}`, location, remove: async () => rmSync(folder, { recursive: true }) };
}

async function newServer() {
  const { url, remove } = await startPostgres();
  return { setting: url, location: url, remove };
}

async function openClients(location: string): Promise<Known[]> {
  const database = await openDatabase(location);
  // Works would be one more statement of the bare server.
  await database.deleteFrom('works').execute();
  await database.updateTable('users').set({ visibility: 'public' }).execute();
  const rows = await database.selectFrom('users').select(['id', 'email']).orderBy('sequence').limit(CLIENTS).execute();
  const users = await openSessions(database, rows);
  await database.destroy();
  return users;
}
