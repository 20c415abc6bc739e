import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { makeMailer, type MailTimeOuts } from '../../../server/accounts/mailer.ts';
import { aPerson } from '../../helpers/make.ts';
import { atEnd } from '../../helpers/server-process.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

const ORIGIN = 'https://trilha.example';
const FROM = 'trilha@escola.example';
const USUAL: Record<string, string> = { greeting: '220 x ESMTP', DATA: '354 go on', QUIT: '221 bye' };
// In milliseconds: what a fault waits for has to come soon.
const SOON = { greetingTimeout: 300, socketTimeout: 300, mail: 1_000 };

/** What to say to a verb; undefined says what is usual, null nothing. */
type Say = (verb: string, socket: Socket) => string | null | undefined;

/** A server of mails that goes wrong. Answers its address, and what it hears. */
async function mailServer(say: Say): Promise<{ host: string; heard: string[] }> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    let isText = false;
    const answer = (verb: string) => {
      const said = say(verb, socket);
      if (said !== null && socket.writable) socket.write(`${said ?? USUAL[verb] ?? '250 ok'}\r\n`);
    };
    answer('greeting');
    createInterface({ input: socket }).on('line', (line) => {
      heard.push(line);
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
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

async function serverWith(url: string, timeOuts: MailTimeOuts = SOON): Promise<TestServer> {
  return startServer({ publicUrl: ORIGIN, mailer: await makeMailer({ url, from: FROM }, timeOuts) });
}

const askForLink = (server: TestServer, email: string) =>
  server.ask('POST', '/password-resets/links', { body: { email } });

function failuresIn({ log }: TestServer): string[] {
  return log.filter((line) => line.includes('was not mailed'));
}

/** Says a word now and then, for ever, so that nobody calls it silent. */
const DRIBBLE: Say = (verb, socket) => {
  if (verb !== 'EHLO') return undefined;
  const more = setInterval(() => socket.write('250-x\r\n'), 20);
  socket.once('close', () => clearInterval(more));
  return '250-x';
};

const at = (wanted: string, said: ReturnType<Say>, hangUp = false): Say =>
  function say(verb, socket) {
    if (verb !== wanted) return undefined;
    if (hangUp) socket.destroy();
    return said;
  };

test.for([
  ['never greets', at('greeting', null), 'ETIMEDOUT'],
  ['greets without end', at('greeting', `220-${'x'.repeat(3_000_000)}`), /^E/],
  ['hangs up at once', at('greeting', null, true), /^E/],
  ['is busy', at('greeting', '421 4.3.2 come back later'), /^E/],
  ['falls silent', at('MAIL', null), 'ETIMEDOUT'],
  ['dribbles', DRIBBLE, /^E/],
  ['hangs up in the middle', at('RCPT', null, true), /^E/],
  ['knows nobody of that name', at('RCPT', '550 5.1.1 no such user: EMAIL, password PASSWORD'), 'EENVELOPE'],
  ['has no room for it', at('RCPT', '452 4.2.2 EMAIL is full'), 'EENVELOPE'],
  ['takes no text', at('DATA', '554 5.6.0 no: EMAIL'), /^E/],
  ['refuses what it was sent', at('.', '554 5.7.1 spam, said EMAIL'), 'EMESSAGE'],
  ['hangs up at the end', at('.', null, true), /^E/],
  ['is no mail server', at('greeting', 'HTTP/1.1 400 Bad Request'), /^E/],
] as const)('a mail server that %s costs a line of the log, and nobody an answer (X-505)', async ([, say, code]) => {
  const { host } = await mailServer(say);
  const server = await serverWith(`smtp://${host}`);
  const [known, unknown] = [(await server.signUp()).person.email, aPerson().email];
  for (const email of [known, unknown]) expect((await askForLink(server, email)).status).toBe(204);
  await expect.poll(() => failuresIn(server)).toHaveLength(1);
  const { mail } = JSON.parse(failuresIn(server)[0] ?? '') as { mail: { code: string } };
  expect(mail.code).toEqual(typeof code === 'string' ? code : expect.stringMatching(code));
  for (const secret of [known, unknown, 'EMAIL', 'PASSWORD', '#tr_', 'spam']) {
    expect(server.log.join('')).not.toContain(secret);
  }
});

test('mails that never end make room for the next ones (X-505)', async () => {
  let calls = 0;
  const { host, heard } = await mailServer((verb, socket) => {
    if (verb === 'greeting') calls += 1;
    return calls <= 4 ? DRIBBLE(verb, socket) : undefined;
  });
  const server = await serverWith(`smtp://${host}`);
  const people = await Promise.all(Array.from({ length: 5 }, () => server.signUp()));
  for (const { person } of people) expect((await askForLink(server, person.email)).status).toBe(204);
  await expect.poll(() => heard.filter((line) => line.startsWith('Subject: '))).toHaveLength(1);
  await expect.poll(() => failuresIn(server)).toHaveLength(4);
});

test('a mail that never ends does not keep the server from its end (X-505)', async () => {
  const { host, heard } = await mailServer(DRIBBLE);
  const server = await serverWith(`smtp://${host}`, { mail: 3_600_000 });
  const { person } = await server.signUp();
  expect((await askForLink(server, person.email)).status).toBe(204);
  await expect.poll(() => heard).toHaveLength(1);
  await server.app.close();
});

const own = [
  'req',
  '-x509',
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-nodes',
  '-subj',
  '/CN=localhost',
];
const { status, stdout: pem } = spawnSync('openssl', [...own, '-keyout', '-', '-out', '-'], { encoding: 'utf8' });
if (status === 0) {
  test.for(['smtps', 'smtp'])('a certificate that vouches for itself gets no mail, by %s: (X-505)', async (scheme) => {
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
    const { person } = await server.signUp();
    expect((await askForLink(server, person.email)).status).toBe(204);
    await expect.poll(() => failuresIn(server)).toHaveLength(1);
    expect(mails).toEqual([]);
  });
}

test('a mail server that hides its TLS is told nothing, unless it is on this machine (X-505)', async () => {
  const { host, heard } = await mailServer((verb) => {
    if (verb === 'EHLO') return '250-x\r\n250 AUTH PLAIN';
    return verb === 'STARTTLS' ? '502 5.5.1 what?' : undefined;
  });
  // As of a server elsewhere.
  const server = await serverWith(`smtp://ana:geheim@${host}?requireTLS=true`);
  const { person } = await server.signUp();
  expect((await askForLink(server, person.email)).status).toBe(204);
  await expect.poll(() => failuresIn(server)).toHaveLength(1);
  expect(heard.map((line) => line.split(' ', 1)[0]).filter((verb) => verb !== 'QUIT')).toEqual(['EHLO', 'STARTTLS']);
});
