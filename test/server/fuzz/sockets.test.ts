import { once } from 'node:events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPicture } from '../../helpers/images.ts';
import { dial, listening, readAll } from '../../helpers/raw-http.ts';
import { startServer } from '../../helpers/start-server.ts';
import { runs } from './arbitrary.ts';

const SOME = 25;
const server = await listening(await startServer({ rateLimit: false }));

test('any bytes on a socket get 4xx or no response, and other clients are served', async () => {
  const picture = await aPicture();
  const line = fc.constantFrom(
    'GET /users HTTP/1.1\r\nHost: a\r\n',
    'POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{"a"',
    'POST /users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    'POST /users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc',
    'GET //%00/../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n',
    'PUT /profile HTTP/9.9\r\n\r\n',
    `PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data\r\nContent-Length: ${picture.length}\r\n\r\n`,
  );
  const noise = fc.uint8Array({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(line, noise, fc.boolean(), async (start, bytes, first) => {
      const parts = [Buffer.from(start, 'latin1'), Buffer.from(bytes)];
      const socket = dial(server);
      await once(socket, 'connect');
      socket.end(Buffer.concat(first ? parts : parts.toReversed()));
      const answered = await readAll(socket);
      const statuses = [...answered.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect((await server.ask('GET', '/healthz')).status).toBe(200);
    }),
    runs(SOME),
  );
  await server.signUp();
});
