import { describe, expect, test } from 'vitest';
import { COURSE_MODULES } from '#contract/choices.ts';
import type { OwnUser } from '#contract/user.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { startServer, statusesOf } from '../helpers/start-server.ts';

const server = await startServer();

function signUp(body: unknown) {
  return server.ask<OwnUser>('POST', '/users', { body });
}

describe('sign-up', () => {
  test('answers the new user, without password or hash (M-080, M-081, M-082)', async () => {
    const person = aPerson();
    const { status, body, text } = await signUp(person);
    const { password, ...visible } = person;
    expect(status).toBe(201);
    expect(body).toEqual({
      ...visible,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      visibility: 'private',
      handle: null,
      searchable: false,
      shows_history: false,
      techs: [],
      works: [],
      avatar_url: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(text).not.toContain(password);
  });

  test('tells every missing field at once, in order, also without any body (M-132)', async () => {
    const everything = {
      status: 'error',
      code: 'validation',
      message: [
        'name is required',
        'email is required',
        'password is required',
        'bio is required',
        'contact is required',
        'course_module is required',
      ],
      fields: {
        name: 'required',
        email: 'required',
        password: 'required',
        bio: 'required',
        contact: 'required',
        course_module: 'required',
      },
    };
    expect((await signUp(undefined)).body).toEqual(everything);
    expect((await signUp({})).body).toEqual(everything);
    const blanks = { name: ' ', email: '\t', password: '', bio: '\n', contact: '  ', course_module: '' };
    expect((await signUp(blanks)).body).toEqual(everything);
  });

  test.for(['\u200b\u200d', '\u00ad', '\u3164', '\u115f\u1160', '\u2800', '\u202e \u2066', '\ufe0f', '\u{e0041}'])(
    'takes %j for a blank, for nobody sees it (X-500)',
    async (blank) => {
      const refused = await signUp(aPerson({ name: blank, bio: `${blank}\n${blank}` }));
      expect(refused).toMatchObject({ status: 400, body: { fields: { name: 'required', bio: 'required' } } });
      const { token } = await server.signUp();
      for (const [path, body] of [
        ['/users/techs', aTechnology({ title: blank })],
        ['/users/works', aWork({ title: blank })],
      ] as const) {
        const answer = await server.ask('POST', path, { token, body });
        expect(answer).toMatchObject({ status: 400, body: { fields: { title: 'required' } } });
      }
      const changed = await server.ask('PUT', '/profile', { token, body: { name: blank } });
      expect(changed).toMatchObject({ status: 400, body: { fields: { name: 'required' } } });
    },
  );

  test.for(['👩‍💻', '\u200fدرس', 'क्‍ष', '❤️', '\u200bAna', '\u0301'])(
    'takes %j as it is: there is something to see (X-500)',
    async (name) => {
      expect(await signUp(aPerson({ name }))).toMatchObject({ status: 201, body: { name } });
    },
  );

  test.for([
    ['email', 'ana', 'invalid email', 'invalid'],
    ['email', 'ana@exämple.com', 'invalid email', 'invalid'],
    ['email', '\u212Aate@example.com', 'invalid email', 'invalid'],
    ['password', 'abc12', 'password: minimum is 6 characters', 'too-short'],
    ['password', '!!!!!!!!', 'password: minimum is 6 characters', 'too-short'],
    ['contact', 'linkedin/in/ana', 'invalid contact', 'invalid'],
    ['contact', 'javascript:alert(1)', 'invalid contact', 'invalid'],
    ['contact', 'data:text/html,x', 'invalid contact', 'invalid'],
    ['course_module', 'Quinto módulo', 'course_module is not one of the accepted values', 'not-allowed'],
    ['name', 'a\u0000b', 'invalid name', 'invalid'],
    ['name', 'a\u0007b', 'invalid name', 'invalid'],
    ['name', 'a\ud800b', 'invalid name', 'invalid'],
    ['bio', 'a\u0000b', 'invalid bio', 'invalid'],
    ['name', 12, 'invalid name', 'invalid'],
    ['name', null, 'invalid name', 'invalid'],
    ['name', ['Ana'], 'invalid name', 'invalid'],
    ['name', { first: 'Ana' }, 'invalid name', 'invalid'],
  ] as const)('refuses the %s %j (M-132, A-10)', async ([field, value, message, code]) => {
    const answer = await signUp({ ...aPerson(), [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ status: 'error', message: [message], code: 'validation', fields: { [field]: code } });
  });

  test.for([
    ['name', 120, '😀'],
    ['password', 128, 'á'],
    ['bio', 2000, '😀'],
  ] as const)('counts the limit of the %s, %i, in code points (A-34)', async ([field, limit, letter]) => {
    expect((await signUp(aPerson({ [field]: letter.repeat(limit) }))).status).toBe(201);
    const answer = await signUp(aPerson({ [field]: letter.repeat(limit + 1) }));
    expect(answer.body).toMatchObject({
      message: [`${field}: maximum is ${limit} characters`],
      fields: { [field]: 'too-long' },
    });
  });

  test('limits the contact to 2048 and the e-mail to 254 code points (A-34)', async () => {
    const contact = `https://example.com/${'a'.repeat(2028)}`;
    expect((await signUp(aPerson({ contact }))).status).toBe(201);
    expect((await signUp(aPerson({ contact: `${contact}a` }))).body).toMatchObject({ fields: { contact: 'too-long' } });
    const domain = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.com`;
    const email = `${'a'.repeat(253 - domain.length)}@${domain}`;
    expect((await signUp(aPerson({ email }))).status).toBe(201);
    expect((await signUp(aPerson({ email: `a${email}` }))).body).toMatchObject({ fields: { email: 'too-long' } });
  });

  test.for(['abcdef', '123456', 'abc123', 'a-b c!d?ef9', 'çãõéíú', '  senha12  '])(
    'accepts the password %j, and only that one logs in (A-05, A-08)',
    async (password) => {
      const { person } = await server.signUp({ password });
      const trimmed = await server.ask('POST', '/sessions', { body: { ...person, password: `${password} ` } });
      expect(trimmed.status).toBe(401);
    },
  );

  test('trims text, keeps the rest of it exactly, and never trims a password (A-08)', async () => {
    const { body } = await signUp(
      aPerson({
        name: '  Ana  Maria\u00a0',
        bio: '\n linha 1\n\tlinha 2 \n',
        contact: ' HTTPS://Example.com/Á?q=1#x ',
      }),
    );
    expect(body).toMatchObject({
      name: 'Ana  Maria',
      bio: 'linha 1\n\tlinha 2',
      contact: 'HTTPS://Example.com/Á?q=1#x',
    });
  });

  test.for(COURSE_MODULES)('accepts the module %s', async (module) => {
    expect((await signUp(aPerson({ course_module: module }))).body).toMatchObject({ course_module: module });
  });

  test('drops fields that it does not know, and lets nobody choose their own id or dates', async () => {
    const chosen = {
      id: 'mine',
      is_admin: true,
      created_at: '1999-01-01T00:00:00.000Z',
      updated_at: '1999-01-01T00:00:00.000Z',
      techs: [aTechnology()],
      works: [{}],
      avatar_url: 'https://example.com/x.png',
      visibility: 'public',
      password_hash: 'x',
      email_key: 'x',
      confirmPassword: 'something else',
    };
    const { status, body } = await signUp({ ...aPerson(), ...chosen });
    expect(status).toBe(201);
    expect(body).toMatchObject({ visibility: 'private', techs: [], works: [], avatar_url: null });
    expect(body.id).not.toBe('mine');
    expect(body.created_at).toBe('2026-03-01T12:00:00.000Z');
    expect(body).not.toHaveProperty('is_admin');
  });

  test('refuses an e-mail that is taken, in any case (A-33)', async () => {
    const { person } = await server.signUp();
    const answer = await signUp(aPerson({ email: ` ${person.email.toUpperCase()} ` }));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      status: 'error',
      message: 'Email already exists',
      code: 'email-taken',
      fields: { email: 'taken' },
    });
  });

  test('lets one of fifty win who sign up at once with one e-mail in mixed case', async () => {
    const { email } = aPerson();
    const spellings = Array.from({ length: 50 }, (_, index) => (index % 2 ? email : email.toUpperCase()));
    const answers = await Promise.all(spellings.map((spelling) => signUp(aPerson({ email: spelling }))));
    expect(statusesOf(answers)).toEqual([201, ...Array<number>(49).fill(409)]);
  });
});

describe('reading a user', () => {
  test.for(['00000000-0000-4000-8000-000000000000', 'x', 'techs', 'profile', "'or'1'='1", '%00', '😀'])(
    'answers the unknown or malformed id %s as not found',
    async (id) => {
      const answer = await server.ask('GET', `/users/${encodeURIComponent(id)}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ status: 'error', message: 'User not found.', code: 'not-found' });
    },
  );

  test('answers HEAD as GET, without the body', async () => {
    const { user, token } = await server.signUp();
    const head = await server.ask('HEAD', `/users/${user.id}`, { token });
    const get = await server.ask('GET', `/users/${user.id}`, { token });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });
});
