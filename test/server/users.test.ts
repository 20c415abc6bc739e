import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { startServer, statusesOf } from '../helpers/start-server.ts';

const server = await startServer();

const signUp = (body: unknown) => server.ask<OwnUser>('POST', '/users', { body });

describe('sign-up', () => {
  test('returns the new user, private, without password and hash (M-080, M-081, M-082, A-26)', async () => {
    const person = aPerson();
    const { status, body, text } = await signUp(person);
    const { password, ...visible } = person;
    const now = '2026-03-01T12:00:00.000Z';
    const empty = { techs: [], works: [], handle: null, avatar_url: null };
    const hidden = { visibility: 'private', searchable: false, shows_history: false };
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...visible, ...empty, ...hidden, created_at: now, updated_at: now });
    expect(body.id).toMatch(/^[\w-]{36}$/);
    expect(text).not.toContain(password);
    expect(Object.keys(body).filter((key) => /password|hash|_key|sequence/.test(key))).toEqual([]);
  });

  test('names every missing or blank field in order (M-132)', async () => {
    const fields = ['name', 'email', 'password', 'bio', 'contact', 'course_module'];
    const message = fields.map((field) => `${field} is required`);
    const required = Object.fromEntries(fields.map((field) => [field, 'required']));
    const refusal = { status: 'error', code: 'validation', message, fields: required };
    const blanks = { name: ' ', email: '\t', password: '', bio: '\n', contact: '  ', course_module: '' };
    for (const body of [undefined, {}, blanks]) expect((await signUp(body)).body).toEqual(refusal);
  });

  test.for(['\u200b\u200d', '\u00ad', '\u3164', '\u115f\u1160', '\u2800', '\u202e \u2066', '\ufe0f', '\u{e0041}'])(
    'and every other form refuse the invisible text %j (X-500)',
    async (blank) => {
      const { token } = await server.signUp();
      for (const [method, path, body, fields] of [
        ['POST', '/users', aPerson({ name: blank, bio: `${blank}\n${blank}` }), { name: 'required', bio: 'required' }],
        ['POST', '/users/techs', aTechnology({ title: blank }), { title: 'required' }],
        ['POST', '/users/works', aWork({ title: blank }), { title: 'required' }],
        ['PUT', '/profile', { name: blank }, { name: 'required' }],
      ] as const) {
        expect(await server.ask(method, path, { token, body }), path).toMatchObject({ status: 400, body: { fields } });
      }
    },
  );

  test('accepts every visible name (X-500)', async () => {
    for (const name of ['👩‍💻', '\u200fدرس', 'क्‍ष', '❤️', '\u200bAna', '\u0301']) {
      expect(await signUp(aPerson({ name }))).toMatchObject({ status: 201, body: { name } });
    }
  });

  test.for([
    ['email', 'ana', 'invalid email', 'invalid'],
    ['email', '\u212Aate@example.com', 'invalid email', 'invalid'],
    ['password', 'abc12', 'password: minimum is 6 characters', 'too-short'],
    ['contact', 'linkedin/in/ana', 'invalid contact', 'invalid'],
    ['contact', 'javascript:alert(1)', 'invalid contact', 'invalid'],
    ['contact', 'data:text/html,x', 'invalid contact', 'invalid'],
    ['course_module', 'Quinto módulo', 'course_module is not one of the accepted values', 'not-allowed'],
    ['name', 'a\u0000b', 'invalid name', 'invalid'],
    ['name', 'a\ud800b', 'invalid name', 'invalid'],
    ['bio', 'a\u0000b', 'invalid bio', 'invalid'],
  ] as const)('refuses the %s %j (M-132, A-05, A-10)', async ([field, value, message, code]) => {
    const answer = await signUp({ ...aPerson(), [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ status: 'error', message: [message], code: 'validation', fields: { [field]: code } });
  });

  const domain = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.com`;

  test.for([
    ['name', 120, '😀'.repeat(120), '😀'],
    ['password', 128, 'á'.repeat(128), 'á'],
    ['bio', 2000, '😀'.repeat(2000), '😀'],
    ['contact', 2048, `https://example.com/${'a'.repeat(2028)}`, 'a'],
    ['email', 254, `${'a'.repeat(253 - domain.length)}@${domain}`, 'm'],
  ] as const)('limits the %s to %i code points (A-34)', async ([field, limit, longest, more]) => {
    expect((await signUp(aPerson({ [field]: longest }))).status).toBe(201);
    expect((await signUp(aPerson({ [field]: longest + more }))).body).toMatchObject({
      message: [`${field}: maximum is ${limit} characters`],
      fields: { [field]: 'too-long' },
    });
  });

  test('trims every text except the password, and changes nothing inside (A-08)', async () => {
    const texts = { name: 'Ana  Maria', bio: 'linha 1\n\tlinha 2', contact: 'HTTPS://Example.com/Á?q=1#x' };
    const blanks = { name: `  ${texts.name}\u00a0`, bio: `\n ${texts.bio} \n`, contact: ` ${texts.contact} ` };
    const person = aPerson({ ...blanks, password: '  senha12  ' });
    expect((await signUp(person)).body).toMatchObject(texts);
    const logIn = (password: string) => server.ask('POST', '/sessions', { body: { email: person.email, password } });
    const logIns = [await logIn('senha12'), await logIn('  senha12 '), await logIn('  senha12  ')];
    expect(logIns.map((answer) => answer.status)).toEqual([401, 401, 200]);
  });

  test('ignores fields that a user may not choose', async () => {
    const chosen = { id: 'mine', is_admin: true, created_at: '1999-01-01T00:00:00.000Z', visibility: 'public' };
    const lists = { techs: [aTechnology()], works: [{}], avatar_url: 'https://example.com/x.png' };
    const secret = { password_hash: 'x', email_key: 'x', confirmPassword: 'something else' };
    const { status, body } = await signUp({ ...aPerson(), ...chosen, ...lists, ...secret });
    expect(status).toBe(201);
    expect(body).toMatchObject({ visibility: 'private', techs: [], works: [], avatar_url: null });
    expect([body.id === 'mine', body.created_at]).toEqual([false, '2026-03-01T12:00:00.000Z']);
    expect(body).not.toHaveProperty('is_admin');
  });

  test('refuses a taken e-mail, in any case (A-33)', async () => {
    const { person } = await server.signUp();
    const answer = await signUp(aPerson({ email: ` ${person.email.toUpperCase()} ` }));
    expect(answer.status).toBe(409);
    const problem = { message: 'Email already exists', code: 'email-taken', fields: { email: 'taken' } };
    expect(answer.body).toEqual({ status: 'error', ...problem });
  });

  test('accepts one of ten concurrent sign-ups with the same e-mail', async () => {
    const { email } = aPerson();
    const spellings = Array.from({ length: 10 }, (_, index) => (index % 2 ? email : email.toUpperCase()));
    const answers = await Promise.all(spellings.map((spelling) => signUp(aPerson({ email: spelling }))));
    expect(statusesOf(answers)).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

describe('reading a user', () => {
  test('answers 404 for any unknown id', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', 'techs', "'or'1'='1", '%00', '😀']) {
      const answer = await server.ask('GET', `/users/${encodeURIComponent(id)}`);
      expect(answer).toMatchObject({ status: 404, body: { message: 'User not found.', code: 'not-found' } });
    }
  });
});
