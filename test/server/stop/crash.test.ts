import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { Refused, type Send, sendTo, Writer } from './writer.ts';

// `npm run test:crash` asks for 20 rounds, each with more acknowledged writes.
const ROUNDS = Number(process.env['ROUNDS'] ?? 2);
const WRITES = ROUNDS < 20 ? 60 : 750;
const WRITERS = ROUNDS < 20 ? 6 : 16;

const url = await aDatabaseUrl();
const pause = () => sleep(Math.random() * 20, false);
const sum = (writers: Writer[]) => writers.reduce((total, { acknowledged }) => total + acknowledged, 0);

async function start(): Promise<{ server: ServerProcess; send: Send }> {
  const server = new ServerProcess({ DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });
  return { server, send: sendTo(await server.ready()) };
}

/** Writes, and kills the server at a random moment meanwhile. */
async function crash(writers: Writer[], { server, send }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const goal = sum(writers) + WRITES + Math.floor(Math.random() * WRITES);
  const ends = Promise.allSettled(writers.map((writer) => writeOn(writer, send)));
  const haveEnded = ends.then(() => true);
  while (sum(writers) < goal && !(await Promise.race([haveEnded, pause()])));
  server.child.kill('SIGKILL');
  expect(await server.ended).toEqual([null, 'SIGKILL']);
  // A writer may fail only because the server was killed: every earlier response must be a success.
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

test('SIGKILL loses no acknowledged write, and the database stays intact', async () => {
  let current = await start();
  const writers: Writer[] = [];
  for (let count = 0; count < WRITERS; count += 1) writers.push(await Writer.signUp(current.send));
  for (let round = 0; round < ROUNDS; round += 1) {
    await crash(writers, current);
    current = await start();
    await expectNothingLost(writers, current.send);
  }
  expect(sum(writers)).toBeGreaterThanOrEqual(ROUNDS * WRITES);
  current.server.child.kill('SIGTERM');
  expect(await current.server.ended).toEqual([0, null]);
});
