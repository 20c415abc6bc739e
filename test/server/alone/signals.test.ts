import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { holdSignUp, ServerProcess, signUp } from '../../helpers/server-process.ts';

function start(environment: Record<string, string> = {}): ServerProcess {
  return new ServerProcess({ DATABASE_URL: 'sqlite::memory:', ...environment });
}

/** Sends a signal, and waits until the server has received it. */
async function send(server: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  const received = () => server.out.split('"stopping"').length;
  const before = received();
  server.child.kill(signal);
  await expect.poll(received).toBe(before + 1);
}

describe('a server that stops', () => {
  // A process group is signalled as a whole, and npm and scripts/start.mjs signal the server again.
  test.for([[['SIGTERM']], [['SIGINT', 'SIGINT', 'SIGTERM']], [['SIGHUP', 'SIGTERM', 'SIGHUP']]] satisfies Array<
    [NodeJS.Signals[]]
  >)('finishes a request after %j', async ([signals]) => {
    const server = start();
    const request = await holdSignUp(await server.ready());
    for (const signal of signals) await send(server, signal);
    expect(await request.finish()).toMatch(/^HTTP\/1.1 201 /);
    expect(await server.ended).toEqual([0, null]);
  });

  test('cuts off a request that is not complete after five seconds', async () => {
    const server = start();
    await holdSignUp(await server.ready());
    const asked = performance.now();
    server.child.kill('SIGTERM');
    // A connection that stays open ends the process at the last moment, with the code 1.
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeGreaterThan(4_900);
  });

  test('neither waits nor stalls for a reader of its log', async () => {
    const server = start();
    const address = await server.ready();
    server.child.stdout.pause();
    // More than the pipe and the buffers at both ends hold.
    for (let count = 0; count < 8; count += 1) {
      const some = Array.from({ length: 50 }, () => fetch(`${address}/${'x'.repeat(2_000)}`));
      for (const { status } of await Promise.all(some)) expect(status).toBe(404);
    }
    const exit = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    server.child.stdout.resume();
  });
});

describe('a server that drains', () => {
  test('is not ready, serves everything and closes connections, until SIGINT', async () => {
    const server = start({ DRAIN_SECONDS: '60' });
    const address = await server.ready();
    const before = await fetch(`${address}/readyz`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const asked = performance.now();
    await send(server, 'SIGTERM');
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await ready.json()).toMatchObject({ code: 'unavailable' });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const added = await signUp(address);
    expect([added.status, added.headers.get('connection')]).toEqual([201, 'close']);
    server.child.kill('SIGINT');
    expect(await server.ended).toEqual([0, null]);
    // Before the drain is over.
    expect(performance.now() - asked).toBeLessThan(60_000);
  });

  test('stops after DRAIN_SECONDS, whatever the number of signals', async () => {
    const server = start({ DRAIN_SECONDS: '1' });
    await server.ready();
    const asked = performance.now();
    for (const signal of ['SIGTERM', 'SIGTERM'] as const) await send(server, signal);
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeGreaterThan(900);
  });
});
