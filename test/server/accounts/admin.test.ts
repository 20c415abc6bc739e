import { describe, expect, test } from 'vitest';
import type { ProfileExport, SignUp } from '#contract/user.ts';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { administerHere, runAdmin } from '../../helpers/database/command.ts';
import { aPerson } from '../../helpers/make.ts';
import { ServerProcess } from '../../helpers/server-process.ts';

const url = await aDatabaseUrl();
const server = new ServerProcess({ DATABASE_URL: url });
const settings = { DATABASE_URL: url, PUBLIC_URL: 'https://trilha.example' };
const admin = (...words: string[]) => administerHere(words, settings);

async function ask(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  return fetch(`${await server.ready()}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const logIn = ({ email, password }: SignUp) => ask('POST', '/sessions', { body: { email, password } });

/** A user of the server that runs. */
async function signUp(overrides: Partial<SignUp> = {}) {
  const person = aPerson(overrides);
  expect((await ask('POST', '/users', { body: person })).status).toBe(201);
  const { token, user } = (await (await logIn(person)).json()) as { token: string; user: { id: string } };
  await ask('PUT', '/profile', { token, body: { visibility: 'public' } });
  return { person, token, id: user.id };
}

const withoutTimes = ({ exported_at: _at, events: _told, ...rest }: ProfileExport) => rest;

describe('beside the server that runs', () => {
  test('list finds people by a part of the name or the e-mail, without case and accents (X-260)', async () => {
    const { person } = await signUp({ name: 'Ângela Müller' });
    await signUp({ name: 'Outra Pessoa' });
    for (const text of ['angela', 'MÜLLER', person.email.slice(2, 20).toUpperCase()]) {
      expect(await admin('list', text)).toEqual({
        code: 0,
        out: expect.stringMatching(/^ana-\S+\tÂngela Müller\tsince \d{4}-\d\d-\d\d\n$/),
        err: '',
      });
    }
    expect((await admin('list')).out).toContain('Outra Pessoa');
    expect(await admin('list', 'nobody-like-that')).toEqual({ code: 0, out: 'Nobody.\n', err: '' });
  });

  test('reset-password prints a link that sets a new password once (X-261)', async () => {
    const { person, token: session } = await signUp();
    const { code, out, err } = await runAdmin(['reset-password', person.email.toUpperCase()], settings);
    const [, token = ''] = /^https:\/\/trilha\.example\/redefinir-senha#(tr_[\w-]{43})\n$/.exec(out) ?? [];
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('for 1 hour') });
    const reset = () => ask('POST', '/password-resets', { body: { token, password: 'nova1234' } });
    expect((await reset()).status).toBe(204);
    expect((await reset()).status).toBe(400);
    expect((await ask('GET', '/profile', { token: session })).status).toBe(401);
    expect((await logIn({ ...person, password: 'nova1234' })).status).toBe(200);
    const own = await administerHere(['reset-password', person.email], {
      DATABASE_URL: url,
      HOST: '::1',
      PORT: '4000',
    });
    expect(own.out).toMatch(/^http:\/\/\[::1\]:4000\/redefinir-senha#/);
  });

  test('lock ends the sessions, and hides the account from others, until unlock (X-265)', async () => {
    const { person, token, id } = await signUp();
    const wrong = await ask('POST', '/sessions', { body: { email: person.email, password: 'errada12' } });
    const link = (await admin('reset-password', person.email)).out.trim().replace(/^.*#/, '');
    expect((await admin('lock', person.email)).code).toBe(0);
    expect((await ask('GET', '/profile', { token })).status).toBe(401);
    const refused = await logIn(person);
    expect([refused.status, await refused.json()]).toEqual([wrong.status, await wrong.json()]);
    expect((await ask('GET', `/users/${id}`)).status).toBe(404);
    expect(await (await ask('GET', '/users?perPage=100')).text()).not.toContain(id);
    expect((await ask('POST', '/password-resets', { body: { token: link, password: 'nova1234' } })).status).toBe(400);
    expect((await ask('POST', '/users', { body: person })).status).toBe(409);
    expect((await admin('list', person.email)).out).toContain('locked on');
    expect((await admin('lock', person.email)).out).toContain('was locked before');
    expect(await admin('reset-password', person.email)).toMatchObject({ code: 1, out: '' });
    expect((await admin('unlock', person.email)).code).toBe(0);
    expect((await logIn(person)).status).toBe(200);
    expect((await ask('GET', `/users/${id}`)).status).toBe(200);
    expect(await admin('unlock', person.email)).toEqual({ code: 1, out: '', err: `${person.email} is not locked.\n` });
  });

  test('end-sessions ends them all, and the password still works (X-260)', async () => {
    const { person, token } = await signUp();
    expect((await admin('end-sessions', person.email)).code).toBe(0);
    expect((await ask('GET', '/profile', { token })).status).toBe(401);
    expect((await logIn(person)).status).toBe(200);
  });

  test('export prints what the user gets, and tells them (X-260)', async () => {
    const { person, token } = await signUp();
    await ask('POST', '/users/techs', { token, body: { title: 'React', status: 'Iniciante' } });
    const printed = JSON.parse((await admin('export', person.email)).out) as ProfileExport;
    const own = (await (await ask('GET', '/profile/export', { token })).json()) as ProfileExport;
    expect(withoutTimes(printed)).toEqual(withoutTimes(own));
    expect(own.events.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      'data-exported user',
      'data-exported admin',
      'made-public user',
      'login user',
    ]);
    expect(printed.events).toEqual(own.events.slice(1));
  });

  test('delete takes everything away, but only when told so (X-260)', async () => {
    const { person, id } = await signUp();
    const unasked = await runAdmin(['delete', person.email], settings);
    expect(unasked).toEqual({
      code: 1,
      out: '',
      err: 'Nobody is there to be asked: say --yes. Nothing was changed.\n',
    });
    expect((await logIn(person)).status).toBe(200);
    expect((await admin('delete', person.email, '--yes')).code).toBe(0);
    expect((await ask('GET', `/users/${id}`)).status).toBe(404);
    expect((await logIn(person)).status).toBe(401);
  });
});

test.for([
  [['reset-password', 'nobody@example.com'], /^Nobody has the e-mail nobody@example\.com: .*\n$/],
  [[], /^Usage: npm run admin -- list \[text\] \| .*\n$/],
  [['lock'], /^Usage: .*\n$/],
  [['lock', 'a@example.com', 'b@example.com'], /^Usage: .*\n$/],
  [['toString', 'a@example.com'], /^Usage: .*\n$/],
  [['lock', 'a@example.com', '--yes'], /^Usage: .*\n$/],
  [['lock', '--now'], /^Unknown option '--now'.*\n$/],
] as const)('%j is refused in one line (X-260)', async ([words, line]) => {
  expect(await admin(...words)).toEqual({ code: 1, out: '', err: expect.stringMatching(line) });
});

test('a command that is refused ends with one line and the code 1 (X-260)', async () => {
  expect(await runAdmin(['lock', '--now'], settings)).toEqual(await admin('lock', '--now'));
});

test('a database that is not there is not made (X-260)', async () => {
  const { code, err } = await administerHere(['list'], { DATABASE_URL: 'sqlite:/nowhere/trilha.sqlite' });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^There is no database yet .*\n$/) });
});
