import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../helpers/database/command.ts';
import { refused, ServerProcess } from '../../helpers/server-process.ts';
import { MailServer } from '../accounts/mail-server.ts';

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
    const quiet = new ServerProcess({ DATABASE_URL, LOG_FORMAT: 'text' });
    const wordy = new ServerProcess({ DATABASE_URL, LOG_FORMAT: 'text', LOG_LEVEL: 'info' });
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

test('a process whose mail server does not let it in says so in one line, and serves (X-320)', async () => {
  const post = await MailServer.start();
  const SMTP_URL = post.url('falsch-e-errada');
  const mail = { SMTP_URL, MAIL_FROM: 'trilha@escola.example', PUBLIC_URL: 'https://trilha.example' };
  const server = new ServerProcess({ DATABASE_URL, ...mail });
  await server.ready();
  await expect.poll(() => server.out).toContain('SMTP_URL: the mail server cannot be used');
  expect(server.out + server.err).not.toContain('falsch-e-errada');
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  await post.stop();
});

describe('a start that cannot be says why, in a line for each reason:', () => {
  test('wrong settings, of which none that holds a secret is repeated (X-320)', async () => {
    const lines = await refused({ DATABASE_URL, PORT: 'x', LOG_LEVEL: 'loud', SMTP_URL: 'http://geheim@x.example' });
    expect(lines).toEqual([
      'PORT must be a number from 0 to 65535, not "x".',
      expect.stringMatching(/^LOG_LEVEL must be one of/),
      expect.stringMatching(/^SMTP_URL must be "smtp:/),
    ]);
    expect(lines.join()).not.toContain('geheim');
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

test.for([
  [['--users', 'many'], '--users must be a number from 1 to 1000000000.'],
  [['--users', '1', '--techs', '501'], '--techs must be a number from 0 to 500.'],
  [['--people', '3'], "Unknown option '--people'"],
] as const)('the seed says in one line what %j lacks', async ([options, line]) => {
  const { code, err } = await runCommand('seed', [...options], { url: DATABASE_URL });
  expect({ code, err }).toEqual({ code: 1, err: `${line}\n` });
});
