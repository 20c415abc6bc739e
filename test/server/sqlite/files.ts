import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { atEnd } from '../../helpers/server-process.ts';

/** A new folder, which is removed after the test or the file that calls this. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trilha-database-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function aPath(): string {
  return join(aFolder(), randomUUID(), 'trilha.sqlite');
}

/** Opens a database, which is closed after the test or the file that calls this. */
export async function open(path = aPath()): Promise<Database> {
  const database = await openDatabase(path);
  atEnd(() => database.destroy());
  return database;
}
