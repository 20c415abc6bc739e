import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../server/database/open.ts';
import { query, withDatabase } from './postgres.ts';
import { type PostgresServer, startPostgres } from '../../../scripts/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a server whose user may create databases. */
    postgres: string;
    /** The name of a migrated database; the names of its copies begin with it. */
    template: string;
  }
}

// Small databases of one file need no settings for speed or durability.
const SHORT_LIVED = {
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  jit: 'off',
};

/** Provides one server for all tests: that of TEST_DATABASE_URL, else one that is removed afterwards. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server: PostgresServer = given
    ? { url: given, remove: async () => undefined }
    : await startPostgres({ settings: SHORT_LIVED, inMemory: true });
  const template = `trilha_test_${randomBytes(4).toString('hex')}`;
  await query(server.url, `create database ${template} encoding 'UTF8' template template0`);
  await (await openDatabase(withDatabase(server.url, template))).destroy();
  project.provide('postgres', server.url);
  project.provide('template', template);
  return async () => {
    const copies = await query<{ name: string }>(
      server.url,
      `select datname as name from pg_database where starts_with(datname, '${template}')`,
    );
    for (const { name } of copies) await query(server.url, `drop database ${name} with (force)`);
    await server.remove();
  };
}
