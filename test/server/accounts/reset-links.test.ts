import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeMailer } from '../../../server/accounts/mailer.ts';
import { makeResetLinks } from '../../../server/accounts/reset-links.ts';
import { makePasswords } from '../../../server/accounts/passwords.ts';
import { fingerprint, makeToken } from '../../../server/accounts/tokens.ts';
import { sweepPasswordResets } from '../../../server/database/accounts/password-resets.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';
import { dial, listening } from '../../helpers/raw-http.ts';
import { MailServer } from './mail-server.ts';

const HOUR = 60 * 60_000;
const ORIGIN = 'https://trilha.example';
const FROM = 'trilha@escola.example';

const post = await MailServer.start();
afterAll(() => post.stop());
const mailer = await makeMailer({ url: post.url(), from: FROM });
const server = await startServer({ publicUrl: ORIGIN, mailer, operatorContact: 'ana@escola.example' });

const reset = (token: string, password = 'nova1234', from?: string) =>
  server.ask('POST', '/password-resets', { body: { token, password }, from });
const askForLink = (email: string, { on = server, from }: { on?: typeof server; from?: string } = {}) =>
  on.ask('POST', '/password-resets/links', { body: { email }, from, headers: { host: 'evil.example' } });
const logInStatus = async (email: string, password: string, from?: string) =>
  (await server.ask('POST', '/sessions', { body: { email, password }, from })).status;

async function linkTo(email: string): Promise<string> {
  await expect.poll(() => post.mailsTo(email).length).toBe(1);
  return /^https?:.*$/m.exec(post.mailsTo(email)[0]?.text ?? '')?.[0] ?? '';
}

/** Makes the mail server hold all mails until the returned function is called. */
function holdMails(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  post.gate = promise;
  return resolve;
}

const problem = { status: 'error', message: ['invalid token'], code: 'validation', fields: { token: 'invalid' } };
const REFUSED = { status: 400, body: problem };

describe('a link to a new password', () => {
  test('sets it once, and ends every session (X-262)', async () => {
    const someone = await server.signUp();
    const { email, password } = someone.person;
    const { token: other } = await server.logIn(someone.person);
    const token = await server.makeResetToken(someone);
    expect(await reset(token)).toMatchObject({ status: 204, text: '' });
    for (const ended of [someone.token, other]) {
      expect((await server.ask('GET', '/profile', { token: ended })).status).toBe(401);
    }
    expect(await reset(token, 'outra1234')).toMatchObject(REFUSED);
    expect([await logInStatus(email, password), await logInStatus(email, 'nova1234')]).toEqual([401, 200]);
  });

  test('works for an hour, unless it is replaced or the password is changed', async () => {
    const someone = await server.signUp();
    const [replaced, late] = [await server.makeResetToken(someone), await server.makeResetToken(someone)];
    server.turnClock(HOUR);
    for (const token of [replaced, late, makeToken(), 'x']) expect(await reset(token)).toMatchObject(REFUSED);
    const [older, last] = [await server.makeResetToken(someone), await server.makeResetToken(someone)];
    server.turnClock(HOUR - 1);
    expect(await reset(older)).toMatchObject(REFUSED);
    expect((await reset(last, '12')).status).toBe(400);
    expect((await reset(last)).status).toBe(204);
    const { token } = await server.logIn({ ...someone.person, password: 'nova1234' });
    const unused = await server.makeResetToken(someone);
    await server.ask('PUT', '/profile', { token, body: { password: 'outra1234', old_password: 'nova1234' } });
    expect(await reset(unused)).toMatchObject(REFUSED);
  });

  test('stays valid when a stranger requests another by mail (X-604)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    await askForLink(someone.person.email, { from: '203.0.113.12' });
    await linkTo(someone.person.email);
    expect((await reset(token)).status).toBe(204);
  });

  test('sets one of two passwords that are sent concurrently to two instances (X-262)', async () => {
    const one = await startServer();
    const other = await startServer({ database: one.database });
    const someone = await one.signUp();
    const token = await one.makeResetToken(someone);
    const send = (on: typeof server, password: string) =>
      on.ask('POST', '/password-resets', { body: { token, password } });
    const answers = await Promise.all([send(one, 'primeira1'), send(other, 'segunda12')]);
    expect(statusesOf(answers)).toEqual([204, 400]);
    await one.logIn({ ...someone.person, password: answers[0]?.status === 204 ? 'primeira1' : 'segunda12' });
  });

  test('computes one hash, however many passwords are sent concurrently (X-262)', async () => {
    const real = makePasswords();
    const hash = vi.fn<typeof real.hash>(real.hash);
    const own = await startServer({ passwords: { ...real, hash } });
    const token = await own.makeResetToken(await own.signUp());
    hash.mockClear();
    const passwords = Array.from({ length: 6 }, (_, index) => `nova123${index}`);
    const answers = passwords.map((password) => own.ask('POST', '/password-resets', { body: { token, password } }));
    expect(statusesOf(await Promise.all(answers))).toEqual([204, ...passwords.slice(1).map(() => 400)]);
    expect(hash).toHaveBeenCalledTimes(1);
  });

  test('is stored as a fingerprint, never logged, and swept after its hour', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    const [stored] = (await server.rowsOf(someone)).password_resets;
    expect(stored).toMatchObject({ token_hash: fingerprint(token) });
    const end = Date.parse(stored?.expires_at ?? '');
    for (const left of [1, 0]) {
      await sweepPasswordResets(server.database, new Date(end - left));
      expect((await server.rowsOf(someone)).password_resets).toHaveLength(left);
    }
    expect((await reset(await server.makeResetToken(someone), 'segredo-novo')).status).toBe(204);
    for (const secret of [token, fingerprint(token), 'segredo-novo']) expect(server.log.join('')).not.toContain(secret);
  });

  test('delay a network after a hundred wrong ones, but never the right one', async () => {
    const token = await server.makeResetToken(await server.signUp());
    const from = '203.0.113.9';
    for (let count = 0; count < 100; count += 1) expect((await reset(makeToken(), 'nova1234', from)).status).toBe(400);
    const wait = { status: 429, headers: { 'retry-after': '1' } };
    expect(await reset(makeToken(), 'nova1234', from)).toMatchObject(wait);
    expect((await reset(token, 'nova1234', from)).status).toBe(204);
    expect(await reset(token, 'nova1234', from)).toMatchObject(wait);
  });

  test('makes the network in which it is used known to the account (X-163)', async () => {
    const [someone, from] = [await server.signUp(), '203.0.113.10'];
    for (let count = 0; count < 100; count += 1) expect((await reset(makeToken(), 'nova1234', from)).status).toBe(400);
    expect(await logInStatus(someone.person.email, someone.person.password, from)).toBe(429);
    expect((await reset(await server.makeResetToken(someone), 'nova1234', from)).status).toBe(204);
    expect(await logInStatus(someone.person.email, 'nova1234', from)).toBe(200);
  });
});

