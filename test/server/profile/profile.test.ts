import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();

const change = ({ token }: { token: string }, body: unknown) => server.ask<OwnUser>('PUT', '/profile', { token, body });
const isIn = async (token: string) => (await server.ask('GET', '/profile', { token })).status === 200;
const logIn = (email: string, password: string) =>
  server.ask<{ token?: string }>('POST', '/sessions', { body: { email, password } });

async function stored(someone: Parameters<typeof server.rowsOf>[0]) {
  const { attempts: _counted, events: _told, ...rows } = await server.rowsOf(someone);
  return rows;
}

const NOT_THEIRS = { id: 'mine', is_admin: true, sequence: 1, email_key: 'x', password_hash: 'x', created_at: '1999' };

describe('changing the profile', () => {
  test.for([
    ['name', 'Ana Lima'],
    ['email', 'ana-lima@example.com'],
    ['bio', 'Já sei\n\tprogramar.'],
    ['contact', 'http://example.com/lima'],
    ['course_module', 'Quarto módulo (Backend Avançado)'],
    ['visibility', 'public'],
    ['handle', 'ana-lima'],
    ['searchable', true],
    ['shows_history', true],
  ] as const)('changes only the %s, trimmed, and returns the whole user', async ([field, value]) => {
    const someone = await server.signUp();
    server.turnClock(1_000);
    const { status, body } = await change(someone, { [field]: typeof value === 'string' ? ` ${value} ` : value });
    expect(status).toBe(200);
    expect(body).toEqual({ ...someone.user, [field]: value, updated_at: body.updated_at });
    expect(body.updated_at > someone.user.updated_at).toBe(true);
  });

  test.for([
    undefined,
    {},
    { name: '', email: ' ', bio: '\n', contact: '', course_module: '', visibility: '', password: '', old_password: '' },
    { old_password: 'outra123' },
    { ...NOT_THEIRS, confirmPassword: 'x', avatar_url: 'https://example.com/x.png', techs: [{}], works: null },
  ])('changes nothing for %j', async (body) => {
    const someone = await server.signUp();
    const before = await server.rowsOf(someone);
    server.turnClock(1_000);
    expect(await change(someone, body)).toMatchObject({ status: 200, body: someone.user });
    expect(await server.rowsOf(someone)).toEqual(before);
  });

  test('keeps both of two concurrent changes, with increasing times', async () => {
    const someone = await server.signUp();
    const [bio, contact] = ['Mudei.', 'https://example.com/novo'];
    server.turnClock(-60_000);
    await Promise.all([change(someone, { bio }), change(someone, { contact })]);
    server.turnClock(60_000);
    const { body } = await change(someone, {});
    expect(body).toMatchObject({ bio, contact, updated_at: someone.user.updated_at });
  });
});

describe('featured technologies', () => {
  test('are seen by their user only, and without deleted ones', async () => {
    const someone = await server.signUp();
    const { token, user } = someone;
    const ids: string[] = [];
    for (const title of ['HTML', 'CSS']) ids.push((await server.addTechnology(token, { title })).id);
    expect((await change(someone, { featured: ids, visibility: 'public' })).body.featured).toEqual(ids);
    expect((await server.ask('GET', `/users/${user.id}`)).body).not.toHaveProperty('featured');
    await server.ask('DELETE', `/users/techs/${ids[0]}`, { token });
    expect((await change(someone, {})).body.featured).toEqual([ids[1]]);
    expect((await change(someone, { featured: [] })).body.featured).toEqual([]);
  });

  test("are at most eight of the user's own; a refusal saves nothing else (X-366)", async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    const theirs = await server.addTechnology(other.token);
    const before = await stored(someone);
    const change8 = { handle: 'ana-oito', bio: 'Mudei.' };
    for (const [featured, message] of [
      [[theirs.id], 'invalid featured'],
      [Array(9).fill(theirs.id), 'featured: maximum is 8 items'],
      ['React', 'invalid featured'],
    ] as const) {
      const refused = { status: 400, body: { code: 'validation', message: [message] } };
      expect(await change(someone, { ...change8, featured })).toMatchObject(refused);
    }
    expect(await stored(someone)).toEqual(before);
  });
});

