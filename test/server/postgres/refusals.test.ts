import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openDatabase, type PoolLimits } from '../../../server/database/open.ts';
import { DatabaseRefused } from '../../../server/database/errors.ts';
import { asOwner, makeDatabase, withDatabase } from '../../helpers/database/postgres.ts';
import { failToStart } from '../../helpers/server-process.ts';

const NEWER = "insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')";
const SECRET = 'hunter2-hunter2';

const changed = (url: string, parts: Partial<Pick<URL, 'username' | 'password' | 'search'>>) =>
  Object.assign(new URL(url), parts).href;
const nameIn = (url: string) => new URL(url).pathname.slice(1);

async function tablesOf(url: string): Promise<string[]> {
  const query = "select tablename as name from pg_tables where schemaname = 'public' order by 1";
  return (await asOwner<{ name: string }>(query, nameIn(url))).map(({ name }) => name);
}

/** Returns the one-line error of a start with this URL. Expects it not to contain the password. */
async function lineOf(url: string, limits?: PoolLimits): Promise<string> {
  const { database } = readConfig({ DATABASE_URL: url });
  const failure = await openDatabase(database, limits).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseRefused);
  const { message } = failure as DatabaseRefused;
  expect(message).not.toContain('\n');
  const { password } = new URL(url);
  for (const secret of [SECRET, password].filter(Boolean)) expect(message).not.toContain(secret);
  return message;
}

test.for([
  ['no server', 'cannot be reached (ECONNREFUSED): start its server, or correct DATABASE_URL.'],
  ['a server that never answers', 'cannot be reached'],
] as const)('a start on PostgreSQL fails in one line with %s', async ([name, line]) => {
  const holder = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void holder.close());
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  if (name === 'no server') await once(holder.close(), 'close');
  const url = `postgres://ana:${SECRET}@127.0.0.1:${port}/trilha`;
  expect(await lineOf(url, { startTimeOut: 100 })).toContain(`The database trilha at 127.0.0.1:${port} ${line}`);
});

describe('a start on PostgreSQL that fails says why in one line:', () => {
  test('a wrong password', async () => {
    const wrong = changed(await makeDatabase('empty'), { password: SECRET });
    const line = await lineOf(wrong);
    expect(line).toMatch(/refuses the user or the password/);
    expect(await failToStart({ DATABASE_URL: wrong })).toEqual([line]);
  });

  test.for<[what: string, change: (url: string) => string, line: RegExp]>([
    [
      'no password',
      (url) => changed(url, { password: '' }),
      /^The database trilha_test_\w+ at \S+ .* correct DATABASE_URL/,
    ],
    ['no such database', (url) => withDatabase(url, 'x'), /^The database x at \S+ does not exist: create it/],
    ['no TLS', (url) => changed(url, { search: '?sslmode=require' }), /The server does not support SSL connections/],
  ])('%s', async ([, change, line]) => {
    expect(await lineOf(change(await makeDatabase('empty')))).toMatch(line);
  });

  test('no right to create tables', async () => {
    const url = await makeDatabase('empty');
    const username = `trilha_reader_${process.pid}`;
    await asOwner(`create role ${username} login password '${SECRET}'`);
    onTestFinished(() => asOwner(`drop role ${username}`).then(() => undefined));
    const line = await lineOf(changed(url, { username, password: SECRET }));
    expect(line).toMatch(/does not let this user create tables: grant CREATE/);
    expect(await tablesOf(url)).toEqual([]);
  });
});

describe('a database that is not ours stays as it is, and the start fails:', () => {
  test.for([
    ['another program', 'empty', 'create table cats (id integer)', 'belongs to another program: point DATABASE_URL'],
    ['a newer version', 'migrated', NEWER, 'was made by a newer Trilha: start that version, or'],
  ] as const)('that of %s', async ([, kind, statement, line]) => {
    const url = await makeDatabase(kind);
    await asOwner(statement, nameIn(url));
    const before = await tablesOf(url);
    expect(await lineOf(url)).toContain(line);
    expect(await tablesOf(url)).toEqual(before);
  });

  test('one in another encoding than UTF-8', async () => {
    const url = withDatabase(inject('postgres'), `trilha_latin_${process.pid}`);
    await asOwner(`create database ${nameIn(url)} encoding 'LATIN1' locale 'C' template template0`);
    onTestFinished(() => asOwner(`drop database ${nameIn(url)} with (force)`).then(() => undefined));
    expect(await lineOf(url)).toMatch(/is encoded in LATIN1 instead of UTF8: point DATABASE_URL/);
    expect(await tablesOf(url)).toEqual([]);
  });
});
