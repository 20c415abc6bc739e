import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { failToStart, ServerProcess } from '../../helpers/server-process.ts';
import { MailServer } from '../accounts/mail-server.ts';

const DATABASE_URL = 'sqlite::memory:';
// Root may read every file.
const UNREADABLE = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { readFileSync } = fs;
  fs.readFileSync = (path, ...options) => {
    if (!String(path).endsWith('public-page.css')) return readFileSync(path, ...options);
    throw Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES', syscall: 'open' });
  };
  syncBuiltinESMExports();
`)}`;

describe('a server with the log as text and a public address', async () => {
  const mails = await MailServer.start();
  afterAll(() => mails.stop());
  const PORT = String(await freePort());
  const server = new ServerProcess({
    DATABASE_URL,
    PORT,
    PUBLIC_URL: 'https://trilha.example',
    RATE_LIMIT: 'off',
    LOG_FORMAT: 'text',
    LOG_LEVEL: 'info',
    SMTP_URL: mails.url('falsch-e-errada'),
    MAIL_FROM: 'trilha@escola.example',
  });
  beforeAll(() => server.ready());

  test('announces that address and requires HTTPS', async () => {
    expect(server.address).toBe('https://trilha.example');
    const { headers } = await fetch(`http://127.0.0.1:${PORT}/healthz`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('warns that the rate limits are off', () => {
    expect(server.err).toMatch(/^RATE_LIMIT=off: .+\.$/m);
  });

  test('reports in its log that the mail server refuses it, without the password', async () => {
    await expect.poll(() => server.out).toMatch(/^.* warn SMTP_URL: mail server unavailable.*$/m);
    expect(server.out + server.err).not.toContain('falsch-e-errada');
  });

  test('logs a refused request in one line, without its query', async () => {
    expect((await fetch(`http://127.0.0.1:${PORT}/users/nobody?secret=1`)).status).toBe(404);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    const lines = server.out.split('\n').map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
    expect(lines.filter((line) => line.startsWith('info'))).toEqual([
      'info listening',
      'info request completed GET /users/nobody 404',
      'info stopping',
    ]);
  });
});

describe('a start that fails says why, in a line for each reason:', () => {
  test('wrong settings, without a secret', async () => {
    const lines = await failToStart({
      DATABASE_URL,
      PORT: 'x',
      LOG_LEVEL: 'loud\n\u001b[2J',
      SMTP_URL: 'http://geheim@x.example',
    });
    expect(lines).toEqual([
      'PORT must be a number from 0 to 65535, not "x".',
      expect.stringMatching(/^LOG_LEVEL must be one of .*, not "loud\\n\\u001b\[2J"\.$/),
      expect.stringMatching(/^SMTP_URL must be "smtp:/),
    ]);
    expect(lines.join()).not.toContain('geheim');
  });

  test('a host of another machine', async () => {
    expect(await failToStart({ DATABASE_URL, HOST: '192.0.2.1' })).toEqual([
      'HOST is not an address of this machine (EADDRNOTAVAIL): set it to 127.0.0.1 or 0.0.0.0.',
    ]);
  });

  test('a file that cannot be read, without naming HOST or PORT', async () => {
    const [line, ...stack] = await failToStart({ DATABASE_URL, NODE_OPTIONS: `--import=${UNREADABLE}` });
    expect(line).toContain('EACCES: permission denied');
    expect(stack.join()).not.toMatch(/HOST|PORT/);
  });

  test('a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    expect(await failToStart({ DATABASE_URL, PORT: String(port) })).toEqual([
      `127.0.0.1:${port} is in use: stop the other program, or set PORT to another number.`,
    ]);
    holder.close();
  });
});
