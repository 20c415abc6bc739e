import { describe, expect, test } from 'vitest';
import { asOwner, makeDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';

type Started = { server: ServerProcess; address: string; proxy: Proxy; name: string };

/** A real server whose way to its database can be broken. */
async function start(): Promise<Started> {
  const url = await makeDatabase('migrated');
  const proxy = await Proxy.to(url);
  const server = new ServerProcess({ DATABASE_URL: proxy.url, RATE_LIMIT: 'off' });
  return { server, proxy, address: await server.ready(), name: new URL(url).pathname.slice(1) };
}

const read = (address: string) => fetch(`${address}/users`);

/** As many at once as make the pool open all its connections. */
async function warmUp(address: string): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => read(address)));
}

async function stop({ server }: Started): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
}

describe('a process whose database', () => {
  test('goes away and comes back lives through it, and serves again (X-244)', async () => {
    const started = await start();
    const { address, proxy, server } = started;
    for (let round = 0; round < 2; round += 1) {
      await warmUp(address);
      await proxy.close();
      const refused = await Promise.all([read(address), signUp(address), fetch(`${address}/readyz`)]);
      expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
        [503, '1'],
        [503, '1'],
        [503, '1'],
      ]);
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      await proxy.open();
      const back = performance.now();
      await expect.poll(async () => (await signUp(address)).status, { interval: 20 }).toBe(201);
      process.stdout.write(`served again ${(performance.now() - back).toFixed(0)} ms after the database was back\n`);
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    }
    expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
    await stop(started);
  });

  test('is gone stops as ever (X-244)', async () => {
    const started = await start();
    await warmUp(started.address);
    await started.proxy.close();
    await stop(started);
  });

  test('falls silent in the middle of an answer stops as ever (X-244)', async () => {
    const started = await start();
    await warmUp(started.address);
    started.proxy.freeze();
    const asked = Promise.allSettled(Array.from({ length: 20 }, () => signUp(started.address)));
    await expect.poll(() => started.server.out.split('/users"').length).toBeGreaterThan(40);
    await stop(started);
    await asked;
  });

  test('was for a while one that cannot be written is written to again (X-245)', async () => {
    const started = await start();
    const { address, proxy, name } = started;
    // A failover: what answers there now is a copy, until the address leads to the new server.
    await asOwner(`alter database ${name} set default_transaction_read_only = on`);
    proxy.cut();
    await expect.poll(async () => (await read(address)).status).toBe(200);
    await warmUp(address);
    expect((await signUp(address)).status).toBe(503);
    await asOwner(`alter database ${name} reset default_transaction_read_only`);
    await expect.poll(async () => (await signUp(address)).status).toBe(201);
    await warmUp(address);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(address)));
    expect(answers.filter(({ status }) => status === 503).length).toBeLessThanOrEqual(10);
    await stop(started);
  });
});
