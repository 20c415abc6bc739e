import { describe, expect, test } from 'vitest';
import type { ProfileExport } from '#contract/user.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { administerHere, endOf, runCommand, startCommand } from '../../helpers/database/command.ts';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const DATABASE_URL = await aDatabaseUrl();
const settings = { DATABASE_URL, PUBLIC_URL: 'https://trilha.example' };
const database = await openDatabase(readConfig(settings).database);
const server = await startServer({ database, clock: () => new Date() });
const admin = (...words: string[]) => administerHere(words, database, settings);
const statusOf = async (...request: Parameters<typeof server.ask>) => (await server.ask(...request)).status;
const logIn = (email: string, password: string) => server.ask('POST', '/sessions', { body: { email, password } });

describe('npm run admin', () => {
  test('list finds users by id, name or e-mail, and shows their last login', async () => {
    const { person, user } = await server.signUp({ name: 'Ângela Müller' });
    const out = expect.stringMatching(/^ana-\S+\tÂngela Müller\tsince \S{10}\tlast login 2\S{9}\n1 account\.\n$/);
    for (const text of ['angela', 'MÜLLER', person.email.slice(2, 20).toUpperCase(), user.id]) {
      expect(await admin('list', text)).toEqual({ code: 0, out, err: '' });
    }
    const neverLoggedIn = aPerson();
    await server.ask('POST', '/users', { body: neverLoggedIn });
    expect((await admin('list', neverLoggedIn.email)).out).toContain('\tno login in 180 days\n');
    expect(await admin('list', 'nobody-like-that')).toEqual({ code: 0, out: '0 accounts.\n', err: '' });
  });

  test('reset-password prints a link that sets a new password once', async () => {
    const { person, token: session } = await server.signUp();
    const local = await administerHere(['reset-password', person.email], database, { DATABASE_URL, HOST: '::1' });
    expect(local.out).toMatch(/^http:\/\/\[::1\]:\d+\/redefinir-senha#/);
    const { code, out, err } = await admin('reset-password', person.email.toUpperCase());
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('for 1 hour') });
    const [, token] = /^https:\/\/trilha\.example\/redefinir-senha#(tr_[\w-]{43})\n$/.exec(out) ?? [];
    const body = { token, password: 'nova1234' };
    expect(await statusOf('POST', '/password-resets', { body })).toBe(204);
    expect(await statusOf('POST', '/password-resets', { body })).toBe(400);
    expect(await statusOf('GET', '/profile', { token: session })).toBe(401);
    expect((await logIn(person.email, 'nova1234')).status).toBe(200);
  });

  test('lock ends the sessions and hides the account, until unlock', async () => {
    const { person, token, user } = await server.signUp();
    const { email, password } = person;
    await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
    const wrong = await logIn(email, 'errada12');
    const link = (await admin('reset-password', email)).out.trim().replace(/^.*#/, '');
    expect((await admin('lock', email)).code).toBe(0);
    expect(await statusOf('GET', '/profile', { token })).toBe(401);
    expect(await logIn(email, password)).toMatchObject({ status: wrong.status, body: wrong.body });
    expect(await statusOf('GET', `/users/${user.id}`)).toBe(404);
    expect((await server.ask('GET', '/users?perPage=100')).text).not.toContain(user.id);
    expect(await statusOf('POST', '/password-resets', { body: { token: link, password: 'nova1234' } })).toBe(400);
    expect(await statusOf('POST', '/users', { body: person })).toBe(409);
    expect((await admin('list', email)).out).toContain('locked on');
    expect((await admin('lock', email)).out).toContain('was already locked');
    expect(await admin('reset-password', email)).toMatchObject({ code: 1, out: '' });
    expect((await admin('unlock', email)).code).toBe(0);
    expect((await logIn(email, password)).status).toBe(200);
    expect(await statusOf('GET', `/users/${user.id}`)).toBe(200);
    expect(await admin('unlock', email)).toEqual({ code: 1, out: '', err: `${email} is not locked.\n` });
  });

  test('end-sessions ends every session, and the password still works', async () => {
    const { person, token } = await server.signUp();
    expect((await admin('end-sessions', person.email)).code).toBe(0);
    expect(await statusOf('GET', '/profile', { token })).toBe(401);
    expect((await logIn(person.email, person.password)).status).toBe(200);
  });

  test('export prints the user’s own export and adds an event', async () => {
    const { person, token } = await server.signUp();
    await server.addTechnology(token);
    const printed = JSON.parse((await admin('export', person.email)).out) as ProfileExport;
    const { body: own } = await server.ask<ProfileExport>('GET', '/profile/export', { token });
    expect({ ...printed, exported_at: '', events: [] }).toEqual({ ...own, exported_at: '', events: [] });
    const events = own.events.map(({ kind, actor }) => `${kind} ${actor}`);
    expect(events).toEqual(['data-exported user', 'data-exported admin', 'login user']);
    expect(printed.events).toEqual(own.events.slice(1));
  });

  test('delete removes the account, and only after a confirmation', async () => {
    const { person, user } = await server.signUp();
    const err = 'Without a terminal, confirm with --yes. Nothing was changed.\n';
    expect(await endOf(startCommand('admin', ['delete', person.email], { settings }))).toEqual({
      code: 1,
      out: '',
      err,
    });
    expect((await logIn(person.email, person.password)).status).toBe(200);
    expect((await admin('delete', person.email, '--yes')).code).toBe(0);
    expect(await statusOf('GET', `/users/${user.id}`)).toBe(404);
    expect((await logIn(person.email, person.password)).status).toBe(401);
  });

  test.for([
    [['reset-password', 'nobody@example.com'], /^No account has the e-mail nobody@example\.com\. .*\n$/],
    [[], /^Usage: npm run admin -- list \[text\] \| .*\n$/],
    [['toString', 'a@example.com'], /^Usage: .*\n$/],
    [['lock', 'a@example.com', '--yes'], /^Usage: .*\n$/],
    [['lock', '--now'], /^Unknown option '--now'.*\n$/],
  ] as const)('refuses %j in one line', async ([words, line]) => {
    expect(await admin(...words)).toEqual({ code: 1, out: '', err: expect.stringMatching(line) });
  });

  test('does not create a missing database', async () => {
    const { code, err } = await runCommand('admin', ['list'], { DATABASE_URL: 'sqlite:/nowhere/x.sqlite' });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^\/nowhere\/x\.sqlite does not exist: /) });
  });
});
