import { describe, expect, test } from 'vitest';
import { asOwner, makeDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';

type Started = { server: ServerProcess; address: string; proxy: Proxy; name: string };

/** A server process whose connection to its database can be broken. */
async function start(): Promise<Started> {
  const url = await makeDatabase('migrated');
  const proxy = await Proxy.to(url);
  const server = new ServerProcess({ DATABASE_URL: proxy.url, RATE_LIMIT: 'off', METRICS_PORT: '0' });
  return { server, proxy, address: await server.ready(), name: new URL(url).pathname.slice(1) };
}

const read = ({ address }: Started) => fetch(`${address}/users`);
const write = ({ address }: Started) => signUp(address);
const is = (status: number, ask: () => Promise<Response>) =>
  expect.poll(async () => (await ask()).status, { interval: 20 }).toBe(status);

/** Sends as many concurrent reads as make the pool open all its connections. */
async function warmUp(started: Started): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => read(started)));
}

async function stop({ server }: Started): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
}

describe('a server process', () => {
  test('counts its connections, and survives a failover and a lost database', async () => {
    const started = await start();
    const { proxy, name } = started;
    await warmUp(started);
    const [, metrics = ''] = /^Metrics are at (\S+)$/m.exec(started.server.err) ?? [];
    expect(await (await fetch(metrics)).text()).toMatch(/^trilha_database_connections\{state="open"\} [1-9]/m);
    await proxy.close();
    await is(503, () => write(started));
    await proxy.open();
    await is(201, () => write(started));
    // A read-only standby may answer until the address leads to the new primary.
    await asOwner(`alter database ${name} set default_transaction_read_only = on`);
    proxy.cut();
    await is(200, () => read(started));
    await is(503, () => write(started));
    await asOwner(`alter database ${name} reset default_transaction_read_only`);
    // Each connection to the copy is dropped at its first write.
    const writeOnAll = () => Promise.all(Array.from({ length: 10 }, () => write(started)));
    await expect.poll(async () => (await writeOnAll()).every(({ status }) => status === 201)).toBe(true);

    await proxy.close();
    await stop(started);
  });

  test('stops while its database is silent and requests wait for it', async () => {
    const started = await start();
    await warmUp(started);
    started.proxy.freeze();
    const asked = Promise.allSettled(Array.from({ length: 20 }, () => write(started)));
    await expect.poll(() => started.server.out.split('/users"').length).toBeGreaterThan(40);
    await stop(started);
    await asked;
  });
});
