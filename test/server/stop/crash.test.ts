import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { Refused, type Send, Writer } from './writer.ts';

// `npm run test:crash` asks for 20.
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
/** Acknowledged in each round, at least. */
const WRITES = ROUNDS < 20 ? 100 : 750;
const WRITERS = 16;

const url = await aDatabaseUrl();
const pause = () => sleep(Math.random() * 20, false);
const sum = (writers: Writer[]) => writers.reduce((total, { acknowledged }) => total + acknowledged, 0);

function sender(address: string): Send {
  return async (method, path, { token, body } = {}) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${address}${path}`, init);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

async function start(): Promise<{ server: ServerProcess; send: Send }> {
  const server = new ServerProcess({ DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });
  return { server, send: sender(await server.ready()) };
}

/** Writes, and kills the server at some moment meanwhile. */
async function crash(writers: Writer[], { server, send }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const goal = sum(writers) + WRITES + Math.floor(Math.random() * 100);
  const ends = Promise.allSettled(writers.map((writer) => writeOn(writer, send)));
  const haveEnded = ends.then(() => true);
  while (sum(writers) < goal && !(await Promise.race([haveEnded, pause()])));
  server.child.kill('SIGKILL');
  expect(await server.ended).toEqual([null, 'SIGKILL']);
  // Only the dead server has ended them: whatever it answered before was a success.
  for (const end of await ends) expect(end).toMatchObject({ reason: expect.any(TypeError) });
}

async function writeOn(writer: Writer, send: Send): Promise<never> {
  for (;;) {
    await writer.write(send).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }
}

async function expectNothingLost(writers: Writer[], send: Send): Promise<void> {
  for (const writer of writers) expect(await writer.lost(send)).toBe(0);
  if (!url.startsWith('sqlite:')) return;
  const file = new DatabaseSync(url.replace('sqlite:', ''), { readOnly: true });
  expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  file.close();
}

test('SIGKILL at any moment loses no acknowledged write, and the next start finds the database whole (X-242)', async () => {
  let current = await start();
  const writers: Writer[] = [];
  for (let count = 0; count < WRITERS; count += 1) writers.push(await Writer.signUp(current.send));
  const back: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await crash(writers, current);
    const killed = performance.now();
    current = await start();
    back.push(performance.now() - killed);
    await expectNothingLost(writers, current.send);
  }
  expect(sum(writers)).toBeGreaterThanOrEqual(ROUNDS * WRITES);
  const slowest = (Math.max(...back) / 1_000).toFixed(1);
  process.stdout.write(
    `${sum(writers)} acknowledged writes in ${ROUNDS} rounds, 0 lost; ready again after ${slowest} s at most\n`,
  );
  current.server.child.kill('SIGTERM');
  expect(await current.server.ended).toEqual([0, null]);
});
