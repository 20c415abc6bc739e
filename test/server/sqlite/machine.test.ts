import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aPerson } from '../../helpers/make.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aPath, open } from './files.ts';

const HOLD = `const { DatabaseSync } = require('node:sqlite');
  const file = new DatabaseSync(process.argv[1], { timeout: 60_000 });
  file.exec('begin immediate'); console.log('held'); setInterval(() => {}, 1000)`;

describe('a server whose file cannot be written', () => {
  const path = aPath();
  const server = new ServerProcess({ DATABASE_URL: `sqlite:${path}`, RATE_LIMIT: 'off' });
  let address = '';
  beforeAll(async () => {
    address = await server.ready();
    expect((await signUp(address)).status).toBe(201);
  });

  async function expectReadsAlone(writing: Promise<Response>): Promise<void> {
    for (const route of ['/users', '/healthz', '/readyz']) expect((await fetch(address + route)).status).toBe(200);
    const refused = await writing;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  }

  const limit = (bytes: string) => spawnSync('prlimit', ['--pid', `${server.child.pid}`, `--fsize=${bytes}:`]).status;

  test('serves reads while another process holds the lock, and survives it', async () => {
    const other = spawn(process.execPath, ['-e', HOLD, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    await expectReadsAlone(signUp(address));
    other.kill('SIGKILL');
    await once(other, 'close');
    expect((await signUp(address)).status).toBe(201);
  });

  // Only Linux can limit the files of a running process.
  if (spawnSync('prlimit', ['--version']).status === 0) {
    test('serves reads while its disk is full, and recovers', async () => {
      // Any room inside the write-ahead log would be used again after a checkpoint.
      expect(limit('0')).toBe(0);
      await expectReadsAlone(signUp(address));
      expect(limit('unlimited')).toBe(0);
      await expect.poll(async () => (await signUp(address)).status).toBe(201);
    });
  }

  test('still stops without an error', async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
  });
});

test.for([0.6, 0.1])('a write-ahead log cut to %f loses the last writes only', async (part) => {
  const path = aPath();
  const database = await open(path);
  const people = Array.from({ length: 6 }, () => aPerson().email);
  for (const email of people) await sign(database, email);
  // A power failure may truncate the log anywhere, also inside a frame.
  const crashed = aPath();
  mkdirSync(dirname(crashed));
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, crashed + suffix);
  truncateSync(`${crashed}-wal`, Math.floor(statSync(`${crashed}-wal`).size * part));
  const restarted = await open(crashed);
  const rows = await restarted.selectFrom('users').select('email').orderBy('sequence').execute();
  expect(rows.map(({ email }) => email)).toEqual(people.slice(0, rows.length));
  expect(rows.length).toBeLessThan(people.length);
  expect(await sign(restarted)).toBeDefined();
  const file = new DatabaseSync(crashed, { readOnly: true });
  expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  file.close();
});
