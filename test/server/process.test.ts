import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../server/accounts/tokens.ts';
import { MIGRATIONS } from '../../server/database/migrations/all.ts';
import { aPerson } from '../helpers/make.ts';

const MAIN = resolve(import.meta.dirname, '../../server/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'trilha-process-'));
const running = new Set<ChildProcessByStdio<null, Readable, Readable>>();

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => once(child, 'close')));
  rmSync(folder, { recursive: true });
});

class Server {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<[code: number | null, signal: string | null]>;
  out = '';
  err = '';

  constructor(environment: Record<string, string>) {
    this.child = spawn(process.execPath, [MAIN], {
      cwd: tmpdir(),
      env: { PORT: '0', DATABASE_URL: 'sqlite::memory:', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.child);
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      running.delete(this.child);
      return [code, signal];
    });
  }

  get address(): string | undefined {
    return /Trilha is ready at (\S+)\n$/.exec(this.err)?.[1];
  }

  async ready(): Promise<string> {
    await expect.poll(() => this.address).toBeDefined();
    return this.address ?? '';
  }
}

function start(environment: Record<string, string> = {}): Server {
  return new Server(environment);
}

function signUp(address: string, person = aPerson()): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/users`, { method: 'POST', headers, body: JSON.stringify(person) });
}

async function refused(environment: Record<string, string>): Promise<string[]> {
  const server = start(environment);
  expect(await server.ended).toEqual([1, null]);
  expect(server.out).toBe('');
  return server.err.trim().split('\n');
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
    expect(await refused({ PORT: 'x', LOG_LEVEL: 'loud' })).toEqual([
      'PORT must be a number from 0 to 65535, not "x".',
      expect.stringMatching(/^LOG_LEVEL must be one of/),
    ]);
  });

  test('the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refused({ PORT: String(port) })).toEqual([
      `127.0.0.1:${port} is in use: stop the other program, or set PORT to another number.`,
    ]);
    other.close();
  });

  test('the host is not here', async () => {
    expect(await refused({ HOST: '192.0.2.1' })).toEqual([
      'HOST is no address of this machine (EADDRNOTAVAIL): set it to 127.0.0.1 or 0.0.0.0.',
    ]);
  });

  test('the folder cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    const lines = await refused({ DATABASE_URL: `sqlite:${file}/trilha.sqlite` });
    expect(lines).toEqual([expect.stringMatching(/cannot be opened .* check its permissions/)]);
  });

  test('the file is no database', async () => {
    const path = join(folder, 'text');
    writeFileSync(path, 'not a database '.repeat(100));
    const before = fingerprint(readFileSync(path, 'latin1'));
    expect(await refused({ DATABASE_URL: `sqlite:${path}` })).toEqual([
      `${path} is not a SQLite database: point DATABASE_URL at another file.`,
    ]);
    expect(fingerprint(readFileSync(path, 'latin1'))).toBe(before);
  });
});

describe('a stop', () => {
  test('waits for the answers that are under way, and leaves one file', async () => {
    const path = join(folder, 'stop.sqlite');
    const server = start({ DATABASE_URL: `sqlite:${path}` });
    const address = await server.ready();
    // More than are hashed at once, and few enough for a slow machine to answer in five seconds.
    const answers = Array.from({ length: 8 }, () => signUp(address));
    await expect.poll(() => server.out.split('incoming request').length).toBe(9);
    server.child.kill('SIGTERM');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    expect(await server.ended).toEqual([0, null]);
    expect(existsSync(`${path}-wal`)).toBe(false);
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
    const server = start();
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
    const server = start();
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

  test('by kill -9 loses nothing that was answered, and the next start finds it', async () => {
    const path = join(folder, 'killed.sqlite');
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const server = start({ DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'silent' });
      const address = await server.ready();
      const before = acknowledged.length;
      const writers = Array.from({ length: 4 }, async () => {
        for (;;) {
          const person = aPerson();
          const answer = await signUp(address, person);
          if (answer.status === 201) acknowledged.push(person.email);
        }
      });
      const ends = Promise.allSettled(writers);
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 10);
      server.child.kill('SIGKILL');
      await Promise.all([ends, server.ended]);
    }
    const last = start({ DATABASE_URL: `sqlite:${path}` });
    await last.ready();
    const file = new DatabaseSync(path, { readOnly: true });
    const stored = file
      .prepare('select email from users')
      .all()
      .map(({ email }) => email);
    expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    file.close();
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    last.child.kill('SIGTERM');
    expect(await last.ended).toEqual([0, null]);
  });
});

test('four processes start on one empty file at once, and then share it', async () => {
  const path = join(folder, 'shared', 'trilha.sqlite');
  const servers = Array.from({ length: 4 }, () => start({ DATABASE_URL: `sqlite:${path}` }));
  const addresses = await Promise.all(servers.map((server) => server.ready()));
  const person = aPerson();
  const answers = await Promise.all(addresses.map((address) => signUp(address, person)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  const file = new DatabaseSync(path, { readOnly: true });
  const migrations = file.prepare('select name from kysely_migration order by name').all();
  file.close();
  expect(migrations.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
  for (const server of servers) server.child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(servers.map(() => [0, null]));
});
