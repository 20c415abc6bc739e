import type { CompiledQuery, Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Bulk } from './bulk.ts';
import { KNOWN_MIGRATIONS } from './migrate.ts';
import type { Tables } from './tables.ts';

/** What differs between SQLite and PostgreSQL once a database is open. */
export type Engine = {
  name: 'SQLite' | 'PostgreSQL';
  /** The clock that all users of the database share: the server's, or this machine's for a file. */
  clock: () => Date;
  run: (query: CompiledQuery) => Promise<unknown[]>;
  /** Runs queries in order in one transaction, on PostgreSQL in one round trip. Returns the rows of each. */
  runTogether: (queries: readonly CompiledQuery[]) => Promise<unknown[][]>;
  bulk: Bulk;
};

export type Database = Kysely<Tables> & { readonly engine: Engine };
export type Transaction = KyselyTransaction<Tables>;
export type Queryable = Database | Transaction;
/** A consistent, read-only view of a database. */
export type Snapshot = Kysely<Tables>;

/** In milliseconds. The server enforces the first two, the client the last. */
export type TimeOuts = { lock_timeout: number; statement_timeout: number; query_timeout: number };

/** For PostgreSQL; a file has one writer. Times are in milliseconds. */
export type PoolLimits = {
  pool?: number | undefined;
  /** For the first connection. */
  startTimeOut?: number;
  connectTimeOut?: number;
  /** `false` removes all limits on statements. */
  timeOuts?: Partial<TimeOuts> | false;
};

/** Opens and migrates the database at a location: an absolute path, `:memory:` or a URL. Throws DatabaseRefused. */
export async function openDatabase(location: string, limits: PoolLimits = {}): Promise<Database> {
  return (await loadEngine(location)).open(location, limits);
}

/** Runs `work` on a snapshot, without migrating the database. Throws DatabaseRefused. */
export async function readSnapshot<Result>(location: string, work: (snapshot: Snapshot) => Promise<Result>) {
  return (await loadEngine(location)).readSnapshot(location, work);
}

export function isServer(location: string): boolean {
  return /^postgres(ql)?:/.test(location);
}

function loadEngine(location: string) {
  return isServer(location) ? import('./postgres/open.ts') : import('./sqlite/open.ts');
}

export async function isReady(database: Kysely<Tables>): Promise<boolean> {
  const applied = await database.selectFrom('kysely_migration').select('name').execute();
  return KNOWN_MIGRATIONS.every((name) => applied.some((migration) => migration.name === name));
}
