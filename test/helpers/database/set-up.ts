import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../server/database/open.ts';
import { withDatabase } from './postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a server whose user may make databases. */
    postgres: string;
    /** The name of a migrated database, to be copied; the copies' names begin with it. */
    template: string;
  }
}

// Each database lives for a file, and none grows large: what keeps large ones fast and safe is work for nothing.
const SHORT_LIVED = {
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  jit: 'off',
};

/** One server for all tests: that of TEST_DATABASE_URL, else one that is removed afterwards. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server: PostgresServer = given
    ? { url: given, remove: async () => undefined }
    : await startPostgres({ settings: SHORT_LIVED, inMemory: true });
  const template = `trilha_test_${randomBytes(4).toString('hex')}`;
  await ask(server.url, `create database ${template} encoding 'UTF8' template template0`);
  await (await openDatabase(withDatabase(server.url, template))).destroy();
  project.provide('postgres', server.url);
  project.provide('template', template);
  return async () => {
    const made = await ask<{ name: string }>(
      server.url,
      `select datname as name from pg_database where starts_with(datname, '${template}')`,
    );
    for (const { name } of made) await ask(server.url, `drop database ${name} with (force)`);
    await server.remove();
  };
}

async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows as Row[];
}
