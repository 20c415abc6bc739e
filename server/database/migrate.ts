import { promises as fs } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { DatabaseRefused } from './errors.ts';
import type { Tables } from './tables.ts';

const folder = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  // On Windows a path is no address that can be imported.
  import: (file) => import(pathToFileURL(file).href),
});

/** The files of `migrations/`, applied in the order of their names. A released one is never changed: add another. */
export const MIGRATIONS = await folder.getMigrations();
export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS).toSorted();

/** Throws DatabaseRefused for a database that holds other migrations; `elsewhere` is what to do instead. */
export function refuseNewer(applied: readonly string[], name: string, elsewhere: string): void {
  const unknown = applied.filter((migration) => !KNOWN_MIGRATIONS.includes(migration));
  if (unknown.length === 0) return;
  throw new DatabaseRefused(
    `${name} was made by a newer Trilha (it holds the migration ${unknown.join(', ')}): ` +
      `start that version, or ${elsewhere}.`,
  );
}

/** Applies what is missing, all of it or nothing. Of several processes at once, one does. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
