import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { asOwner, makeDatabase, withDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { aTechnology } from '../../helpers/make.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

type Started = { server: TestServer; proxy: Proxy; name: string; token: string };

/** A server whose way to its database can be broken. */
async function start(pool?: number, address?: string): Promise<Started> {
  const url = address ?? (await makeDatabase('migrated'));
  const proxy = await Proxy.to(url);
  const server = await startServer({ database: await openDatabase(proxy.url, { pool }) });
  const { token } = await server.signUp();
  return { server, proxy, token, name: new URL(url).pathname.slice(1) };
}

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '1' } };

/** The same, by a user of the database to whom it can be forbidden. */
async function startAsRole(pool?: number): Promise<{ started: Started; role: string }> {
  const address = new URL(await makeDatabase('migrated'));
  const name = address.pathname.slice(1);
  const role = `app_${name.slice(-20)}`;
  Object.assign(address, { username: role, password: 'app' });
  await asOwner(`create role ${role} login password 'app'`);
  await asOwner(`grant all on all tables in schema public to ${role}; grant all on schema public to ${role}`, name);
  await asOwner(`grant all on all sequences in schema public to ${role}`, name);
  onTestFinished(() => asOwner(`drop owned by ${role}; drop role ${role}`, name).then(() => undefined));
  return { started: await start(pool, address.href), role };
}

const read = ({ server, token }: Started) => server.ask('GET', '/profile', { token });
const write = ({ server, token }: Started) => server.ask('POST', '/users/techs', { token, body: aTechnology() });

/** As many at once as make the pool open all its connections. */
async function warmUp(started: Started): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => read(started)));
}

