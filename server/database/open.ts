import type { CompiledQuery, Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Bulk } from './bulk.ts';
import { KNOWN_MIGRATIONS } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Engine = {
  name: 'SQLite' | 'PostgreSQL';
  /** The database server's clock, or this machine's for a file. */
  clock: () => Date;
  run: (query: CompiledQuery) => Promise<unknown[]>;
  /** Runs queries in one transaction, on PostgreSQL in one round trip. Returns the rows of each. */
  runTogether: (queries: readonly CompiledQuery[]) => Promise<unknown[][]>;
  /** Runs queries that only read, on PostgreSQL in one round trip. Returns the rows of each. */
  readTogether: (queries: readonly CompiledQuery[]) => Promise<unknown[][]>;
  /**
   * Rewrites a SQLite file of up to 64 MiB, at most once an hour: SQLite leaves copies of deleted rows in unused parts of
   * pages, in spite of `secure_delete`. On PostgreSQL autovacuum removes them.
   */
  eraseRemnants: (now: Date) => Promise<void>;
  /** On PostgreSQL runs one task per user at a time: a task that waits for the user's lock occupies a connection. */
  inTurnOf: <Result>(userId: string, task: () => Promise<Result>) => Promise<Result>;
  bulk: Bulk;
};

export type Database = Kysely<Tables> & { readonly engine: Engine };
export type Transaction = KyselyTransaction<Tables>;
export type Queryable = Database | Transaction;
export type Snapshot = Kysely<Tables>;

export type TimeOuts = { lock_timeout: number; statement_timeout: number; query_timeout: number };

/** For PostgreSQL. Times are in milliseconds. */
export type PoolLimits = {
  pool?: number | undefined;
  startTimeOut?: number;
  connectTimeOut?: number;
  timeOuts?: Partial<TimeOuts> | false;
};

/** Opens and migrates the database at an absolute path, `:memory:` or a URL. Throws DatabaseRefused. */
export async function openDatabase(location: string, limits: PoolLimits = {}): Promise<Database> {
  return (await loadEngine(location)).open(location, limits);
}

/** Runs `work` on a consistent, read-only snapshot. Migrates nothing. Throws DatabaseRefused. */
export async function readSnapshot<Result>(location: string, work: (snapshot: Snapshot) => Promise<Result>) {
  return (await loadEngine(location)).readSnapshot(location, work);
}

export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?:/.test(location);
}

function loadEngine(location: string) {
  return isPostgresUrl(location) ? import('./postgres/open.ts') : import('./sqlite/open.ts');
}

export async function isReady(database: Kysely<Tables>): Promise<boolean> {
  const applied = await database.selectFrom('kysely_migration').select('name').execute();
  return KNOWN_MIGRATIONS.every((name) => applied.some((migration) => migration.name === name));
}
