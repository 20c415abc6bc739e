import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { atEnd } from '../server-process.ts';
import { makeDatabase } from './postgres.ts';

/** The engine under test: vitest.config.ts runs each test that needs a database on both. */
const isPostgres = process.env['TEST_ENGINE'] === 'postgres';

/** Opens a database with all tables and no rows, for a machine that may be slow. The caller closes it. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase(isPostgres ? await makeDatabase('migrated') : ':memory:', { connectTimeOut: 60_000 });
}

/** The DATABASE_URL of a new database, which is deleted after the calling test or file. */
export async function aDatabaseUrl(): Promise<string> {
  if (isPostgres) return makeDatabase('empty');
  const folder = mkdtempSync(join(tmpdir(), 'trilha-database-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  return `sqlite:${join(folder, `${randomUUID()}.sqlite`)}`;
}

/** Loses the database as in a disaster. Returns the DATABASE_URL of an empty one. */
export async function loseDatabase(url: string): Promise<string> {
  if (isPostgres) return makeDatabase('empty');
  const path = url.replace('sqlite:', '');
  for (const file of [path, `${path}-wal`]) rmSync(file);
  writeFileSync(`${path}-shm`, 'left over');
  return url;
}
