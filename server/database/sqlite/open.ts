import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { DatabaseRefused } from '../errors.ts';
import { measured } from '../query-timing.ts';
import { migrate } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { inspect, LOCK_WAIT, refusal } from './inspect.ts';
import { isBusy } from './result-codes.ts';
import { watchFile } from './same-file.ts';

type Database = Kysely<Tables>;

// In milliseconds. SQLite's own wait blocks the event loop, so while serving it must stay short.
const LOCK_WAIT_WHILE_SERVING = 50;
const SYNCHRONOUS_FULL = 2;
// Older ones may damage a file in WAL mode (https://sqlite.org/wal.html, "WAL-reset bug").
const OLDEST_SAFE_SQLITE = '3.51.3';

/** `location` is an absolute path, or `:memory:`. Throws DatabaseRefused. */
export async function openSqlite(location: string): Promise<Database> {
  const sqlite = process.versions['sqlite'] ?? '0';
  if (sqlite.localeCompare(OLDEST_SAFE_SQLITE, 'en', { numeric: true }) < 0) {
    throw new DatabaseRefused(`This Node.js has SQLite ${sqlite}, which may damage databases: use a newer Node.js.`);
  }
  try {
    return location === ':memory:' ? await openInMemory() : await openFile(location);
  } catch (error) {
    throw refusal(location, error);
  }
}

async function openInMemory(): Promise<Database> {
  const memory = new DatabaseSync(':memory:');
  harden(memory);
  return migrated(new Kysely<Tables>({ dialect: nodeSqliteDialect(memory, memory), ...measured() }));
}

async function openFile(path: string): Promise<Database> {
  await inspect(path);
  makePrivately(path);
  const watch = watchFile(path);
  const writer = new DatabaseSync(path, { timeout: LOCK_WAIT });
  const handles = [writer];
  try {
    await turnOnWriteAheadLog(writer, path);
    harden(writer);
    const reader = new DatabaseSync(path, { timeout: LOCK_WAIT });
    handles.push(reader);
    harden(reader);
    reader.exec('pragma query_only = on');
    const dialect = nodeSqliteDialect(writer, reader, watch);
    const database = await migrated(new Kysely<Tables>({ dialect, ...measured() }));
    for (const handle of handles) handle.exec(`pragma busy_timeout = ${LOCK_WAIT_WHILE_SERVING}`);
    return database;
  } catch (error) {
    for (const handle of handles.filter(({ isOpen }) => isOpen)) handle.close();
    throw error;
  }
}

// SQLite gives the -wal and -shm files the mode of the main one.
function makePrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

// Of several processes on one empty file SQLite refuses all but one, whatever the busy timeout.
async function turnOnWriteAheadLog(database: DatabaseSync, path: string): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT;
  for (;;) {
    try {
      const mode = database.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
      if (mode === 'wal') return;
      throw new DatabaseRefused(
        `${path} is on a disk without write-ahead logging: point DATABASE_URL at a local disk.`,
      );
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(25);
  }
}

// With less than FULL, a power cut takes back writes that were answered.
function harden(database: DatabaseSync): void {
  database.exec(
    'pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma trusted_schema = off',
  );
  const synchronous = database.prepare('pragma synchronous').get()?.['synchronous'];
  if (synchronous !== SYNCHRONOUS_FULL) throw new Error(`synchronous is ${String(synchronous)} instead of FULL`);
}

async function migrated(database: Database): Promise<Database> {
  await migrate(database);
  return database;
}
