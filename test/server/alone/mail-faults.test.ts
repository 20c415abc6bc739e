import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { makeMailer, type MailTimeOuts } from '../../../server/accounts/mailer.ts';
import { atEnd } from '../../helpers/server-process.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

const USUAL: Record<string, string> = { greeting: '220 x ESMTP', DATA: '354 go on', QUIT: '221 bye' };
// In milliseconds, for faults that only a timeout ends.
const SILENT = { greetingTimeout: 100, socketTimeout: 100 };
const ENDLESS = { mail: 500 };

/** The reply to a verb; undefined is the usual one, null none. */
type Reply = (verb: string, socket: Socket) => string | null | undefined;

/** A faulty mail server. Returns its address, and the lines that it receives. */
async function mailServer(reply: Reply): Promise<{ host: string; received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    let isText = false;
    const answer = (verb: string) => {
      const line = reply(verb, socket);
      if (line !== null && socket.writable) socket.write(`${line ?? USUAL[verb] ?? '250 ok'}\r\n`);
    };
    answer('greeting');
    createInterface({ input: socket }).on('line', (line) => {
      received.push(line);
      if (isText && line !== '.') return;
      const [verb = ''] = line.split(' ', 1);
      isText = verb === 'DATA';
      answer(verb);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function serverWith(url: string, timeOuts?: MailTimeOuts): Promise<TestServer> {
  const mailer = await makeMailer({ url, from: 'trilha@escola.example' }, timeOuts);
  return startServer({ publicUrl: 'https://trilha.example', mailer, trustedProxies: ['127.0.0.1'] });
}

/** Signs up a user and requests a reset link. Returns the e-mail. */
async function askForLink(server: TestServer, address = '203.0.113.1'): Promise<string> {
  const { email } = (await server.signUp()).person;
  const headers = { 'x-forwarded-for': address };
  expect((await server.ask('POST', '/password-resets/links', { body: { email }, headers })).status).toBe(204);
  return email;
}

const failuresIn = ({ log }: TestServer) => log.filter((line) => line.includes('password reset mail not sent'));

/** Replies forever, so that no pause is long enough for a timeout. */
const DRIBBLE: Reply = (verb, socket) => {
  if (verb !== 'EHLO') return undefined;
  const more = setInterval(() => socket.write('250-x\r\n'), 20);
  socket.once('close', () => clearInterval(more));
  return '250-x';
};

const at = (fault: string, line: ReturnType<Reply>, hangUp = false): Reply =>
  function reply(verb, socket) {
    if (verb !== fault) return undefined;
    if (hangUp) socket.destroy();
    return line;
  };

test.for([
  ['never greets', at('greeting', null), 'ETIMEDOUT', SILENT],
  ['greets without end', at('greeting', `220-${'x'.repeat(3_000_000)}`), /^E/, SILENT],
  ['falls silent', at('MAIL', null), 'ETIMEDOUT', SILENT],
  ['dribbles', DRIBBLE, /^E/, ENDLESS],
  ['is busy', at('greeting', '421 4.3.2 come back later'), /^E/],
  ['hangs up in the middle', at('RCPT', null, true), /^E/],
  ['knows no such user', at('RCPT', '550 5.1.1 no such user: EMAIL, password PASSWORD'), 'EENVELOPE'],
  ['accepts no text', at('DATA', '554 5.6.0 no: EMAIL'), /^E/],
  ['calls it spam', at('.', '554 5.7.1 spam, said EMAIL'), 'EMESSAGE'],
  ['hangs up at the end', at('.', null, true), /^E/],
  ['speaks HTTP', at('greeting', 'HTTP/1.1 400 Bad Request'), /^E/],
] as const)('a mail server that %s causes one line in the log', async ([, reply, code, timeOuts]) => {
  const { host } = await mailServer(reply);
  const server = await serverWith(`smtp://${host}`, timeOuts);
  const email = await askForLink(server);
  await expect.poll(() => failuresIn(server)).toHaveLength(1);
  const { mail } = JSON.parse(failuresIn(server)[0] ?? '') as { mail: { code: string } };
  expect(mail.code).toEqual(typeof code === 'string' ? code : expect.stringMatching(code));
  for (const secret of [email, 'EMAIL', 'PASSWORD', '#tr_', 'spam']) expect(server.log.join('')).not.toContain(secret);
});

test('four endless mails time out, and the fifth is sent (X-505)', async () => {
  let calls = 0;
  const { host, received } = await mailServer((verb, socket) => {
    if (verb === 'greeting') calls += 1;
    return calls <= 4 ? DRIBBLE(verb, socket) : undefined;
  });
  const server = await serverWith(`smtp://${host}`, { mail: 2_000 });
  for (let count = 0; count < 5; count += 1) await askForLink(server);
  await expect.poll(() => failuresIn(server)).toHaveLength(4);
  await expect.poll(() => received.filter((line) => line.startsWith('Subject: '))).toHaveLength(1);
});

test('endless mails of one network delay no mail of another (X-505)', async () => {
  let started = 0;
  let isEndless = true;
  const { host, received } = await mailServer((verb, socket) => {
    if (verb === 'greeting') started += 1;
    return isEndless ? DRIBBLE(verb, socket) : undefined;
  });
  const server = await serverWith(`smtp://${host}`, { mail: 3_600_000 });
  for (let count = 0; count < 12; count += 1) await askForLink(server);
  await expect.poll(() => started).toBeGreaterThan(0);
  isEndless = false;
  await askForLink(server, '203.0.113.2');
  await expect.poll(() => received.filter((line) => line.startsWith('Subject: '))).toHaveLength(1);
});

test('an endless mail does not keep the server from closing', async () => {
  const { host, received } = await mailServer(DRIBBLE);
  const server = await serverWith(`smtp://${host}`, { mail: 3_600_000 });
  await askForLink(server);
  await expect.poll(() => received).toHaveLength(1);
  await server.app.close();
});

const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-', '-out', '-'];
const { status, stdout: pem } = spawnSync('openssl', ['req', '-x509', '-subj', '/CN=localhost', ...key]);
if (status === 0) {
  test.for(['smtps', 'smtp'])('a self-signed certificate receives no mail over %s:', async (scheme) => {
    const mails: string[] = [];
    const post = new SMTPServer({
      secure: scheme === 'smtps',
      key: pem,
      cert: pem,
      authOptional: true,
      onRcptTo: ({ address }, _session, done) => {
        mails.push(address);
        done();
      },
    });
    post.on('error', () => undefined);
    await once(post.listen(0, '127.0.0.1'), 'listening');
    atEnd(() => new Promise<void>((resolve) => post.close(() => resolve())));
    const { port } = post.server.address() as AddressInfo;
    const server = await serverWith(`${scheme}://127.0.0.1:${port}`);
    await askForLink(server);
    await expect.poll(() => failuresIn(server)).toHaveLength(1);
    expect(mails).toEqual([]);
  });
}

test('a mail server on another machine that refuses TLS gets no password', async () => {
  const { host, received } = await mailServer((verb) => {
    if (verb === 'EHLO') return '250-x\r\n250 AUTH PLAIN';
    return verb === 'STARTTLS' ? '502 5.5.1 what?' : undefined;
  });
  // The setting that any host but this machine has.
  const server = await serverWith(`smtp://ana:geheim@${host}?requireTLS=true`);
  await askForLink(server);
  await expect.poll(() => failuresIn(server)).toHaveLength(1);
  expect(received.map((line) => line.split(' ', 1)[0]).filter((verb) => verb !== 'QUIT')).toEqual(['EHLO', 'STARTTLS']);
});
