import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeDatabase } from '../../helpers/database/postgres.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { Writer } from '../stop/writer.ts';
import { Balancer } from '../stop/balancer.ts';

const url = await makeDatabase('migrated');

async function start(balancer: Balancer): Promise<{ server: ServerProcess; address: string }> {
  // Longer than any balancer needs to notice; SIGINT ends it.
  const settings = { DATABASE_URL: url, DRAIN_SECONDS: '60', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const server = new ServerProcess(settings);
  const address = await server.ready();
  await balancer.add(address);
  return { server, address };
}

test('two instances restarted in turn under load lose no request and no write', async () => {
  const balancer = new Balancer();
  const instances = [await start(balancer), await start(balancer)];
  const writers = await Promise.all(Array.from({ length: 4 }, () => Writer.signUp(balancer.send)));
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
  for (const { server, address } of instances) {
    server.child.kill('SIGTERM');
    await balancer.left(address);
    server.child.kill('SIGINT');
    expect(await server.ended).toEqual([0, null]);
    const before = balancer.sent;
    await start(balancer);
    // Both serve before the other one is stopped.
    await expect.poll(() => balancer.sent).toBeGreaterThan(before + 50);
  }
  load.isOn = false;
  const ended = await ends;
  expect(balancer.failures).toEqual([]);
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
  for (const writer of writers) expect(await writer.lost(balancer.send)).toBe(0);
  balancer.close();
});
