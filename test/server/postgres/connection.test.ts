import { createServer } from 'node:http';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { followServerClock } from '../../../server/database/postgres/clock.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { lockUser } from '../../../server/database/statements/write-as.ts';
import { acceptFirst } from '../../../server/load/accepting.ts';
import { makeDatabase } from '../../helpers/database/postgres.ts';
import { aTechnology } from '../../helpers/make.ts';
import { dial, get, listening } from '../../helpers/raw-http.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const FORGED = `tr_${'A'.repeat(43)}`;
const profileOf = (token: string) => get('/profile', `Authorization: Bearer ${token}\r\n`);

async function valueOf(database: Database, setting: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(database);
  return rows[0]?.value ?? '';
}

test('a connection has a name and timeouts', async () => {
  const names = ['application_name', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const values = await Promise.all(names.map((name) => valueOf(server.database, name)));
  expect(values).toEqual(['trilha', '5s', '3s', '5s']);
});

test.for([
  [{}, 'rejected'],
  [{ timeOuts: false }, 'fulfilled'],
] as const)('with %j, a statement of a minute is %s', async ([limits, status]) => {
  const database = await openDatabase(await makeDatabase('migrated'), limits);
  onTestFinished(() => database.destroy());
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = Promise.allSettled([sql`select pg_sleep(0.5)`.execute(database)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await slow).toMatchObject([{ status }]);
});

test('new connections go before new statements and large results (X-652)', async () => {
  const connecting = createServer().removeAllListeners('connection');
  acceptFirst(connecting);
  // Otherwise new connections go first for a while only.
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => void vi.restoreAllMocks());
  let isAccepting = true;
  const accept = (): unknown => isAccepting && connecting.emit('connection') && setImmediate(accept);
  const order: string[] = [];
  const read = (name: string, length: number, by: Kysely<Tables> = server.database) =>
    sql`select repeat('x', ${length}::int)`.execute(by).then(() => order.push(name));
  await server.database.transaction().execute(async (transaction) => {
    await read('in a transaction', 10, transaction);
    const started = read('large', 10_000);
    accept();
    const waiting = read('small', 10);
    for (let count = 0; count < 50; count += 1) await read('in a transaction', 10, transaction);
    isAccepting = false;
    await Promise.all([started, waiting]);
  });
  expect([...new Set(order.slice(0, 51))]).toEqual(['in a transaction']);
});

test('columns have the types of PostgreSQL, and rows those of the program', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public'`.execute(server.database);
  expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toMatchObject({
    'users.id': 'uuid',
    'works.user_id': 'uuid',
    'avatars.name': 'uuid',
    'sessions.expires_at': 'timestamp with time zone',
    'avatars.image': 'bytea',
    'users.sequence': 'bigint',
  });
  await server.signUp();
  expect((await server.rows()).users).toMatchObject([{ created_at: '2026-03-01T12:00:00.000Z', sequence: 1 }]);
});

test('statements are not compiled just in time', async () => {
  expect(await valueOf(server.database, 'jit')).toBe('off');
});

test('times are in UTC whatever time zone the connection has (X-520)', async () => {
  const address = new URL(await makeDatabase('migrated'));
  address.searchParams.set('options', '-c timezone=America/Sao_Paulo');
  const elsewhere = await startServer({ database: await openDatabase(address.href) });
  expect(await valueOf(elsewhere.database, 'timezone')).toBe('America/Sao_Paulo');
  const { user, token } = await elsewhere.signUp();
  expect(user.created_at).toBe('2026-03-01T12:00:00.000Z');
  const added = await elsewhere.ask('POST', '/users/techs', { token, body: aTechnology() });
  expect((await elsewhere.ask<OwnUser>('GET', '/profile', { token })).body.techs).toEqual([added.body]);
  const { technologies } = await elsewhere.rows();
  expect(technologies).toMatchObject([{ created_at: user.created_at, updated_at: user.created_at }]);
});

