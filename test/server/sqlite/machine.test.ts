import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { aPerson } from '../../helpers/make.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';

// What a machine does to a process and its file, done for real.

async function start() {
  const url = await aDatabaseUrl();
  const server = new ServerProcess({ DATABASE_URL: url, RATE_LIMIT: 'off' });
  return { server, address: await server.ready(), url, path: url.replace('sqlite:', '') };
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
}

// Only Linux lets one bound the files of a process that runs.
if (spawnSync('prlimit', ['--version']).status === 0) {
  test('a disk without room answers 503 to writes and 200 to reads, and heals by itself (X-332)', async () => {
    const { server, address } = await start();
    expect((await signUp(address)).status).toBe(201);
    const bound = (bytes: string) => spawnSync('prlimit', ['--pid', `${server.child.pid}`, `--fsize=${bytes}:`]).status;
    // Room inside the write-ahead log would come back whenever it is emptied.
    expect(bound('0')).toBe(0);
    await expectUnavailable(await signUp(address));
    for (const route of ['/users', '/healthz', '/readyz']) expect((await fetch(address + route)).status).toBe(200);
    expect(bound('unlimited')).toBe(0);
    await expect.poll(async () => (await signUp(address)).status).toBe(201);
    expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
  });
}

const HOLD = `const { DatabaseSync } = require('node:sqlite');
  const file = new DatabaseSync(process.argv[1]);
  file.exec('begin immediate'); console.log('held'); setInterval(() => {}, 1000)`;

test('another process that holds the file costs writers a 503, readers nothing, and is outlived (X-332)', async () => {
  const { address, path } = await start();
  expect((await signUp(address)).status).toBe(201);
  const other = spawn(process.execPath, ['-e', HOLD, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  const writing = signUp(address);
  for (const route of ['/users', '/healthz', '/readyz']) expect((await fetch(address + route)).status).toBe(200);
  await expectUnavailable(await writing);
  other.kill('SIGKILL');
  await once(other, 'close');
  expect((await signUp(address)).status).toBe(201);
});

describe('a write-ahead log that was cut off', () => {
  test.for([0.6, 0.1])('to %f of it costs the last writes, and nothing before them (X-332)', async (part) => {
    const { server, address, url, path } = await start();
    const people = [];
    for (let count = 0; count < 6; count += 1) {
      const person = aPerson();
      expect((await signUp(address, person)).status).toBe(201);
      people.push(person.email);
    }
    server.child.kill('SIGKILL');
    await server.ended;
    // Not at the end of a frame: a machine stops where it likes.
    truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size * part));
    const again = new ServerProcess({ DATABASE_URL: url });
    expect((await signUp(await again.ready())).status).toBe(201);
    const file = new DatabaseSync(path, { readOnly: true });
    const kept = file
      .prepare('select email from users order by sequence')
      .all()
      .map(({ email }) => email);
    expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    file.close();
    expect(kept.slice(0, -1)).toEqual(people.slice(0, kept.length - 1));
  });
});
