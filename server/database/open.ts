import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import { KNOWN_MIGRATIONS } from './migrate.ts';
import { openPostgres, type PoolLimits, PostgresDatabase } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/**
 * Opens and migrates the database at an absolute path, in `:memory:`, or at an address of `postgres:`. Throws
 * DatabaseRefused. The limits are for a server: a file has one writer.
 */
export function openDatabase(location: string, limits: PoolLimits = {}): Promise<Database> {
  return isPostgres(location) ? openPostgres(location, limits) : openSqlite(location);
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:/.test(location);
}

/** What all who share the database take for the time: a server's clock, or that of this machine beside its file. */
export function clockOf(database: Database): () => Date {
  return database instanceof PostgresDatabase ? database.clock : () => new Date();
}

/** Whether every migration of this program has been applied. */
export async function isReady(database: Database): Promise<boolean> {
  const applied = await database.selectFrom('kysely_migration').select('name').execute();
  return KNOWN_MIGRATIONS.every((name) => applied.some((migration) => migration.name === name));
}
