import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { atEnd } from '../../helpers/server-process.ts';

/** Like all that is made here, it ends with the test or the file that calls it. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trilha-database-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function aPath(): string {
  return join(aFolder(), randomUUID(), 'trilha.sqlite');
}

/** Opens a database, and closes it at the end. */
export async function open(path = aPath()): Promise<Database> {
  const database = await openDatabase(path);
  atEnd(() => database.destroy());
  return database;
}

export async function locked(): Promise<{ database: Database; other: DatabaseSync }> {
  const path = aPath();
  const database = await open(path);
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  return { database, other };
}