describe('a new e-mail', () => {
  test('is refused in any case when another user has it, and saves nothing else', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    const before = await stored(someone);
    const more = { bio: 'Mudei.', password: 'nova1234', old_password: 'senha123' };
    const answer = await change(someone, { email: ` ${other.person.email.toUpperCase()} `, ...more });
    const problem = { message: 'E-mail already in use.', code: 'email-taken', fields: { email: 'taken' } };
    expect(answer).toMatchObject({ status: 409, body: problem });
    expect(await stored(someone)).toEqual(before);
  });

  test('logs in from then on, in any case, and frees the old one', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    const { email: old, password } = someone.person;
    expect(await change(someone, { email: old.toUpperCase() })).toMatchObject({ body: { email: old.toUpperCase() } });
    expect((await logIn(old, password)).status).toBe(200);
    expect((await change(someone, { email: `nova-${old}` })).status).toBe(200);
    expect(statusesOf([await logIn(`nova-${old}`, password), await logIn(old, password)])).toEqual([200, 401]);
    expect((await change(other, { email: old })).status).toBe(200);
  });
});

describe('a new password', () => {
  const required = 'You need to inform the old password to set a new password.';

  test.for<[object, object, string?]>([
    [{}, { old_password: 'required' }, required],
    [{ old_password: '' }, { old_password: 'required' }, required],
    [{ old_password: 'senha123 ' }, { old_password: 'invalid' }, 'Old password does not match.'],
    [{ old_password: null }, { old_password: 'invalid' }],
    [{ old_password: 'senha123', password: 'abc12' }, { password: 'too-short' }],
    [{ old_password: 'senha123', password: 123_456 }, { password: 'invalid' }],
  ])('is refused with %j, and nothing else is saved', async ([sent, fields, message]) => {
    const someone = await server.signUp();
    const before = await stored(someone);
    const answer = await change(someone, { password: 'nova1234', bio: 'Mudei.', ...sent });
    const problem = message === undefined ? { code: 'validation' } : { code: 'wrong-password', message };
    expect(answer).toMatchObject({ status: 400, body: { status: 'error', fields, ...problem } });
    expect(await stored(someone)).toEqual(before);
  });

  test('logs in from then on, and ends all sessions but its own', async () => {
    const someone = await server.signUp();
    const { email } = someone.person;
    const [other, stranger] = [await server.logIn(someone.person), await server.signUp()];
    const answer = await change(someone, { password: '  nova12  ', old_password: 'senha123', bio: 'Mudei.' });
    expect(answer).toMatchObject({ status: 200, body: { bio: 'Mudei.' } });
    const open = await Promise.all([someone, other, stranger].map(({ token }) => isIn(token)));
    expect(open).toEqual([true, false, true]);
    expect((await logIn(email, '  nova12  ')).status).toBe(200);
    for (const wrong of ['senha123', 'nova12']) expect((await logIn(email, wrong)).status).toBe(401);
  });

  test.for([
    ['one session', 400],
    ['two sessions', 401],
  ] as const)('is set by one of two concurrent requests of %s', async ([sessions, refused]) => {
    const someone = await server.signUp();
    const other = sessions === 'one session' ? someone : await server.logIn(someone.person);
    const answers = await Promise.all([
      change(someone, { password: 'nova1234', old_password: 'senha123' }),
      change(other, { password: 'outra123', old_password: 'senha123' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, refused]);
    const open = await Promise.all([...new Set([someone.token, other.token])].map(isIn));
    expect(open.filter(Boolean)).toHaveLength(1);
  });

  test('ends the session of a concurrent login with the old password', async () => {
    for (let round = 0; round < 3; round += 1) {
      const someone = await server.signUp();
      const { email, password } = someone.person;
      const logIns = Array.from({ length: 8 }, () => logIn(email, password));
      expect((await change(someone, { password: 'nova1234', old_password: password })).status).toBe(200);
      for (const { body } of await Promise.all(logIns)) {
        if (body.token !== undefined) expect(await isIn(body.token)).toBe(false);
      }
      expect(await isIn(someone.token)).toBe(true);
    }
  });
});