describe('the database gone', () => {
  test('is told by 503 everywhere but /healthz, and the same process serves again when it is back (X-115)', async () => {
    const started = await start();
    await warmUp(started);
    await started.proxy.close();
    for (const ask of [read, write]) expect(await ask(started)).toMatchObject(UNAVAILABLE);
    expect(await started.server.ask('GET', '/readyz')).toMatchObject({ status: 503 });
    expect(await started.server.ask('GET', '/healthz')).toMatchObject({ status: 200 });
    await started.proxy.open();
    await expect.poll(async () => (await write(started)).status).toBe(201);
    expect(await started.server.ask('GET', '/readyz')).toMatchObject({ status: 200 });
    const log = started.server.log.join('');
    expect(log).toContain('request refused');
    expect(log).not.toContain(new URL(started.proxy.url).password);
  });

  test('for want of connections is told by 503, and is over when there is room (X-445)', async () => {
    const { started, role } = await startAsRole(4);
    await warmUp(started);
    // Others have all of them: the ones it had are closed, and no new one is let in (SQLSTATE 53300).
    await asOwner(`alter role ${role} connection limit 0`);
    await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    const tried = () => read(started).then(() => started.server.log.join(''));
    await expect.poll(tried).toContain('too many connections');
    for (const ask of [read, write]) expect(await ask(started)).toMatchObject(UNAVAILABLE);
    expect(await started.server.ask('GET', '/healthz')).toMatchObject({ status: 200 });
    await asOwner(`alter role ${role} connection limit -1`);
    expect((await write(started)).status).toBe(201);
    expect(await started.server.ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  test('costs each broken connection one answer at most (X-115)', async () => {
    const started = await start(4);
    await warmUp(started);
    const broken = started.proxy.connections;
    expect(broken).toBeGreaterThan(1);
    // Stopped by the operator, then by the network: neither may end the process.
    await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${started.name}'`);
    let refused = 0;
    for (let count = 0; count < 10; count += 1) if ((await read(started)).status === 503) refused += 1;
    expect(refused).toBeLessThanOrEqual(broken);
    await warmUp(started);
    started.proxy.cut();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(started)));
    expect(answers.filter(({ status }) => status === 503).length).toBeLessThanOrEqual(4);
    expect(await write(started)).toMatchObject({ status: 201 });
  });

  test('in the middle of an answer is a 503, not a broken process (X-115)', async () => {
    const started = await start(2);
    const { user, token } = await started.server.signUp();
    await hold(started.name, user.id);
    const waiting = write({ ...started, token });
    await expect.poll(async () => (await asOwner(waitingIn(started.name))).length).toBe(1);
    started.proxy.cut();
    expect(await waiting).toMatchObject({ status: 503 });
    expect(await write(started)).toMatchObject({ status: 201 });
  });

  test('that only falls silent is given up after its time, and not waited for again (X-116)', async () => {
    const started = await start(2);
    await warmUp(started);
    started.proxy.freeze();
    const asked = performance.now();
    expect(await read(started)).toMatchObject({ status: 503 });
    expect(performance.now() - asked).toBeGreaterThan(5_000);
    await expect.poll(async () => (await write(started)).status).toBe(201);
  });
});

/** Reads go on, and as soon as the server has what it lacked, so do writes. */
async function expectReadsAlone(started: Started, heal: () => unknown): Promise<void> {
  expect(await write(started)).toMatchObject(UNAVAILABLE);
  expect(await read(started)).toMatchObject({ status: 200 });
  expect(await started.server.ask('GET', '/readyz')).toMatchObject({ status: 200 });
  await heal();
  await expect.poll(async () => (await write(started)).status).toBe(201);
}

describe('a server that takes no writes', () => {
  // As of a disk that was mounted anew to be read alone: the server says the same of it.
  test('for it may not is told by 503, and reads go on (X-506)', async () => {
    const { started, role } = await startAsRole();
    await asOwner(`revoke insert on technologies from ${role}`, started.name);
    await expectReadsAlone(started, () => asOwner(`grant insert on technologies to ${role}`, started.name));
  });

  const disk = aSmallDisk();
  if (disk !== undefined) {
    afterAll(() => {
      spawnSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    });
    test('for its disk is full is told by 503, and reads go on (X-506)', async () => {
      // Dropped when nothing is in it any more: the database ends before.
      onTestFinished(() => asOwner('drop tablespace trilha_small').then(() => undefined));
      const started = await start();
      await asOwner(`create tablespace trilha_small location '${disk}'`);
      await asOwner('alter table technologies set tablespace trilha_small', started.name);
      const { user } = await started.server.signUp();
      const fill = (rows: number, bytes: number) =>
        asOwner(
          `insert into technologies (id, user_id, title, title_key, search_key, status, created_at, updated_at)
           select gen_random_uuid(), '${user.id}', t, t, t, repeat('x', ${bytes}), now(), now()
           from (select gen_random_uuid()::text as t from generate_series(1, ${rows})) as titles`,
          started.name,
        ).then(
          () => true,
          () => false,
        );
      // The last gaps are small.
      for (const [rows, bytes] of [
        [20, 1_500],
        [1, 1_500],
        [1, 1],
      ] as const) {
        while (await fill(rows, bytes));
      }
      await expectReadsAlone(started, () => spawnSync('mount', ['-o', 'remount,size=64m', disk]));
    });
  }
});

/** Of a megabyte, for the user that PostgreSQL runs as; undefined where none can be made, or the server is elsewhere. */
function aSmallDisk(): string | undefined {
  if (process.env['TEST_DATABASE_URL'] || process.getuid?.() !== 0) return undefined;
  const path = mkdtempSync('/tmp/trilha-disk-');
  const [uid, gid] = ['-u', '-g'].map((kind) => spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout.trim());
  const options = `size=1m,mode=0700,uid=${uid},gid=${gid}`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'trilha', path]).status === 0) return path;
  rmSync(path, { recursive: true });
  return undefined;
}

function waitingIn(name: string): string {
  return `select pid from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
}

/** Keeps a user's row locked until the test has ended; answers as soon as it is. */
async function hold(name: string, userId: string): Promise<void> {
  const holder = new Client(withDatabase(inject('postgres'), name));
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select id from users where id = $1 for update', [userId]);
}

describe('a server that is busy', () => {
  test('gives up a statement that hangs, and a lock that never comes (X-116)', async () => {
    const { server, name } = await start();
    const hanging = sql`select pg_sleep(60)`.execute(server.database);
    await expect(hanging).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
    const { user, token } = await server.signUp();
    await hold(name, user.id);
    const answer = await server.ask('POST', '/users/techs', { token, body: aTechnology() });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  test('takes no more connections than its pool, and refuses who would wait too long for one (X-117)', async () => {
    const started = await start(3);
    const hanging = Promise.allSettled(
      Array.from({ length: 3 }, () => sql`select pg_sleep(60)`.execute(started.server.database)),
    );
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(started)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(started.proxy.connections).toBe(3);
    await hanging;
    expect(await read(started)).toMatchObject({ status: 200 });
  });
});
