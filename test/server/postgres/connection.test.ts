import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { clockOf, openDatabase } from '../../../server/database/open.ts';
import { ServerClock } from '../../../server/database/postgres/clock.ts';
import { makeDatabase } from '../../helpers/database/postgres.ts';
import { aTechnology } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const { database } = server;

test.for([
  ['statement_timeout', '5s'],
  ['lock_timeout', '3s'],
  ['idle_in_transaction_session_timeout', '5s'],
  ['application_name', 'trilha'],
])('a connection has %s set to %s (X-116)', async ([name, value]) => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database);
  expect(rows).toEqual([{ value }]);
});

test.for([
  [{}, 'rejected'],
  [{ timeOuts: false }, 'fulfilled'],
] as const)('a statement of minutes ends: with %j it is %s (X-487)', async ([limits, status]) => {
  const other = await openDatabase(await makeDatabase('migrated'), limits);
  onTestFinished(() => other.destroy());
  const slow = sql`select pg_sleep(0.5)`;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [{ status: ended }] = await Promise.all([
    Promise.allSettled([slow.execute(other)]).then(([result]) => result),
    vi.advanceTimersByTimeAsync(60_000),
  ]);
  expect(ended).toBe(status);
});

test('the tables have the types of the engine, and the rows those of the program (X-118)', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public'`.execute(database);
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  expect(
    ['users.id', 'works.user_id', 'avatars.name', 'sessions.expires_at', 'avatars.image', 'users.sequence'].map(
      (name) => types.get(name),
    ),
  ).toEqual(['uuid', 'uuid', 'uuid', 'timestamp with time zone', 'bytea', 'bigint']);
  await server.signUpWithEverything();
  const [user] = await database.selectFrom('users').selectAll().execute();
  expect(user?.created_at).toBe('2026-03-01T12:00:00.000Z');
  expect(user?.sequence).toBe(1);
  const [avatar] = await database.selectFrom('avatars').selectAll().execute();
  expect(avatar?.image).toBeInstanceOf(Uint8Array);
});

test('times are in UTC whatever zone the way to the server sets (X-520)', async () => {
  const address = new URL(await makeDatabase('migrated'));
  address.searchParams.set('options', '-c timezone=America/Sao_Paulo');
  const elsewhere = await startServer({ database: await openDatabase(address.href) });
  const { rows } = await sql<{ zone: string }>`select current_setting('timezone') as zone`.execute(elsewhere.database);
  expect(rows).toEqual([{ zone: 'America/Sao_Paulo' }]);
  const { user, token } = await elsewhere.signUp();
  expect(user.created_at).toBe('2026-03-01T12:00:00.000Z');
  const added = await elsewhere.ask('POST', '/users/techs', { token, body: aTechnology() });
  const read = await elsewhere.ask<OwnUser>('GET', '/profile', { token });
  expect(read.body.techs).toEqual([added.body]);
  const [row] = await elsewhere.database.selectFrom('technologies').selectAll().execute();
  expect(row).toMatchObject({ created_at: read.body.created_at, updated_at: read.body.created_at });
});

describe('the clock', () => {
  test("is the server's, whatever this machine's says (X-119)", async () => {
    const other = await openDatabase(await makeDatabase('migrated'));
    const clock = clockOf(other);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('1999-01-01') });
    try {
      const { rows } = await sql<{ time: string }>`select clock_timestamp() as time`.execute(other);
      expect(Math.abs(clock().getTime() - Date.parse(rows[0]?.time ?? ''))).toBeLessThan(60 * 60_000);
    } finally {
      vi.useRealTimers();
      await other.destroy();
    }
  });

  test('is measured again, and goes on as it was when that fails (X-119)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const answers = [new Date('2030-01-01'), new Error('on purpose'), new Date('2040-01-01')];
    const clock = await ServerClock.follow(async () => {
      const answer = answers.shift() ?? new Error('asked too often');
      if (answer instanceof Error) throw answer;
      return answer;
    });
    try {
      expect(clock.now().getFullYear()).toBe(2030);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(clock.now().getFullYear()).toBe(2030);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(clock.now().getFullYear()).toBe(2040);
    } finally {
      clock.stop();
      vi.useRealTimers();
    }
  });
});
