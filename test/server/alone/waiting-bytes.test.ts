import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { get } from '../../helpers/raw-http.ts';
import { atEnd, ServerProcess } from '../../helpers/server-process.ts';

const LARGE_HEAD = `X-Padding: ${'a'.repeat(7_500)}\r\n`;

/** Sends until everything is sent or the server disconnects. Discards the responses. */
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
      return flood(socket, 400);
    }),
  );
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
});
