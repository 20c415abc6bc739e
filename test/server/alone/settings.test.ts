import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { refused, ServerProcess } from '../../helpers/server-process.ts';

const DATABASE_URL = 'sqlite::memory:';

async function takePort() {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return { port: String((holder.address() as AddressInfo).port), free: () => once(holder.close(), 'close') };
}

describe('a start', () => {
  test('tells the public address where there is one, promises HTTPS if it has that, and warns whoever has turned the limits off (X-172)', async () => {
    const { port, free } = await takePort();
    await free();
    const settings = { PORT: port, PUBLIC_URL: 'https://trilha.example', RATE_LIMIT: 'off' };
    const server = new ServerProcess({ DATABASE_URL, ...settings });
    expect(await server.ready()).toBe('https://trilha.example');
    const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(server.err).toMatch(/^RATE_LIMIT=off: .+\.$/m);
  });

  test('as text tells what went wrong only, and each in one line without control characters (X-215)', async () => {
    const [quiet, wordy] = [{}, { LOG_LEVEL: 'info' }].map(
      (level) => new ServerProcess({ DATABASE_URL, LOG_FORMAT: 'text', ...level }),
    );
    for (const server of [quiet, wordy]) {
      expect((await fetch(`${await server.ready()}/users/nobody?secret=1`)).status).toBe(404);
      server.child.kill('SIGTERM');
      expect(await server.ended).toEqual([0, null]);
    }
    expect(quiet.out).toBe('');
    const lines = wordy.out.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'info listening',
      'info request completed GET /users/nobody 404',
      'info stopping',
    ]);
  });
});

describe('a start that cannot be says why, in a line for each reason:', () => {
  test('wrong settings', async () => {
    expect(await refused({ DATABASE_URL, PORT: 'x', LOG_LEVEL: 'loud' })).toEqual([
      'PORT must be a number from 0 to 65535, not "x".',
      expect.stringMatching(/^LOG_LEVEL must be one of/),
    ]);
  });

  test('the port is taken', async () => {
    const { port, free } = await takePort();
    expect(await refused({ DATABASE_URL, PORT: port })).toEqual([
      `127.0.0.1:${port} is in use: stop the other program, or set PORT to another number.`,
    ]);
    await free();
  });

  test('the host is not here', async () => {
    expect(await refused({ DATABASE_URL, HOST: '192.0.2.1' })).toEqual([
      'HOST is no address of this machine (EADDRNOTAVAIL): set it to 127.0.0.1 or 0.0.0.0.',
    ]);
  });
});
