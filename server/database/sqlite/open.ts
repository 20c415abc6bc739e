import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, type Dialect, Kysely } from 'kysely';
import { DatabaseRefused } from '../errors.ts';
import { timingOptions } from '../query-timing.ts';
import { migrate } from '../migrate.ts';
import type { Database, Engine, Snapshot } from '../open.ts';
import type { Tables } from '../tables.ts';
import { sqliteBulk } from './bulk.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { makeRemnantsEraser } from './eraser.ts';
import { retryWhileBusy } from './handle.ts';
import { hasBytes, inspect, LOCK_WAIT, refusal } from './inspect.ts';
import { watchFile } from './same-file.ts';

const LOCK_WAIT_WHILE_SERVING = 50;
const SYNCHRONOUS_FULL = 2;
// Older versions may corrupt a file in WAL mode (https://sqlite.org/wal.html, "WAL-reset bug").
const OLDEST_SAFE_SQLITE = '3.51.3';

export async function open(location: string): Promise<Database> {
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

export async function readSnapshot<Result>(path: string, work: (snapshot: Snapshot) => Promise<Result>) {
  if (!hasBytes(path)) throw new DatabaseRefused(`${path} is missing or empty: name the file with the data.`);
  await inspect(path);
  const handle = beginReadOnly(path);
  await using snapshot = new Kysely<Tables>({ dialect: nodeSqliteDialect(handle) });
  return await work(snapshot);
}

// A deferred transaction takes its snapshot at its first read.
function beginReadOnly(path: string): DatabaseSync {
  try {
    const handle = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT });
    handle.exec('begin; select count(*) from sqlite_master');
    return handle;
  } catch (error) {
    throw refusal(path, error);
  }
}

async function openInMemory(): Promise<Database> {
  const memory = new DatabaseSync(':memory:');
  harden(memory);
  return migrated(nodeSqliteDialect(memory));
}

async function openFile(path: string): Promise<Database> {
  // Opening a pipe would block.
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) {
    throw new DatabaseRefused(`${path} is not a file: point DATABASE_URL at another file.`);
  }
  await inspect(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Creates the file with a mode that SQLite copies to its -wal and -shm files.
  closeSync(openSync(path, 'a', 0o600));
  const watch = watchFile(path);
  using handles = new DisposableStack();
  const writer = handles.use(new DatabaseSync(path, { timeout: LOCK_WAIT }));
  await turnOnWriteAheadLog(writer, path);
  harden(writer);
  const reader = handles.use(new DatabaseSync(path, { timeout: LOCK_WAIT }));
  harden(reader);
  reader.exec('pragma query_only = on');
  const database = await migrated(nodeSqliteDialect(writer, reader, watch));
  for (const handle of [writer, reader]) handle.exec(`pragma busy_timeout = ${LOCK_WAIT_WHILE_SERVING}`);
  handles.move();
  return database;
}

async function migrated(dialect: Dialect): Promise<Database> {
  const database = new Kysely<Tables>({ ...timingOptions(), dialect });
  await migrate(database);
  const run = async (query: CompiledQuery) => (await database.executeQuery(query)).rows;
  const engine: Engine = {
    name: 'SQLite',
    clock: () => new Date(),
    run,
    runTogether: (queries) =>
      database
        .transaction()
        .execute((transaction) =>
          Array.fromAsync(queries, async (query) => (await transaction.executeQuery(query)).rows),
        ),
    readTogether: (queries) => Array.fromAsync(queries, run),
    eraseRemnants: makeRemnantsEraser(run),
    inTurnOf: (_userId, task) => task(),
    bulk: sqliteBulk,
  };
  return Object.assign(database, { engine });
}

// Changing the journal mode of an empty file ignores the busy timeout, so concurrent starts retry.
function turnOnWriteAheadLog(database: DatabaseSync, path: string): Promise<void> {
  return retryWhileBusy(performance.now() + LOCK_WAIT, () => {
    const mode = database.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    if (mode === 'wal') return;
    throw new DatabaseRefused(`${path} is on a disk without write-ahead logging: point DATABASE_URL at a local disk.`);
  });
}

// Below FULL, a power failure could lose acknowledged writes.
function harden(database: DatabaseSync): void {
  database.exec(
    'pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma trusted_schema = off',
  );
  const synchronous = database.prepare('pragma synchronous').get()?.['synchronous'];
  if (synchronous !== SYNCHRONOUS_FULL) throw new Error(`synchronous is ${String(synchronous)} instead of FULL`);
}
