import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { atEnd, ServerProcess } from '../../helpers/server-process.ts';
import { startServer } from '../../helpers/start-server.ts';

const LARGE_HEAD = `X-Padding: ${'a'.repeat(15_000)}\r\n`;

/** Sends until everything is sent or the server hangs up. Drops the answers. */
async function flood(socket: Socket, requests: number) {
  socket.resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let sent = 0; sent < requests && !socket.destroyed; sent += 1) {
    const isFull = !socket.write(get('/users/nobody', LARGE_HEAD));
    if (isFull) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
}

test('a heap of 256 MB survives 60 sockets that pipeline large heads (X-601)', async () => {
  const server = new ServerProcess({
    DATABASE_URL: 'sqlite::memory:',
    NODE_OPTIONS: '--max-old-space-size=256',
    LOG_LEVEL: 'silent',
  });
  const address = await server.ready();
  const { hostname, port } = new URL(address);
  await Promise.all(
    Array.from({ length: 60 }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      atEnd(() => socket.destroy());
      return flood(socket, 900);
    }),
  );
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
});

function eightAnd(waiting: number): string {
  return get('/slow', LARGE_HEAD).repeat(8 + waiting);
}

test('a socket is closed at the bound of its network or of all (X-601)', async () => {
  const server = await startServer({
    machine: { pipelined: { network: 40_000, total: 60_000 } },
    trustedProxies: ['127.0.0.1'],
  });
  let begun = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  server.app.get('/slow', async () => {
    begun += 1;
    await gate;
    return {};
  });
  await listening(server);
  // Behind a trusted proxy each socket has a bound of its own.
  const [first, second, third] = [dial(server), dial(server), dial(server)];
  first.write(eightAnd(2));
  await expect.poll(() => begun).toBe(8);
  third.write(eightAnd(3));
  expect(await readAll(third)).toBe('');
  second.write(eightAnd(2));
  expect(await readAll(second)).toBe('');
  open();
  let text = '';
  first.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  await expect.poll(() => text.match(/HTTP\/1\.1 200/g)?.length).toBe(10);
});