describe('the clock', () => {
  test('is that of the database server', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('1999-01-01') });
    onTestFinished(() => void vi.useRealTimers());
    const database = await openDatabase(await makeDatabase('migrated'));
    onTestFinished(() => database.destroy());
    const { rows } = await sql<{ time: string }>`select clock_timestamp() as time`.execute(database);
    const now = database.engine.clock().getTime();
    expect(Math.abs(now - Date.parse(rows[0]?.time ?? ''))).toBeLessThan(60 * 60_000);
  });

  test('is read every minute, and continues when a read fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const answers = [new Date('2030-01-01'), new Error('on purpose'), new Date('2040-01-01')];
    const clock = await followServerClock(async () => {
      const answer = answers.shift() ?? new Error('asked too often');
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const years = [clock.now().getFullYear()];
    for (let count = 0; count < 2; count += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      years.push(clock.now().getFullYear());
    }
    clock.stop();
    expect(years).toEqual([2030, 2030, 2040]);
  });

  test('ignores a read that waited for a connection', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let time = 0;
    const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => time);
    onTestFinished(() => monotonic.mockRestore());
    const waits = [0, 5_000];
    const clock = await followServerClock(() => {
      time += waits.shift() ?? 0;
      return Promise.resolve(new Date(time));
    });
    onTestFinished(() => clock.stop());
    await vi.advanceTimersByTimeAsync(60_000);
    expect([waits.length, clock.now().getTime()]).toEqual([0, 5_000]);
  });
});

test('a flood of requests for /readyz delays no health check of a load balancer (X-631)', async () => {
  const database = await openDatabase(await makeDatabase('migrated'), { pool: 1 });
  const busy = await startServer({ database });
  const answered: string[] = [];
  busy.app.addHook('onSend', async ({ ip }) => void answered.push(ip));
  const from = '198.51.100.1';
  const flood = Array.from({ length: 50 }, () => busy.ask('GET', '/profile', { from, token: FORGED }));
  const own = busy.ask('GET', '/readyz', { from });
  const [{ status }] = await Promise.all([busy.ask('GET', '/readyz', { from: '198.51.100.2' }), own, ...flood]);
  expect(status).toBe(200);
  expect(answered.indexOf('198.51.100.2')).toBeLessThan(10);
});

test('a flood of refused sessions delays a new connection of its network by one turn (X-632)', async () => {
  const database = await openDatabase(await makeDatabase('migrated'), { pool: 1 });
  const busy = await startServer({ database });
  const answered: string[] = [];
  busy.app.addHook('onSend', async (request) => void answered.push(request.userId));
  const { token } = await busy.signUp();
  await listening(busy);
  answered.length = 0;
  const flood = Array.from({ length: 10 }, () => dial(busy).resume());
  for (const socket of flood) socket.write(profileOf(FORGED));
  await expect.poll(() => answered.length).toBe(10);
  for (const socket of flood) socket.write(profileOf(FORGED).repeat(20));
  await expect.poll(() => answered.length).toBeGreaterThan(10);
  const before = answered.length;
  dial(busy).resume().write(profileOf(token));
  await expect.poll(() => answered.findIndex((userId) => userId !== '')).toBeGreaterThan(0);
  expect(answered.findIndex((userId) => userId !== '') - before).toBeLessThan(40);
});

test('networks of one IPv6 /48 take turns for a connection as one network (X-625)', async () => {
  const database = await openDatabase(await makeDatabase('migrated'), { pool: 1 });
  const busy = await startServer({ database });
  const answered: string[] = [];
  busy.app.addHook('onSend', async ({ ip }) => void answered.push(ip));
  const ask = (from: string) => busy.ask('GET', '/profile', { from, token: FORGED });
  const flood = Array.from({ length: 50 }, (_, index) => ask(`2001:db8:0:${index}::1`));
  await Promise.all([...flood, ask('198.51.100.1')]);
  expect(answered.indexOf('198.51.100.1')).toBeLessThan(10);
});

test('writes that wait for the lock of their user leave connections to others (X-651)', async () => {
  const url = await makeDatabase('migrated');
  const busy = await startServer({ database: await openDatabase(url, { pool: 3 }) });
  const [{ user, token }, stranger] = [await busy.signUp(), await busy.signUp()];
  const holder = await openDatabase(url, { pool: 1 });
  onTestFinished(() => holder.destroy());
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = holder.transaction().execute(async (transaction) => {
    await lockUser(transaction, user.id);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const writes = [1, 2, 3].flatMap((network) => [
    busy.ask('PUT', '/profile', { token, body: { bio: 'Olá' }, from: `203.0.113.${network}` }),
    busy.ask('POST', '/users/techs', { token, body: aTechnology(), from: `203.0.113.${network}` }),
  ]);
  const reads = [];
  // Until the writes have reached the lock.
  while (reads.length < 20) reads.push((await busy.ask('GET', '/profile', { token: stranger.token })).status);
  released.resolve();
  expect(reads).toEqual(reads.map(() => 200));
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(
    writes.map(() => expect.toBeOneOf([200, 201, 409])),
  );
  await holding;
});
