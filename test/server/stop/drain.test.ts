import { describe, expect, test } from 'vitest';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';

const url = await aDatabaseUrl();

const start = (seconds: number) => new ServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: String(seconds) });

describe('a server that drains', () => {
  test('is not ready, and still serves everything, on connections that it closes (X-240)', async () => {
    const server = start(60);
    const address = await server.ready();
    const before = await fetch(`${address}/readyz`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const asked = performance.now();
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503);
    const ready = await fetch(`${address}/readyz`);
    expect(ready.headers.get('retry-after')).toBe('5');
    expect(await ready.json()).toMatchObject({ code: 'unavailable' });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const added = await signUp(address);
    expect([added.status, added.headers.get('connection')]).toEqual([201, 'close']);
    // Whoever is at the terminal does not wait.
    server.child.kill('SIGINT');
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeLessThan(60_000);
  });

  test('stops as ever when its time is over, however often it is told (X-240)', async () => {
    const server = start(2);
    await server.ready();
    const asked = performance.now();
    for (let count = 1; count <= 2; count += 1) {
      server.child.kill('SIGTERM');
      await expect.poll(() => server.out.split('"stopping"').length).toBe(count + 1);
    }
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeGreaterThan(1_900);
  });
});
