import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, inject, test } from 'vitest';
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

/** The one line of a start with this address, which tells no password. */
async function lineOf(url: string): Promise<string> {
  const lines = await refused({ DATABASE_URL: url });
  expect(lines).toEqual([expect.any(String)]);
  const [line = ''] = lines;
  expect(line).not.toContain(SECRET);
  const { password } = URL.parse(url) ?? { password: '' };
  if (password !== '') expect(line).not.toContain(password);
  return line;
}

describe('a start on PostgreSQL that cannot be says why in one line, and changes nothing (X-114):', () => {
  test.for([
    `postgres:/ana:${SECRET}@127.0.0.1/trilha`,
    `postgers://ana:${SECRET}@127.0.0.1/trilha`,
    `postgres://ana:${SECRET}/x@127.0.0.1/trilha`,
    `postgres://ana:12/${SECRET}@127.0.0.1/trilha`,
    `postgres://ana:1#${SECRET}@127.0.0.1/trilha`,
    `postgres://ana:1?${SECRET}@127.0.0.1/trilha`,
    `postgres://ana:${SECRET}@127.0.0.1`,
    `postgres://ana:${SECRET}@127.0.0.1/trilha?sslmode=on`,
    `ana:${SECRET}@127.0.0.1/trilha`,
  ])('the address %s', async (url) => {
    expect(await lineOf(url)).toBe(
      'DATABASE_URL must be "sqlite:" and the path of a file, "sqlite::memory:", or "postgres://user:password@host/database".',
    );
  });

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
    expect(await lineOf(changed(url, { password: SECRET }))).toMatch(/refuses the user or the password/);
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
