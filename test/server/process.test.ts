import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { KNOWN_MIGRATIONS } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { aDatabaseUrl } from '../helpers/database/test-database.ts';
import { aPerson } from '../helpers/make.ts';
import { refused, ServerProcess, signUp } from '../helpers/server-process.ts';

const anyUrl = await aDatabaseUrl();

function start(environment: Record<string, string> = {}): ServerProcess {
  return new ServerProcess({ DATABASE_URL: anyUrl, ...environment });
}

describe('a start', () => {
  test('tells the address on standard error, last, and logs JSON lines alone on standard output', async () => {
    const server = start();
    const address = await server.ready();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    const lines = server.out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ msg }) => msg)).toEqual(['listening', 'stopping']);
  });

  test('warns whoever has turned the limits off (X-172)', async () => {
    const server = start({ RATE_LIMIT: 'off' });
    await server.ready();
    expect(server.err).toMatch(/^RATE_LIMIT=off: .+\.$/m);
  });

  test('as text tells what went wrong only, and each in one line without control characters (X-215)', async () => {
    const [quiet, wordy] = [start({ LOG_FORMAT: 'text' }), start({ LOG_FORMAT: 'text', LOG_LEVEL: 'info' })];
    for (const server of [quiet, wordy]) {
      expect((await fetch(`${await server.ready()}/users/nobody?secret=1`)).status).toBe(404);
      server.child.kill('SIGTERM');
      expect(await server.ended).toEqual([0, null]);
    }
    expect(quiet.out).toBe('');
    const lines = wordy.out.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'info listening',
      'info request completed GET /users/nobody 404',
      'info stopping',
    ]);
  });

  test('tells the public address where there is one, and promises HTTPS if it has that', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const port = String((free.address() as AddressInfo).port);
    free.close();
    await once(free, 'close');
    const server = start({ PORT: port, PUBLIC_URL: 'https://trilha.example' });
    expect(await server.ready()).toBe('https://trilha.example');
    const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('a start that cannot be says why, in a line for each reason:', () => {
  test('wrong settings', async () => {
    expect(await refused({ DATABASE_URL: anyUrl, PORT: 'x', LOG_LEVEL: 'loud' })).toEqual([
      'PORT must be a number from 0 to 65535, not "x".',
      expect.stringMatching(/^LOG_LEVEL must be one of/),
    ]);
  });

  test('the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refused({ DATABASE_URL: anyUrl, PORT: String(port) })).toEqual([
      `127.0.0.1:${port} is in use: stop the other program, or set PORT to another number.`,
    ]);
    other.close();
  });

  test('the host is not here', async () => {
    expect(await refused({ DATABASE_URL: anyUrl, HOST: '192.0.2.1' })).toEqual([
      'HOST is no address of this machine (EADDRNOTAVAIL): set it to 127.0.0.1 or 0.0.0.0.',
    ]);
  });
});

describe('a stop', () => {
  test('waits for the answers that are under way', async () => {
    const server = start({ LOG_LEVEL: 'debug' });
    const address = await server.ready();
    // More than are hashed at once, and few enough for a slow machine to answer in five seconds.
    const answers = Array.from({ length: 8 }, () => signUp(address));
    await expect.poll(() => server.out.split('incoming request').length).toBe(9);
    server.child.kill('SIGTERM');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    expect(await server.ended).toEqual([0, null]);
  });

  // A process group is signalled whole, and npm and scripts/start.mjs signal the server again.
  test.for([
    [['SIGTERM']],
    [['SIGINT']],
    [['SIGHUP']],
    [['SIGTERM', 'SIGTERM']],
    [['SIGINT', 'SIGINT', 'SIGTERM']],
    [['SIGHUP', 'SIGTERM', 'SIGHUP']],
  ] satisfies Array<[NodeJS.Signals[]]>)('by %j answers the request that is under way', async ([signals]) => {
    const server = start({ LOG_LEVEL: 'debug' });
    const { port } = new URL(await server.ready());
    const body = JSON.stringify(aPerson());
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (text) => (answer += text));
    const hungUp = once(socket, 'close');
    const head = [
      'POST /users HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
    await expect.poll(() => server.out).toContain('incoming request');
    for (const [index, signal] of signals.entries()) {
      server.child.kill(signal);
      await expect.poll(() => server.out.split('"stopping"').length).toBe(index + 2);
    }
    socket.write(body.slice(5));
    await hungUp;
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
    expect(await server.ended).toEqual([0, null]);
  });

  test('cuts off a request that never ends, after five seconds', async () => {
    const server = start({ LOG_LEVEL: 'debug' });
    const { port } = new URL(await server.ready());
    const stuck = connect(Number(port), '127.0.0.1');
    stuck.on('error', () => undefined);
    stuck.write('POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    await expect.poll(() => server.out).toContain('incoming request');
    const asked = performance.now();
    server.child.kill('SIGTERM');
    // A request that is not cut off ends the process at the last moment, with the code 1.
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeGreaterThan(4_900);
  });

  test('ends although nobody reads the log, and before that the server answers (X-153)', async () => {
    const server = start();
    const address = await server.ready();
    server.child.stdout.pause();
    // More than the pipe and both its ends hold.
    for (let count = 0; count < 8; count += 1) {
      const some = Array.from({ length: 50 }, () => fetch(`${address}/${'x'.repeat(2_000)}`));
      for (const { status } of await Promise.all(some)) expect(status).toBe(404);
    }
    const exit = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    server.child.stdout.resume();
  });
});

test('four processes start on one empty database at once, migrate it once, and then share it (X-243)', async () => {
  const url = await aDatabaseUrl();
  const servers = Array.from({ length: 4 }, () => start({ DATABASE_URL: url }));
  const addresses = await Promise.all(servers.map((server) => server.ready()));
  const ready = await Promise.all(addresses.map((address) => fetch(`${address}/readyz`)));
  expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const person = aPerson();
  const answers = await Promise.all(addresses.map((address) => signUp(address, person)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  const database = await openDatabase(readConfig({ DATABASE_URL: url }).database);
  const migrations = await database.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  await database.destroy();
  expect(migrations.map(({ name }) => name)).toEqual(KNOWN_MIGRATIONS);
  for (const server of servers) server.child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(servers.map(() => [0, null]));
});
