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
  // On Windows, import() needs a URL.
  import: (file) => import(pathToFileURL(file).href),
});

/** The files of `migrations/`, applied in the order of their names. Never change a released one: add another. */
export const MIGRATIONS = await folder.getMigrations();
export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS).toSorted();

export function refuseNewer(applied: readonly string[], name: string, alternative: string): void {
  if (applied.every((migration) => KNOWN_MIGRATIONS.includes(migration))) return;
  // Does not print the names of its migrations: they may contain control characters.
  throw new DatabaseRefused(`${name} was made by a newer Trilha: start that version, or ${alternative}.`);
}

export async function migrate(database: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
