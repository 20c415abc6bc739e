import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations/all.ts';
import type { Tables } from './tables.ts';

export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS);

/** Applies what is missing, all of it or nothing. Of several processes at once, one does. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
