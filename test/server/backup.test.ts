import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../helpers/database/command.ts';
import { aDatabaseUrl, loseDatabase } from '../helpers/database/test-database.ts';
import { aPerson, aTechnology } from '../helpers/make.ts';
import { ServerProcess, signUp } from '../helpers/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Someone = { token: string; titles: string[] };

async function send(url: string, token: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function someone(address: string): Promise<Someone> {
  const person = aPerson();
  expect((await signUp(address, person)).status).toBe(201);
  const session = (await (await send(`${address}/sessions`, '', person)).json()) as { token: string };
  return { token: session.token, titles: [] };
}

/** Adds technologies one after the other until it is stopped, and notes those that were acknowledged. */
async function write(address: string, { token, titles }: Someone, { signal }: AbortController): Promise<void> {
  for (let count = 0; count < 450 && !signal.aborted; count += 1) {
    const technology = aTechnology();
    const { status } = await send(`${address}/users/techs`, token, technology);
    expect(status).toBe(201);
    titles.push(technology.title);
    await sleep(5);
  }
}

test('the drill: what was acknowledged before a backup is there after a disaster, and sessions stay open (X-250)', async () => {
  const url = await aDatabaseUrl();
  const server = new ServerProcess({ DATABASE_URL: url, RATE_LIMIT: 'off' });
  const address = await server.ready();
  const people = await Promise.all(Array.from({ length: 4 }, () => someone(address)));
  const stop = new AbortController();
  const writing = people.map((person) => write(address, person, stop));
  await expect.poll(() => Math.min(...people.map(({ titles }) => titles.length))).toBeGreaterThan(10);
  const acknowledged = people.map(({ titles }) => [...titles]);
  const file = join(folder, 'drill.sqlite');
  const made = await runCommand('backup', [file], { url });
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('has been checked') });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  stop.abort();
  await Promise.all(writing);
  server.child.kill('SIGKILL');
  await server.ended;

  const place = await loseDatabase(url);
  const restored = await runCommand('restore', [file], { url: place });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('in the database again') });
  const again = await new ServerProcess({ DATABASE_URL: place, RATE_LIMIT: 'off' }).ready();
  for (const [index, { token }] of people.entries()) {
    const answer = await fetch(`${again}/profile`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    const { techs } = (await answer.json()) as { techs: Array<{ title: string }> };
    expect(techs.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged[index] ?? []));
    expect((await send(`${again}/users/techs`, token, aTechnology())).status).toBe(201);
  }
});

const url = await aDatabaseUrl();
await runCommand('seed', ['--users', '3', '--techs', '1'], { url });

test('a backup leaves a file alone that is there, and a restore a database that holds something (X-251)', async () => {
  const good = join(folder, 'good.sqlite');
  expect(await runCommand('backup', [good], { url })).toMatchObject({ code: 0 });
  const before = statSync(good);
  const again = await runCommand('backup', [good], { url });
  expect(again).toEqual({
    code: 1,
    out: '',
    err: `${good} is there already: name a new file. Nothing was changed.\n`,
  });
  expect(statSync(good).mtimeMs).toBe(before.mtimeMs);
  const { code, err } = await runCommand('restore', [good], { url });
  expect(code).toBe(1);
  expect(err).toMatch(/^.* holds (something: move it aside first|users: name an empty database).*\n$/);
});

test('backups again and again keep the newest, and end at a signal with nothing half done (X-253)', async () => {
  const own = mkdtempSync(join(folder, 'every-'));
  writeFileSync(join(own, 'mine.txt'), 'mine');
  writeFileSync(join(own, 'trilha-20200101T000000Z.sqlite'), 'old');
  const main = resolve(import.meta.dirname, '../../scripts/database/backup.ts');
  const child = spawn(process.execPath, [main, '--every', '1s', '--keep', '2', own], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const newest = () =>
    readdirSync(own)
      .filter((name) => name.startsWith('trilha-20'))
      .toSorted();
  await expect.poll(() => newest().length === 2 && !existsSync(join(own, 'trilha-20200101T000000Z.sqlite'))).toBe(true);
  const before = newest();
  await expect.poll(() => newest().some((name) => !before.includes(name))).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(own).filter((name) => !name.startsWith('trilha-20'))).toEqual(['mine.txt']);
});