describe('a link by mail', () => {
  test('is mailed, revokes others when used, and is never logged (X-320, X-604)', async () => {
    const someone = await server.signUp();
    const { person } = someone;
    const before = await server.makeResetToken(someone);
    expect(await askForLink(` ${person.email.toUpperCase()}`)).toMatchObject({ status: 204, text: '' });
    const link = await linkTo(person.email);
    expect(link).toMatch(/^https:\/\/trilha\.example\/redefinir-senha#tr_[\w-]{43}$/);
    const token = link.slice(-46);
    expect([(await reset(token)).status, (await reset(before)).status]).toEqual([204, 400]);
    const events = (await server.rowsOf(someone)).events.map(({ kind, actor }) => `${kind} ${actor}`);
    const [made, set] = ['reset-link-made', 'password-reset'];
    expect(events).toEqual(['login user', `${made} admin`, `${made} user`, `${set} user`]);
    const log = server.log.join('');
    expect(log).toContain('"event":"authn_reset_request"');
    for (const secret of [token, person.email]) expect(log).not.toContain(secret);
  });

  test('is sent in a mail without user input', async () => {
    const { person } = await server.signUp({ name: 'Clique em https://evil.example' });
    await askForLink(person.email);
    await linkTo(person.email);
    const [mail] = post.mailsTo(person.email);
    expect(mail).toMatchObject({ from: FROM, to: [person.email] });
    expect(mail?.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail?.text).toContain('ana@escola.example');
    expect(mail?.text).not.toContain('evil');
  });

  test('is not sent to unknown or locked users, with the same response (X-321)', async () => {
    const [locked, known, { email: unknown }] = [await server.signUp(), await server.signUp(), aPerson()];
    const now = new Date().toISOString();
    await server.database.updateTable('users').set({ locked_at: now }).where('id', '=', locked.user.id).execute();
    const answers = [];
    for (const email of [unknown, locked.person.email, known.person.email]) {
      const { status, text, headers } = await askForLink(email);
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      answers.push({ status, text, rest });
    }
    expect(answers).toEqual(Array(3).fill(answers[0]));
    await linkTo(known.person.email);
    expect([...post.mailsTo(unknown), ...post.mailsTo(locked.person.email)]).toEqual([]);
    expect((await server.rowsOf(locked)).password_resets).toEqual([]);
  });

  test('is created and mailed after the response (X-321)', async () => {
    const own = await startServer({ publicUrl: ORIGIN, mailer });
    let made: unknown;
    own.app.addHook('onSend', async () => {
      made = (await own.rows()).password_resets;
    });
    const { person } = await own.signUp();
    const release = holdMails();
    expect((await askForLink(person.email, { on: own })).status).toBe(204);
    expect([made, post.mailsTo(person.email)]).toEqual([[], []]);
    release();
    await linkTo(person.email);
  });

  test('is mailed even if the client has disconnected (X-322)', async () => {
    const own = await startServer({ publicUrl: ORIGIN, mailer });
    own.app.addHook('preHandler', async (request, reply) => {
      if (request.url !== '/password-resets/links') return;
      request.raw.socket.destroy();
      await once(reply.raw, 'close');
    });
    await listening(own);
    const { person } = await own.signUp();
    const body = JSON.stringify({ email: person.email });
    const head = `Host: trilha.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    dial(own).write(`POST /password-resets/links HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    await linkTo(person.email);
  });

  test('that fails to be mailed logs one line without a secret', async () => {
    const refused = await makeMailer({ url: post.url('falsch-e-errada'), from: FROM });
    const failing = await startServer({ publicUrl: ORIGIN, mailer: refused });
    const { person } = await failing.signUp();
    expect((await askForLink(person.email, { on: failing })).status).toBe(204);
    const line = () => failing.log.find((text) => text.includes('password reset mail not sent')) ?? '';
    await expect.poll(line).toContain('"code":"EAUTH"');
    expect(line()).not.toContain('stack');
    for (const secret of ['falsch-e-errada', person.email, '#tr_']) expect(failing.log.join('')).not.toContain(secret);
  });

  test('is mailed even if the server stops meanwhile', async () => {
    const stopping = await startServer({ publicUrl: ORIGIN, mailer });
    const { person } = await stopping.signUp();
    const release = holdMails();
    await askForLink(person.email, { on: stopping });
    const stopped = stopping.app.close().then(() => post.mailsTo(person.email).length);
    release();
    expect(await stopped).toBe(1);
  });

  test('is not counted for its e-mail if it still waits when the server stops (X-322)', async () => {
    const { person } = await server.signUp();
    const { promise: never } = Promise.withResolvers<undefined>();
    const slow = { send: () => never, verify: () => never };
    const now = new Date('2026-03-01T12:00:00.000Z');
    const links = makeResetLinks({
      database: server.database,
      clock: () => now,
      mailer: slow,
      origin: ORIGIN,
      operatorContact: '',
    });
    const request = { ip: '203.0.113.30', userId: '', log: { warn: () => undefined } };
    const reply = { raw: new PassThrough().end().resume(), request } as unknown as FastifyReply;
    let uncounted = 0;
    // Two of a network are mailed at a time.
    for (let count = 0; count < 3; count += 1) links.mailAfter(reply, person.email, async () => void (uncounted += 1));
    await once(reply.raw, 'close');
    await links.close();
    expect(uncounted).toBe(1);
  });

  test('does not exist on a server without mails', async () => {
    const silent = await startServer({ publicUrl: ORIGIN });
    expect(await askForLink(aPerson().email, { on: silent })).toMatchObject({ status: 404 });
  });

  test.for([true, false])('is delayed a minute from the fourth on, e-mail known: %s (X-322)', async (isKnown) => {
    const { email } = isKnown ? (await server.signUp()).person : aPerson();
    const ask = (index: number) => askForLink(email, { from: `198.51.100.${index}` });
    for (let count = 0; count < 3; count += 1) expect((await ask(count)).status).toBe(204);
    expect(await ask(9)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    await expect.poll(() => post.mailsTo(email).length).toBe(isKnown ? 3 : 0);
  });

  test('is not counted for its e-mail if the queue refuses it (X-322)', async () => {
    const own = await startServer({ publicUrl: ORIGIN, mailer });
    const { person } = await own.signUp();
    const ask = async (email: string, network: number) =>
      expect((await askForLink(email, { on: own, from: `203.0.113.${network}` })).status).toBe(204);
    const release = holdMails();
    for (let count = 0; count < 10; count += 1) await ask((await own.signUp()).person.email, count % 5);
    for (let count = 0; count < 200; count += 1) await ask(aPerson().email, 10 + (count % 4));
    for (let count = 0; count < 4; count += 1) await ask(person.email, 10);
    release();
    for (let count = 0; count < 3; count += 1) await ask(person.email, 20);
    expect((await askForLink(person.email, { on: own, from: '203.0.113.20' })).status).toBe(429);
    await expect.poll(() => post.mailsTo(person.email).length).toBe(3);
  });

  test('is not counted for its e-mail if it cannot be stored (X-322)', async () => {
    const own = await startServer({ publicUrl: ORIGIN, mailer });
    const { person } = await own.signUp();
    await own.database.schema.dropTable('password_resets').execute();
    const refused = () => own.log.filter((line) => line.includes('password reset mail not sent')).length;
    for (let count = 1; count <= 4; count += 1) {
      expect((await askForLink(person.email, { on: own })).status).toBe(204);
      await expect.poll(refused).toBe(count);
    }
  });

  test('does not wait for others of a network that the account knows (X-322)', async () => {
    const [person, from] = [aPerson(), '203.0.113.11'];
    expect((await server.ask('POST', '/users', { body: person, from })).status).toBe(201);
    const { person: stranger } = await server.signUp();
    const asked = [person.email, person.email, ...Array.from({ length: 58 }, () => aPerson().email)];
    for (const email of asked) expect((await askForLink(email, { from })).status).toBe(204);
    for (const email of [stranger.email, aPerson().email]) expect((await askForLink(email, { from })).status).toBe(429);
    for (const status of [204, 429]) expect((await askForLink(person.email, { from })).status).toBe(status);
    await expect.poll(() => post.mailsTo(person.email).length).toBe(3);
  });
});
