import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { aPerson } from '../../helpers/make.ts';
import { ServerProcess } from '../../helpers/server-process.ts';

function start(environment: Record<string, string> = {}): ServerProcess {
  return new ServerProcess({ DATABASE_URL: 'sqlite::memory:', ...environment });
}

describe('a stop', () => {
  // A process group is signalled whole, and npm and scripts/start.mjs signal the server again.
  test.for([
    [['SIGTERM']],
    [['SIGINT']],
    [['SIGHUP']],
    [['SIGTERM', 'SIGTERM']],
    [['SIGINT', 'SIGINT', 'SIGTERM']],
    [['SIGHUP', 'SIGTERM', 'SIGHUP']],
  ] satisfies Array<[NodeJS.Signals[]]>)('by %j answers the request that is under way', async ([signals]) => {
    const server = start({ LOG_LEVEL: 'debug' });
    const { port } = new URL(await server.ready());
    const body = JSON.stringify(aPerson());
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (text) => (answer += text));
    const hungUp = once(socket, 'close');
    const head = [
      'POST /users HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
    await expect.poll(() => server.out).toContain('incoming request');
    for (const [index, signal] of signals.entries()) {
      server.child.kill(signal);
      await expect.poll(() => server.out.split('"stopping"').length).toBe(index + 2);
    }
    socket.write(body.slice(5));
    await hungUp;
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
    expect(await server.ended).toEqual([0, null]);
  });

  test('cuts off a request that never ends, after five seconds', async () => {
    const server = start({ LOG_LEVEL: 'debug' });
    const { port } = new URL(await server.ready());
    const stuck = connect(Number(port), '127.0.0.1');
    stuck.on('error', () => undefined);
    stuck.write('POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    await expect.poll(() => server.out).toContain('incoming request');
    const asked = performance.now();
    server.child.kill('SIGTERM');
    // A request that is not cut off ends the process at the last moment, with the code 1.
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeGreaterThan(4_900);
  });

  test('ends although nobody reads the log, and before that the server answers (X-153)', async () => {
    const server = start();
    const address = await server.ready();
    server.child.stdout.pause();
    // More than the pipe and both its ends hold.
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
