import { afterAll, describe, expect, test } from 'vitest';
import type { AccountEvent } from '#contract/event.ts';
import { makeMailer } from '../../../server/accounts/mailer.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';
import { MailServer } from './mail-server.ts';

const ORIGIN = 'https://trilha.example';
const FROM = 'trilha@escola.example';

const post = await MailServer.start();
afterAll(() => post.stop());
const mailer = await makeMailer({ url: post.url(), from: FROM });
const server = await startServer({ publicUrl: ORIGIN, mailer, contact: 'ana@escola.example' });

function askForLink(email: string, { from, on = server }: { from?: string; on?: TestServer } = {}) {
  return on.ask('POST', '/password-resets/links', { body: { email }, from, headers: { host: 'evil.example' } });
}

/** The link in the mail to the address, once it comes. */
async function linkTo(email: string): Promise<string> {
  await expect.poll(() => post.mailsTo(email).length).toBe(1);
  return /^https?:.*$/m.exec(post.mailsTo(email)[0]?.text ?? '')?.[0] ?? '';
}

async function reset(link: string): Promise<number> {
  const body = { token: new URL(link).hash.slice(1), password: 'nova1234' };
  return (await server.ask('POST', '/password-resets', { body })).status;
}

/** Lets the mail server take no mail until what is answered is called. */
function holdMails(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  post.gate = promise;
  return resolve;
}

describe('a link by mail', () => {
  test('goes to the e-mail that asked, and sets a new password once (X-320)', async () => {
    const { person } = await server.signUp();
    expect(await askForLink(` ${person.email.toUpperCase()}`)).toMatchObject({ status: 204, text: '' });
    const link = await linkTo(person.email);
    expect(link).toMatch(/^https:\/\/trilha\.example\/redefinir-senha#tr_[\w-]{43}$/);
    expect([await reset(link), await reset(link)]).toEqual([204, 400]);
    const { token } = await server.logIn({ ...person, password: 'nova1234' });
    const { body } = await server.ask<AccountEvent[]>('GET', '/profile/events', { token });
    const events = body.map(({ kind, actor }) => `${kind} ${actor}`);
    expect(events).toEqual(['login user', 'password-reset user', 'reset-link-made user', 'login user']);
  });

  test('comes with headers of its own, and with no word that a user chose', async () => {
    // Anybody may sign up with somebody else's address.
    const { person } = await server.signUp({ name: 'Clique em https://evil.example' });
    await askForLink(person.email);
    await linkTo(person.email);
    const [mail] = post.mailsTo(person.email);
    expect(mail).toMatchObject({ from: FROM, to: [person.email] });
    for (const header of [
      'From: Trilha <trilha@escola.example>',
      'Subject: Redefinir a sua senha na Trilha',
      'Content-Type: text/plain; charset=utf-8',
      'Auto-Submitted: auto-generated',
    ]) {
      expect(`${mail?.headers}\r\n`).toContain(`${header}\r\n`);
    }
    expect(mail?.text).toContain('Ele vale por 1 hora e só pode ser usado uma vez:');
    expect(mail?.text).toContain('Fale com quem mantém este servidor: ana@escola.example');
    expect(mail?.text).not.toContain('evil');
  });

  test('replaces the link before it', async () => {
    const someone = await server.signUp();
    const first = await server.makeResetToken(someone);
    await askForLink(someone.person.email);
    const second = await linkTo(someone.person.email);
    expect([await reset(`${ORIGIN}/#${first}`), await reset(second)]).toEqual([400, 204]);
  });

  test('goes to no unknown or locked user, who get the same answer (X-321)', async () => {
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

  test('is created and mailed after the answer (X-321)', async () => {
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

  test('that cannot be mailed is one log line without a secret', async () => {
    const failing = await startServer({
      publicUrl: ORIGIN,
      mailer: await makeMailer({ url: post.url('falsch-e-errada'), from: FROM }),
    });
    const { person } = await failing.signUp();
    expect((await askForLink(person.email, { on: failing })).status).toBe(204);
    const line = () => failing.log.find((text) => text.includes('was not mailed')) ?? '';
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

  test('is in no log, and neither is the address', async () => {
    const { person } = await server.signUp();
    await askForLink(person.email);
    const token = new URL(await linkTo(person.email)).hash.slice(1);
    const log = server.log.join('');
    expect(log).toContain('"event":"authn_reset_request"');
    for (const secret of [token, person.email]) expect(log).not.toContain(secret);
  });

  test('does not exist on a server without mails', async () => {
    const silent = await startServer({ publicUrl: ORIGIN });
    expect(await askForLink(aPerson().email, { on: silent })).toMatchObject({ status: 404 });
  });
});

test.for([true, false])('a fourth link to an e-mail waits a minute, known or not: %s (X-322)', async (isKnown) => {
  const { email } = isKnown ? (await server.signUp()).person : aPerson();
  const ask = (index: number) => askForLink(email, { from: `198.51.100.${index}` });
  for (let count = 0; count < 3; count += 1) expect((await ask(count)).status).toBe(204);
  expect(await ask(9)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  server.turnClock(60_000);
  expect((await ask(10)).status).toBe(204);
  await expect.poll(() => post.mailsTo(email).length).toBe(isKnown ? 4 : 0);
});
