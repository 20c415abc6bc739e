import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import { KNOWN_MIGRATIONS } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** The time-outs of a connection, in milliseconds: the first two end a statement on the server, the last one here. */
export type TimeOuts = { lock_timeout: number; statement_timeout: number; query_timeout: number };

/**
 * `pool` is the most connections of one instance. The time-outs are in milliseconds: `startTimeOut` is for the first
 * connection, `connectTimeOut` for each later one. `timeOuts: false` lets a statement take as long as it needs.
 */
export type PoolLimits = {
  pool?: number | undefined;
  startTimeOut?: number;
  connectTimeOut?: number;
  timeOuts?: Partial<TimeOuts> | false;
};

/**
 * Opens and migrates the database at an absolute path, in `:memory:`, or at an address of `postgres:`. Throws
 * DatabaseRefused. The limits are for a server: a file has one writer.
 */
export async function openDatabase(location: string, limits: PoolLimits = {}): Promise<Database> {
  // A start loads the engine that it uses.
  return isPostgres(location)
    ? (await import('./postgres/open.ts')).openPostgres(location, limits)
    : (await import('./sqlite/open.ts')).openSqlite(location);
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:/.test(location);
}

/** What all who share the database take for the time: a server's clock, or that of this machine beside its file. */
export function clockOf(database: Database & { clock?: () => Date }): () => Date {
  return database.clock ?? (() => new Date());
}

/** Whether every migration of this program has been applied. */
export async function isReady(database: Database): Promise<boolean> {
  const applied = await database.selectFrom('kysely_migration').select('name').execute();
  return KNOWN_MIGRATIONS.every((name) => applied.some((migration) => migration.name === name));
}
