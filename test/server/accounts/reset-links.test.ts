import { afterAll, describe, expect, test } from 'vitest';
import type { AccountEvent } from '#contract/event.ts';
import { makeMailer } from '../../../server/accounts/mailer.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { administerHere } from '../../helpers/database/command.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';
import { MailServer } from './mail-server.ts';

const ORIGIN = 'https://trilha.example';
const FROM = 'trilha@escola.example';
const HOUR = 60 * 60_000;

const post = await MailServer.start();
afterAll(() => post.stop());
const mailer = await makeMailer({ url: post.url(), from: FROM });
const server = await startServer({ publicUrl: ORIGIN, mailer, contact: 'ana@escola.example' });

function askForLink(email: string, { from, on = server }: { from?: string; on?: TestServer } = {}) {
  return on.ask('POST', '/password-resets/links', { body: { email }, from, headers: { host: 'evil.example' } });
}

/** The newest link that was mailed to the address, once there are so many. */
async function linkTo(email: string, count = 1): Promise<string> {
  await expect.poll(() => post.mailsTo(email).length).toBe(count);
  return /^https?:.*$/m.exec(post.mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '';
}

function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

describe('a link by mail', () => {
  test('is asked for by the e-mail, comes to it alone, and sets a new password once (X-320)', async () => {
    const { person } = await server.signUp({ name: 'Clique em https://evil.example' });
    expect(await askForLink(` ${person.email.toUpperCase()}`)).toMatchObject({ status: 204, text: '' });
    const link = await linkTo(person.email);
    expect(link).toMatch(/^https:\/\/trilha\.example\/redefinir-senha#tr_[\w-]{43}$/);
    const [mail] = post.mailsTo(person.email);
    expect(mail).toMatchObject({ from: FROM, to: [person.email] });
    expect(mail?.headers).toMatch(/^From: Trilha <trilha@escola\.example>\r$/m);
    expect(mail?.headers).toMatch(/^Subject: Redefinir a sua senha na Trilha\r$/m);
    expect(mail?.headers).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
    expect(mail?.headers).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail?.text).toContain('Ele vale por 1 hora e só pode ser usado uma vez:');
    expect(mail?.text).toContain('Fale com quem mantém este servidor: ana@escola.example');
    // Nobody's words but ours: anybody may sign up with somebody else's address.
    expect(mail?.text).not.toContain('evil');

    const body = { token: tokenOf(link), password: 'nova1234' };
    expect((await server.ask('POST', '/password-resets', { body })).status).toBe(204);
    expect((await server.ask('POST', '/password-resets', { body })).status).toBe(400);
    const { token } = await server.logIn({ ...person, password: 'nova1234' });
    const events = await server.ask<AccountEvent[]>('GET', '/profile/events', { token });
    expect(events.body.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      'login user',
      'password-reset user',
      'reset-link-made user',
      'login user',
    ]);
  });

  test('replaces the last one, whoever made that (X-320)', async () => {
    const someone = await server.signUp();
    const first = await server.makeResetToken(someone);
    await askForLink(someone.person.email);
    const second = tokenOf(await linkTo(someone.person.email));
    for (const [token, status] of [
      [first, 400],
      [second, 204],
    ] as const) {
      const body = { token, password: 'nova1234' };
      expect((await server.ask('POST', '/password-resets', { body })).status).toBe(status);
    }
  });

  test('goes to nobody who is not there or is locked, and their answers are the same (X-321)', async () => {
    const locked = await server.signUp();
    const now = new Date().toISOString();
    await server.database.updateTable('users').set('locked_at', now).where('id', '=', locked.user.id).execute();
    const known = await server.signUp();
    const { email: unknown } = aPerson();
    const answers = [];
    for (const email of [unknown, locked.person.email, known.person.email]) answers.push(await askForLink(email));
    const bare = answers.map(({ status, text, headers }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, text, rest };
    });
    expect(bare[1]).toEqual(bare[0]);
    expect(bare[2]).toEqual(bare[0]);
    await linkTo(known.person.email);
    expect([...post.mailsTo(unknown), ...post.mailsTo(locked.person.email)]).toEqual([]);
    expect((await server.rowsOf(locked)).password_resets).toEqual([]);
  });

  test('is answered before anybody looks who it is for, and before the mail is taken (X-321)', async () => {
    const own = await startServer({ publicUrl: ORIGIN, mailer });
    let made: unknown;
    own.app.addHook('onSend', async () => {
      made = (await own.rows()).password_resets;
    });
    const { person } = await own.signUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    post.gate = promise;
    expect((await askForLink(person.email, { on: own })).status).toBe(204);
    expect([made, post.mailsTo(person.email)]).toEqual([[], []]);
    resolve();
    await linkTo(person.email);
  });

  test('that cannot be mailed is a line of the log without a secret, and nothing else (X-321)', async () => {
    const failing = await startServer({
      publicUrl: ORIGIN,
      mailer: await makeMailer({ url: post.url('falsch-e-errada'), from: FROM }),
    });
    const { person } = await failing.signUp();
    expect((await askForLink(person.email, { on: failing })).status).toBe(204);
    const line = () => failing.log.find((text) => text.includes('was not mailed')) ?? '';
    await expect.poll(line).toContain('"code":"EAUTH"');
    expect(line()).not.toContain('stack');
    const log = failing.log.join('');
    for (const secret of ['falsch-e-errada', person.email, '#tr_']) expect(log).not.toContain(secret);
    expect((await askForLink(person.email, { on: failing })).status).toBe(204);
  });

  test('that was promised is still mailed while the server stops (X-321)', async () => {
    const stopping = await startServer({ publicUrl: ORIGIN, mailer });
    const { person } = await stopping.signUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    post.gate = promise;
    await askForLink(person.email, { on: stopping });
    const stopped = stopping.app.close().then(() => post.mailsTo(person.email).length);
    resolve();
    expect(await stopped).toBe(1);
  });

  test('leaves neither its token nor the address in the log (X-321)', async () => {
    const { person } = await server.signUp();
    await askForLink(person.email);
    const token = tokenOf(await linkTo(person.email));
    const log = server.log.join('');
    expect(log).toContain('"event":"authn_reset_request"');
    for (const secret of [token, person.email]) expect(log).not.toContain(secret);
  });

  test('is refused like any other field when the e-mail is none, and does not exist without a mail server (X-320)', async () => {
    expect(await askForLink('ana')).toMatchObject({ status: 400, body: { fields: { email: 'invalid' } } });
    const silent = await startServer({ publicUrl: ORIGIN });
    expect(await askForLink(aPerson().email, { on: silent })).toMatchObject({ status: 404 });
  });
});

