import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type PoolLimits } from '../../../server/database/open.ts';
import { asOwner, makeDatabase, withDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { aTechnology } from '../../helpers/make.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

type Started = { server: TestServer; proxy: Proxy; name: string; token: string; userId: string };

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '1' } };
// In milliseconds, for a slow machine to connect in; a test that is about timeouts has shorter ones.
const PATIENT = { connectTimeOut: 60_000 };

/** A server whose connection to its database can be broken. */
async function start(limits: PoolLimits = PATIENT, address?: string): Promise<Started> {
  const url = address ?? (await makeDatabase('migrated'));
  const proxy = await Proxy.to(url);
  const server = await startServer({ database: await openDatabase(proxy.url, limits) });
  const { token, user } = await server.signUp();
  return { server, proxy, token, userId: user.id, name: new URL(url).pathname.slice(1) };
}

/** The same with short timeouts, which begin after the sign-up: a slow machine may need more for that. */
async function startImpatient(timeOuts: PoolLimits['timeOuts'] & object): Promise<Started> {
  const started = await start(PATIENT);
  const database = await openDatabase(started.proxy.url, { ...PATIENT, pool: 2, timeOuts });
  return { ...started, server: await startServer({ database }) };
}

/** The same, as a role of the database whose rights can be changed. */
async function startAsRole(limits?: PoolLimits): Promise<{ started: Started; role: string }> {
  const address = new URL(await makeDatabase('migrated'));
  const name = address.pathname.slice(1);
  const role = `app_${name.slice(-20)}`;
  Object.assign(address, { username: role, password: 'app' });
  await asOwner(`create role ${role} login password 'app'`);
  const kinds = ['all tables in schema public', 'schema public', 'all sequences in schema public'];
  await asOwner(kinds.map((kind) => `grant all on ${kind} to ${role}`).join(';'), name);
  onTestFinished(() => asOwner(`drop owned by ${role}; drop role ${role}`, name).then(() => undefined));
  return { started: await start(limits, address.href), role };
}

const read = ({ server, token }: Started) => server.ask('GET', '/profile', { token });
const write = ({ server, token }: Started) => server.ask('POST', '/users/techs', { token, body: aTechnology() });
const statusOf = ({ server }: Started, path: string) => server.ask('GET', path).then(({ status }) => status);

/** Sends as many concurrent reads as make the pool open all its connections. */
async function warmUp(started: Started): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => read(started)));
}

/** Locks the user's row until the test has ended. */
async function lockRow({ name, userId }: Started): Promise<void> {
  const holder = new Client(withDatabase(inject('postgres'), name));
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select id from users where id = $1 for update', [userId]);
}

async function expectOutage(started: Started): Promise<void> {
  for (const ask of [read, write]) expect(await ask(started)).toMatchObject(UNAVAILABLE);
  expect(await statusOf(started, '/readyz')).toBe(503);
  expect(await statusOf(started, '/healthz')).toBe(200);
}

