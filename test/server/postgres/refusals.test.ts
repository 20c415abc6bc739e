import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { DatabaseRefused } from '../../../server/database/statements/failures.ts';
import { asOwner, makeDatabase, withDatabase } from '../../helpers/database/postgres.ts';
import { refused } from '../../helpers/server-process.ts';

const SECRET = 'hunter2-hunter2';

/** With another user and password, and whatever else is to change. */
function changed(
  url: string,
  parts: Partial<Pick<URL, 'username' | 'password' | 'port' | 'hostname' | 'search'>>,
): string {
  return Object.assign(new URL(url), parts).href;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function tablesOf(url: string): Promise<string[]> {
  const query = "select tablename as name from pg_tables where schemaname = 'public' order by 1";
  return (await asOwner<{ name: string }>(query, nameIn(url))).map(({ name }) => name);
}

/** What a start with this address says: one line, which tells no password. */
async function lineOf(url: string): Promise<string> {
  const { database } = readConfig({ DATABASE_URL: url });
  const failure = await openDatabase(database).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseRefused);
  const { message } = failure as DatabaseRefused;
  expect(message).not.toContain('\n');
  const { password } = new URL(url);
  for (const secret of [SECRET, password].filter(Boolean)) expect(message).not.toContain(secret);
  return message;
}

describe('a start on PostgreSQL that cannot be says why in one line, and changes nothing (X-114):', () => {
  test('no server there', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    free.close();
    await once(free, 'close');
    expect(await lineOf(`postgres://ana:${SECRET}@127.0.0.1:${port}/trilha`)).toBe(
      `The database trilha at 127.0.0.1:${port} cannot be reached (ECONNREFUSED): start its server, or correct DATABASE_URL.`,
    );
  });

  test('a server that never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    expect(await lineOf(`postgres://ana:${SECRET}@127.0.0.1:${port}/trilha`)).toContain('cannot be reached');
    silent.close();
  });

  test('a wrong password', async () => {
    const url = await makeDatabase('empty');
    const wrong = changed(url, { password: SECRET });
    const line = await lineOf(wrong);
    expect(line).toMatch(/refuses the user or the password/);
    expect(await refused({ DATABASE_URL: wrong })).toEqual([line]);
    expect(await tablesOf(url)).toEqual([]);
  });

  test('a user without a password', async () => {
    const url = await makeDatabase('empty');
    expect(await lineOf(changed(url, { password: '' }))).toMatch(
      /^The database trilha_test_\w+ at \S+ .* correct DATABASE_URL/,
    );
  });

  test('no such database', async () => {
    expect(await lineOf(withDatabase(inject('postgres'), 'nowhere'))).toMatch(
      /^The database nowhere at \S+ does not exist: create it/,
    );
  });

  test("another program's database", async () => {
    const url = await makeDatabase('empty');
    await asOwner('create table cats (id integer)', nameIn(url));
    expect(await lineOf(url)).toMatch(/belongs to another program: point DATABASE_URL at another database\.$/);
    expect(await tablesOf(url)).toEqual(['cats']);
  });

  test('a newer database', async () => {
    const url = await makeDatabase('migrated');
    const before = await tablesOf(url);
    await asOwner("insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')", nameIn(url));
    expect(await lineOf(url)).toMatch(
      /was made by a newer Trilha \(it holds the migration 9999-future\): start that version/,
    );
    expect(await tablesOf(url)).toEqual(before);
  });

  test('an encoding other than UTF-8', async () => {
    const url = withDatabase(await makeDatabase('empty'), `trilha_latin_${process.pid}`);
    await asOwner(`create database ${nameIn(url)} encoding 'LATIN1' locale 'C' template template0`);
    try {
      expect(await lineOf(url)).toMatch(/is encoded in LATIN1 instead of UTF8: point DATABASE_URL/);
      expect(await tablesOf(url)).toEqual([]);
    } finally {
      await asOwner(`drop database ${nameIn(url)} with (force)`);
    }
  });

  test('a user who may create no tables', async () => {
    const url = await makeDatabase('empty');
    const username = `trilha_reader_${process.pid}`;
    await asOwner(`create role ${username} login password '${SECRET}'`);
    try {
      expect(await lineOf(changed(url, { username, password: SECRET }))).toMatch(
        /lets this user create no tables: grant that/,
      );
      expect(await tablesOf(url)).toEqual([]);
    } finally {
      await asOwner(`drop role ${username}`);
    }
  });

  test('TLS that the server does not offer', async () => {
    const url = await makeDatabase('empty');
    expect(await lineOf(changed(url, { search: '?sslmode=verify-full' }))).toMatch(
      /cannot be reached \(The server does not support SSL connections\)/,
    );
  });
});
