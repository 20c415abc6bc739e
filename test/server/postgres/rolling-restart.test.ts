import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeDatabase } from '../../helpers/database/postgres.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { Writer } from '../stop/writer.ts';
import { Balancer } from './balancer.ts';

const WRITERS = 4;
// Far longer than a balancer takes to notice, on a slow machine, too.
const DRAIN_SECONDS = '5';

const url = await makeDatabase('empty');

async function start(balancer: Balancer): Promise<ServerProcess> {
  const server = new ServerProcess({ DATABASE_URL: url, DRAIN_SECONDS, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });
  await balancer.add(await server.ready());
  return server;
}

test('two instances restarted one after the other under load lose no request and no write (X-241)', async () => {
  const balancer = new Balancer();
  const instances = [await start(balancer), await start(balancer)];
  const writers: Writer[] = [];
  for (let count = 0; count < WRITERS; count += 1) writers.push(await Writer.signUp(balancer.send));
  const load = { isOn: true };
  const ends = Promise.allSettled(
    writers.map(async (writer) => {
      while (load.isOn) {
        await writer.write(balancer.send);
        expect(await writer.lost(balancer.send)).toBe(0);
        await sleep(50);
      }
    }),
  );
  const began = performance.now();
  for (const instance of instances) {
    instance.child.kill('SIGTERM');
    expect(await instance.ended).toEqual([0, null]);
    const before = balancer.sent;
    await start(balancer);
    // Both carry the load before the other one goes.
    await expect.poll(() => balancer.sent).toBeGreaterThan(before + 100);
  }
  load.isOn = false;
  const took = ((performance.now() - began) / 1_000).toFixed(1);
  const ended = await ends;
  expect(balancer.failures).toEqual([]);
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
  for (const writer of writers) expect(await writer.lost(balancer.send)).toBe(0);
  balancer.close();
  const written = writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  process.stdout.write(`rolling restart in ${took} s: ${balancer.sent} requests, ${written} writes, 0 failed\n`);
});