describe('a lost database', () => {
  test('makes every route except /healthz 503 until it returns', async () => {
    const started = await start();
    await warmUp(started);
    await started.proxy.close();
    await expectOutage(started);
    await started.proxy.open();
    await expect.poll(async () => (await write(started)).status).toBe(201);
    expect(await statusOf(started, '/readyz')).toBe(200);
    const log = started.server.log.join('');
    expect(log).toContain('request refused');
    expect(log).not.toContain(new URL(started.proxy.url).password);
  });

  test('without free connections answers 503', async () => {
    const { started, role } = await startAsRole({ ...PATIENT, pool: 4 });
    await warmUp(started);
    // Closes its connections and refuses new ones (SQLSTATE 53300).
    await asOwner(`alter role ${role} connection limit 0`);
    await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    const log = () => read(started).then(() => started.server.log.join(''));
    await expect.poll(log).toContain('too many connections');
    await expectOutage(started);
    await asOwner(`alter role ${role} connection limit -1`);
    expect((await write(started)).status).toBe(201);
  });

  test('costs each broken connection at most one request', async () => {
    const started = await start({ ...PATIENT, pool: 4 });
    await warmUp(started);
    const broken = started.proxy.connections;
    expect(broken).toBeGreaterThan(1);
    // The server ends the connections, then the network does.
    await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${started.name}'`);
    let refused = 0;
    for (let count = 0; count < 10; count += 1) if ((await read(started)).status === 503) refused += 1;
    expect(refused).toBeLessThanOrEqual(broken);
    await warmUp(started);
    started.proxy.cut();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(started)));
    expect(answers.filter(({ status }) => status === 503).length).toBeLessThanOrEqual(4);
    expect((await write(started)).status).toBe(201);
  });

  test('during a request answers it with 503', async () => {
    const started = await start({ ...PATIENT, pool: 2, timeOuts: { lock_timeout: 60_000, statement_timeout: 60_000 } });
    await lockRow(started);
    const waiting = write(started);
    const locks = `select 1 from pg_stat_activity where datname = '${started.name}' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await asOwner(locks)).length).toBe(1);
    started.proxy.cut();
    expect((await waiting).status).toBe(503);
    expect((await read(started)).status).toBe(200);
  });

  test('that stops responding times out, and its connections close', async () => {
    const started = await startImpatient({ query_timeout: 2_000 });
    await expect.poll(async () => (await read(started)).status).toBe(200);
    started.proxy.freeze();
    const asked = performance.now();
    expect((await read(started)).status).toBe(503);
    expect(performance.now() - asked).toBeGreaterThan(1_900);
    await expect.poll(async () => (await write(started)).status).toBe(201);
  });
});

describe('a busy database', () => {
  test.for([
    ['statement', { statement_timeout: 1_000 }],
    ['lock', { lock_timeout: 1_000 }],
  ] as const)('is aborted after the timeout of a %s (X-116)', async ([, timeOuts]) => {
    const started = await startImpatient(timeOuts);
    await lockRow(started);
    expect(await write(started)).toMatchObject(UNAVAILABLE);
  });

  test('gets at most the connections of the pool, and other requests are refused', async () => {
    const timeOuts = { statement_timeout: 60_000, query_timeout: 60_000 };
    const started = await start({ pool: 3, connectTimeOut: 3_000, timeOuts });
    await expect.poll(() => warmUp(started).then(() => started.proxy.connections)).toBe(3);
    const sleep = () => sql`select pg_sleep(60)`.execute(started.server.database);
    const hanging = Promise.allSettled([sleep(), sleep(), sleep()]);
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(started)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(started.proxy.connections).toBe(3);
    started.proxy.cut();
    await hanging;
    await expect.poll(async () => (await read(started)).status).toBe(200);
  });
});

/** Expects reads to succeed, and writes to succeed only after `heal`. */
async function expectReadsAlone(started: Started, heal: () => unknown): Promise<void> {
  expect(await write(started)).toMatchObject(UNAVAILABLE);
  expect((await read(started)).status).toBe(200);
  expect(await statusOf(started, '/readyz')).toBe(200);
  await heal();
  await expect.poll(async () => (await write(started)).status).toBe(201);
}

describe('a database that accepts no writes', () => {
  // The same SQLSTATE as for a disk that is mounted read-only.
  test('without write privileges answers writes with 503, and serves reads (X-506)', async () => {
    const { started, role } = await startAsRole(PATIENT);
    await asOwner(`revoke insert on technologies from ${role}`, started.name);
    await expectReadsAlone(started, () => asOwner(`grant insert on technologies to ${role}`, started.name));
  });

  test('with a full disk answers writes with 503, and serves reads (X-506)', async () => {
    const started = await start(PATIENT);
    const fail = 'create function fail() returns trigger language plpgsql as $$ begin raise disk_full; end $$';
    const trigger = 'create trigger fail before insert on technologies execute function fail()';
    await asOwner(`${fail}; ${trigger}`, started.name);
    await expectReadsAlone(started, () => asOwner('drop trigger fail on technologies', started.name));
  });
});
