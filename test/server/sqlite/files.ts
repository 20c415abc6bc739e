import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import { type Database, openDatabase } from '../../../server/database/open.ts';

/** Ends with the test file. */
export const folder = mkdtempSync(join(tmpdir(), 'trilha-database-'));
const opened: Database[] = [];

afterAll(async () => {
  await Promise.all(opened.map((database) => database.destroy()));
  rmSync(folder, { recursive: true });
});

export function aPath(): string {
  return join(folder, randomUUID(), 'trilha.sqlite');
}

/** Opens a database that is closed after the test file. */
export async function open(path = aPath()): Promise<Database> {
  const database = await openDatabase(path);
  opened.push(database);
  return database;
}

export async function locked(): Promise<{ database: Database; other: DatabaseSync }> {
  const path = aPath();
  const database = await open(path);
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  return { database, other };
}
