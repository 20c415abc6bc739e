import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../server/database/statements/failures.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { readProfile } from '../../../server/database/profiles.ts';
import { readCredentials } from '../../../server/database/users.ts';
import { sign } from '../../helpers/database/sign.ts';
import { startServer } from '../../helpers/start-server.ts';
import { aPath, locked, open } from './files.ts';

async function pragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}

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

  test('keeps to itself what it holds', async () => {
    const path = aPath();
    await sign(await open(path));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  test('leaves one file behind when it is closed', async () => {
    const path = aPath();
    const database = await openDatabase(path);
    await sign(database);
    await database.destroy();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });
});

/** How many statements the lock refuses from now on, and how many of them in a row, with nothing else between. */
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

describe('a file that another process has locked', () => {
  test('is read as ever, and written as soon as it is free', async () => {
    const { database, other } = await locked();
    const writing = sign(database);
    // Were it to wait for the lock, or behind the write, it would be refused like one.
    expect(await readCredentials(database, 'nobody@example.com')).toBeUndefined();
    other.exec('rollback');
    expect(await readProfile(database, await writing)).toMatchObject({ visibility: 'private' });
    other.close();
  });

  test('refuses all who wait to write after about three seconds, and stays responsive meanwhile', async () => {
    const { database, other } = await locked();
    // A fake clock would begin anew at 0, before the deadlines that stand.
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
    // The time is over for all of them: whose turn it is tries once more, and nobody after that.
    expect(attempts.refused - before).toBe(1);
    // Each attempt freezes the process for 50 ms: twenty in a row would be a second without answers.
    expect(attempts.longestRow).toBe(1);
    other.exec('rollback');
    expect(await sign(database)).toBeDefined();
    other.close();
  });

  test('makes the API answer 503 to writes and 200 to reads', async () => {
    const path = aPath();
    const server = await startServer({ database: await openDatabase(path) });
    const { token } = await server.signUp();
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    const body = { title: 'React', status: 'Iniciante' };
    const write = server.ask('POST', '/users/techs', { token, body });
    for (const route of ['/profile', '/healthz', '/readyz']) {
      expect((await server.ask('GET', route, { token })).status).toBe(200);
    }
    expect(await write).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '1' } });
    other.exec('rollback');
    expect((await server.ask('POST', '/users/techs', { token, body })).status).toBe(201);
    other.close();
  });
});

test('a full disk makes the API answer 503 to writes and 200 to reads, until there is room again', async () => {
  const server = await startServer();
  const { token } = await server.signUp();
  const pages = Number(await pragma(server.database, 'page_count'));
  await pragma(server.database, `max_page_count = ${pages}`);
  let status = 201;
  for (let count = 0; status === 201 && count < 200; count += 1) {
    ({ status } = await server.ask('POST', '/users/techs', {
      token,
      body: { title: `${count}${'x'.repeat(90)}`, status: 'Iniciante' },
    }));
  }
  expect(status).toBe(503);
  expect((await server.ask('GET', '/profile', { token })).status).toBe(200);
  await pragma(server.database, `max_page_count = ${pages + 1_000}`);
  expect(
    (await server.ask('POST', '/users/techs', { token, body: { title: 'React', status: 'Iniciante' } })).status,
  ).toBe(201);
});