describe('who asks for links again and again', () => {
  test.for([true, false])(
    'waits from the fourth for one e-mail on, from wherever, up to an hour; there: %s (X-322)',
    async (isThere) => {
      const { email } = isThere ? (await server.signUp()).person : aPerson();
      const ask = (index: number) => askForLink(email, { from: `198.51.100.${index}` });
      for (let count = 0; count < 3; count += 1) expect((await ask(count)).status).toBe(204);
      for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
        const held = await ask(9);
        expect(held).toMatchObject({ status: 429, headers: { 'retry-after': String(minutes * 60) } });
        server.turnClock(minutes * 60_000);
        expect((await ask(10)).status).toBe(204);
      }
      await expect.poll(() => post.mailsTo(email).length).toBe(isThere ? 11 : 0);
      server.turnClock(24 * HOUR);
      expect((await ask(11)).status).toBe(204);
    },
  );

  test('for many e-mails waits after sixty in an hour, and keeps nobody elsewhere waiting (X-322)', async () => {
    const ask = () => askForLink(aPerson().email, { from: '203.0.113.5' });
    // At once they would wait for one row, and a slow machine lets the last wait for too long.
    for (let count = 0; count < 60; count += 1) expect((await ask()).status).toBe(204);
    expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await askForLink(aPerson().email, { from: '203.0.113.6' })).status).toBe(204);
  });
});

test('an operator makes a link of the same kind by hand (X-320)', async () => {
  const DATABASE_URL = await aDatabaseUrl();
  const { database } = readConfig({ DATABASE_URL });
  const silent = await startServer({ database: await openDatabase(database) });
  const { person } = await silent.signUp();
  const { out } = await administerHere(['reset-password', person.email], { DATABASE_URL, PUBLIC_URL: ORIGIN });
  expect(out).toMatch(/^https:\/\/trilha\.example\/redefinir-senha#tr_[\w-]{43}\n$/);
  const body = { token: tokenOf(out.trim()), password: 'nova1234' };
  expect((await silent.ask('POST', '/password-resets', { body })).status).toBe(204);
});
