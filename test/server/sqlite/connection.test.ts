import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../server/database/errors.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { readCredentials } from '../../../server/database/users/users.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aTechnology } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';
import { aPath, open } from './files.ts';
import { makePeople } from '../../../scripts/database/fake-people.ts';

async function pragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}

test('a search by title reads while a write is open (X-640)', async () => {
  const database = await open();
  const server = await startServer({ database });
  const { users, technologies } = makePeople(1, 400, 2, 'hash');
  await database
    .insertInto('users')
    .values(users as never)
    .execute();
  await database
    .insertInto('technologies')
    .values(technologies as never)
    .execute();
  await database.transaction().execute(async () => {
    for (const query of ['tech=zz', 'tech=zz&page=2']) {
      expect((await server.ask('GET', `/users?${query}`)).status).toBe(200);
    }
  });
});

describe('a connection', () => {
  test.for([
    ['synchronous', 2],
    ['journal_mode', 'wal'],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['trusted_schema', 0],
    ['busy_timeout', 50],
  ] as const)('has the pragma %s set to %s', async ([name, value]) => {
    expect(await pragma(await open(), name)).toBe(value);
  });

  test('creates files readable by their owner only, and closes to one file', async () => {
    const path = aPath();
    const database = await openDatabase(path);
    await sign(database);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    await database.destroy();
    expect([path, `${path}-wal`].map((file) => existsSync(file))).toEqual([true, false]);
  });
});

/** Counts the statements that a lock refuses from now on, and the most in one turn of the event loop. */
function watchAttempts() {
  const seen = { refused: 0, longestRow: 0 };
  let row = 0;
  for (const name of ['run', 'all'] as const) {
    const original = Reflect.get(StatementSync.prototype, name) as () => never;
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      try {
        return Reflect.apply(original, this, values);
      } catch (error) {
        seen.refused += 1;
        row += 1;
        seen.longestRow = Math.max(seen.longestRow, row);
        setImmediate(() => (row = 0));
        throw error;
      }
    });
    onTestFinished(() => spy.mockRestore());
  }
  return seen;
}

/** A database whose file another connection has locked. */
async function locked(): Promise<{ database: Database; other: DatabaseSync }> {
  const path = aPath();
  const database = await open(path);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  return { database, other };
}

test.for([
  [50, 1],
  [51, 2],
] as const)('a statement of %i values is prepared %i times for two runs', async ([count, times]) => {
  const database = await open();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const values = Array.from({ length: count }, (_, index) => sql`${index}`);
  for (let run = 0; run < 2; run += 1) await sql`select ${sql.join(values)}`.execute(database);
  expect(prepare).toHaveBeenCalledTimes(times);
});

describe('a locked file', () => {
  test('can be read, and is written once the lock is released', async () => {
    const { database, other } = await locked();
    const writing = sign(database);
    // A read that waited for the lock or for the write would be refused like a write.
    expect(await readCredentials(database, 'nobody@example.com')).toBeUndefined();
    other.exec('rollback');
    expect(await writing).toBeDefined();
  });

  test('refuses all waiting writes after three seconds, without blocking the process', async () => {
    const { database, other } = await locked();
    // A fake clock would start at 0, before the deadlines.
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    const attempts = watchAttempts();
    const inTransaction = database.transaction().execute(async (transaction) => sign(transaction));
    const writes = [inTransaction, ...Array.from({ length: 20 }, () => sign(database))];
    await expect.poll(() => attempts.refused).toBeGreaterThan(1);
    clock.mockReturnValue(now + 3_000);
    const before = attempts.refused;
    const refused = await Promise.allSettled(writes);
    expect(refused.map((result) => result.status === 'rejected' && result.reason)).toEqual(
      writes.map(() => expect.any(DatabaseUnavailable)),
    );
    // Only the first in the queue tries once more.
    expect(attempts.refused - before).toBe(1);
    // Each attempt blocks the process for 50 ms: twenty in a row would delay all responses by a second.
    expect(attempts.longestRow).toBe(1);
    other.exec('rollback');
    expect(await sign(database)).toBeDefined();
  });
});

test('a database that may not grow makes writes 503, and serves reads', async () => {
  const server = await startServer({ database: await open() });
  const { token } = await server.signUp();
  const add = (title: string) => server.ask('POST', '/users/techs', { token, body: aTechnology({ title }) });
  const pages = Number(await pragma(server.database, 'page_count'));
  await pragma(server.database, `max_page_count = ${pages}`);
  let status = 201;
  for (let count = 0; status === 201 && count < 200; count += 1) {
    ({ status } = await add(`${count}${'x'.repeat(90)}`));
  }
  expect(status).toBe(503);
  expect((await server.ask('GET', '/profile', { token })).status).toBe(200);
  await pragma(server.database, `max_page_count = ${pages + 1_000}`);
  expect((await add('React')).status).toBe(201);
});
