import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OpenSession } from '#contract/session.ts';
import type { OwnUser, ProfileExport } from '#contract/user.ts';
import { removeUser } from '../../../server/database/users.ts';
import { accountKey } from '../../../server/accounts/throttle.ts';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { aTechnology, aWork } from '../../helpers/make.ts';
import { type SignedIn, startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();

function change({ token }: { token: string }, body: unknown) {
  return server.ask<OwnUser>('PUT', '/profile', { token, body });
}

async function profile({ token }: { token: string }): Promise<OwnUser> {
  const answer = await server.ask<OwnUser>('GET', '/profile', { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

function isIn(token: string): Promise<boolean> {
  return server.ask('GET', '/profile', { token }).then(({ status }) => status === 200);
}

function logIn(email: string, password: string) {
  return server.ask('POST', '/sessions', { body: { email, password } });
}

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
  ] as const)('changes the %s alone, and answers the whole user', async ([field, value]) => {
    const someone = await server.signUpWithEverything();
    const before = await profile(someone);
    server.turnClock(1_000);
    const { status, body } = await change(someone, { [field]: value });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, [field]: value, updated_at: body.updated_at });
    expect(body.updated_at > before.updated_at).toBe(true);
    expect(await profile(someone)).toEqual(body);
  });

  test.for([
    undefined,
    '',
    {},
    { name: '', email: ' ', bio: '\n', contact: '', course_module: '', visibility: '', password: '', old_password: '' },
    { old_password: 'senha123' },
    { old_password: 'outra123' },
    { confirmPassword: 'x', avatar_url: 'https://example.com/x.png', techs: [{}], works: null },
  ])('with nothing useful in %j answers the user and changes nothing', async (body) => {
    const someone = await server.signUp();
    const before = await server.rowsOf(someone);
    server.turnClock(1_000);
    const answer = await change(someone, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(someone.user);
    expect(await server.rowsOf(someone)).toEqual(before);
  });

  test('drops what it does not know, and lets nobody choose an id, a date or a hash', async () => {
    const someone = await server.signUp();
    const chosen = {
      id: 'mine',
      is_admin: true,
      sequence: 1,
      email_key: 'x',
      password_hash: 'x',
      created_at: '1999-01-01T00:00:00.000Z',
      updated_at: '1999-01-01T00:00:00.000Z',
      avatar_url: 'https://example.com/x.png',
    };
    const { status, body } = await change(someone, { ...chosen, name: 'Ana Lima' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...someone.user, name: 'Ana Lima' });
    expect(await logIn(someone.person.email, someone.person.password)).toMatchObject({ status: 200 });
  });

  test('trims, and takes a change of one field beside empty texts for the others', async () => {
    const someone = await server.signUp();
    const { body } = await change(someone, { name: '  Ana Lima ', bio: '', contact: '  ', email: '' });
    expect(body).toEqual({ ...someone.user, name: 'Ana Lima' });
  });

  test.for([
    ['name', null, 'invalid'],
    ['bio', ['x'], 'invalid'],
    ['contact', {}, 'invalid'],
    ['email', null, 'invalid'],
    ['visibility', true, 'invalid'],
    ['password', 123_456, 'invalid'],
    ['password', 'abc12', 'too-short'],
    ['password', 'x'.repeat(129), 'too-long'],
    ['old_password', null, 'invalid'],
    ['name', 'x'.repeat(121), 'too-long'],
    ['bio', 'x'.repeat(2001), 'too-long'],
    ['name', 'a\u0000b', 'invalid'],
  ] as const)('refuses the %s %j and saves nothing else', async ([field, value, code]) => {
    const someone = await server.signUp();
    const before = await server.rowsOf(someone);
    const answer = await change(someone, { ...(field !== 'bio' && { bio: 'Mudei.' }), [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields: { [field]: code } } });
    expect(await server.rowsOf(someone)).toEqual(before);
  });

  test('never looks older than before, even when the clock is set back', async () => {
    const someone = await server.signUp();
    server.turnClock(-60_000);
    const { body } = await change(someone, { bio: 'Mudei.' });
    server.turnClock(60_000);
    expect(body).toMatchObject({ bio: 'Mudei.', updated_at: someone.user.updated_at });
  });

  test('keeps both of two changes to different fields at once', async () => {
    const someone = await server.signUp();
    await Promise.all([change(someone, { bio: 'Mudei.' }), change(someone, { contact: 'https://example.com/novo' })]);
    expect(await profile(someone)).toMatchObject({ bio: 'Mudei.', contact: 'https://example.com/novo' });
  });
});

describe('a new e-mail', () => {
  test('that another user has is refused, in any case, and nothing else is saved', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    const { attempts: _counted, events: _told, ...before } = await server.rowsOf(someone);
    const answer = await change(someone, { email: ` ${other.person.email.toUpperCase()} `, bio: 'Mudei.' });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      status: 'error',
      message: 'E-mail already in use.',
      code: 'email-taken',
      fields: { email: 'taken' },
    });
    const { attempts: _more, events: _toldMore, ...after } = await server.rowsOf(someone);
    expect(after).toEqual(before);
  });

  test("may be one's own, in another case, and is then shown in that case", async () => {
    const someone = await server.signUp();
    const email = someone.person.email.toUpperCase();
    expect(await change(someone, { email: someone.person.email })).toMatchObject({ status: 200 });
    expect(await change(someone, { email })).toMatchObject({ status: 200, body: { email } });
    expect((await logIn(someone.person.email, someone.person.password)).status).toBe(200);
  });

  test('logs in from then on, the old one does not, and another user may take that', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    const email = `nova-${someone.person.email}`;
    expect((await change(someone, { email })).status).toBe(200);
    expect((await logIn(someone.person.email, someone.person.password)).status).toBe(401);
    expect((await logIn(email, someone.person.password)).status).toBe(200);
    expect((await change(other, { email: someone.person.email })).status).toBe(200);
  });

  test('is taken by one of ten who want it at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => server.signUp()));
    const email = `disputado-${people[0]?.user.id}@example.com`;
    const answers = await Promise.all(people.map((someone) => change(someone, { email })));
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
  });
});

describe('a new password', () => {
  const wrong = {
    status: 'error',
    message: 'Old password does not match.',
    code: 'wrong-password',
    fields: { old_password: 'invalid' },
  };

  test('needs the old one', async () => {
    const someone = await server.signUp();
    const before = await server.rowsOf(someone);
    for (const old of [{}, { old_password: '' }]) {
      const answer = await change(someone, { password: 'nova1234', bio: 'Mudei.', ...old });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        status: 'error',
        message: 'You need to inform the old password to set a new password.',
        code: 'wrong-password',
        fields: { old_password: 'required' },
      });
    }
    expect(await server.rowsOf(someone)).toEqual(before);
  });

  test('is refused with a wrong old one, and then nothing else is saved and no session ends', async () => {
    const someone = await server.signUp();
    const { attempts: _counted, events: _told, ...before } = await server.rowsOf(someone);
    const answer = await change(someone, { password: 'nova1234', old_password: 'senha123 ', bio: 'Mudei.' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(wrong);
    const { attempts: _more, events: _toldMore, ...after } = await server.rowsOf(someone);
    expect(after).toEqual(before);
    expect((await logIn(someone.person.email, someone.person.password)).status).toBe(200);
  });

  test('logs in from then on, and ends all sessions but the one that set it', async () => {
    const someone = await server.signUp();
    const [other, stranger] = [await server.logIn(someone.person), await server.signUp()];
    const answer = await change(someone, { password: '  nova12  ', old_password: 'senha123', bio: 'Mudei.' });
    expect(answer).toMatchObject({ status: 200, body: { bio: 'Mudei.' } });
    expect(await isIn(other.token)).toBe(false);
    expect(await isIn(someone.token)).toBe(true);
    expect(await isIn(stranger.token)).toBe(true);
    expect((await logIn(someone.person.email, 'senha123')).status).toBe(401);
    expect((await logIn(someone.person.email, 'nova12')).status).toBe(401);
    expect((await logIn(someone.person.email, '  nova12  ')).status).toBe(200);
  });

  test('is not saved when the e-mail beside it is taken, and no session ends', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    const another = await server.logIn(someone.person);
    const body = { password: 'nova1234', old_password: 'senha123', email: other.person.email };
    expect((await change(someone, body)).status).toBe(409);
    expect(await isIn(another.token)).toBe(true);
    expect((await logIn(someone.person.email, 'senha123')).status).toBe(200);
  });

  test('is set by one of two who change the same old one at once', async () => {
    const someone = await server.signUp();
    const other = await server.logIn(someone.person);
    const answers = await Promise.all([
      change(someone, { password: 'nova1234', old_password: 'senha123' }),
      change(other, { password: 'outra123', old_password: 'senha123' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 401]);
    const open = await Promise.all([isIn(someone.token), isIn(other.token)]);
    expect(open.filter(Boolean)).toHaveLength(1);
  });
});

test('a login with the old password opens no session once the password has been changed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const someone = await server.signUp();
    const { email, password } = someone.person;
    const logIns = Array.from({ length: 8 }, () => server.ask('POST', '/sessions', { body: { email, password } }));
    const changed = await change(someone, { password: 'nova1234', old_password: password });
    expect(changed.status).toBe(200);
    for (const { body } of (await Promise.all(logIns)) as Array<{ body: { token?: string } }>) {
      if (body.token !== undefined) expect(await isIn(body.token)).toBe(false);
    }
    expect(await isIn(someone.token)).toBe(true);
  }
});

test('of two changes of the password from one session, the second hears that the old one is another by now', async () => {
  const someone = await server.signUp();
  const answers = await Promise.all(
    ['nova1234', 'outra123'].map((password) => change(someone, { password, old_password: 'senha123' })),
  );
  expect(statusesOf(answers)).toEqual([200, 400]);
  expect(await isIn(someone.token)).toBe(true);
});

describe('the export', () => {
  test('holds everything about the user, as a file to keep', async () => {
    const someone = await server.signUp({ name: 'Ana Export' });
    const { token } = someone;
    const technology = await server.addTechnology(token);
    const work = await server.addWork(token);
    await server.addAvatar(token);
    const headers = { 'user-agent': 'Firefox' };
    await server.ask('POST', '/sessions', { body: someone.person, headers, from: '203.0.113.77' });
    const answer = await server.ask<ProfileExport>('GET', '/profile/export', { token });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="trilha-meus-dados.json"');
    const { user, avatar } = answer.body;
    expect(user).toEqual(await profile(someone));
    expect(user).toMatchObject({ email: someone.person.email, techs: [technology], works: [work] });
    const [start, picture = ''] = (avatar ?? '').split(',');
    expect(start).toBe('data:image/webp;base64');
    expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 256 });
    expect(answer.body.sessions.map(({ network, user_agent }) => `${network} ${user_agent}`).toSorted()).toEqual([
      '127.0.0.0/24 lightMyRequest',
      '203.0.113.0/24 Firefox',
    ]);
  });

  test('names every column that is kept about the user, but the secret ones', async () => {
    const someone = await server.signUpWithEverything();
    const { body } = await server.ask<ProfileExport>('GET', '/profile/export', { token: someone.token });
    const rows = await server.rowsOf(someone);
    const secret = ['sequence', 'email_key', 'password_hash', 'user_id', 'token_hash', 'title_key', 'search_key'];
    const kept = (row: object | undefined, ...hidden: string[]) =>
      Object.keys(row ?? {}).filter((column) => ![...secret, ...hidden].includes(column));
    expect(Object.keys(body.user)).toEqual(expect.arrayContaining(kept(rows.users[0], 'locked_at')));
    expect(Object.keys(body.user.techs[0] ?? {})).toEqual(
      expect.arrayContaining(kept(rows.technologies[0], 'deleted_at', 'listed')),
    );
    expect(Object.keys(body.user.works[0] ?? {})).toEqual(expect.arrayContaining(kept(rows.works[0])));
    // A session's network is called so where people read it.
    expect(Object.keys(body.sessions[0] ?? {})).toEqual(expect.arrayContaining(kept(rows.sessions[0], 'ip_prefix')));
    expect(Object.keys(body.events[0] ?? {})).toEqual(expect.arrayContaining(kept(rows.events[0])));
    expect(Object.keys({ ...body.history[0], ...body.history[0]?.technology })).toEqual(
      expect.arrayContaining(kept(rows.level_changes[0], 'number', 'technology_id')),
    );
  });

  test('holds nothing of anybody else, and what has been deleted in the history alone', async () => {
    const [someone, other] = [await server.signUp(), await server.signUpWithEverything({ name: 'Outra Pessoa' })];
    const deleted = await server.addTechnology(someone.token, { title: 'Apagada' });
    await server.ask('DELETE', `/users/techs/${deleted.id}`, { token: someone.token });
    const { body } = await server.ask<ProfileExport>('GET', '/profile/export', { token: someone.token });
    expect(body).toMatchObject({ user: { techs: [], works: [] }, avatar: null });
    expect(body.sessions).toHaveLength(1);
    const { history, ...rest } = body;
    expect(history.map(({ technology }) => technology.id)).toEqual([deleted.id, deleted.id]);
    const text = JSON.stringify(rest);
    for (const strange of ['Apagada', 'Outra Pessoa', other.user.id]) expect(text).not.toContain(strange);
  });
});

function remove({ token, user }: Pick<SignedIn, 'token' | 'user'>, body?: unknown) {
  return server.ask('DELETE', `/users/${user.id}`, { token, body });
}

const NOTHING = {
  users: [],
  sessions: [],
  technologies: [],
  works: [],
  work_technologies: [],
  avatars: [],
  handles: [],
  attempts: [],
  password_resets: [],
  events: [],
  level_changes: [],
};

describe('deleting the account', () => {
  test('takes everything of the user away at once, and nothing of anybody else', async () => {
    const [someone, other] = [await server.signUpWithEverything(), await server.signUpWithEverything()];
    await change(someone, { visibility: 'public' });
    const picture = new URL((await profile(someone)).avatar_url ?? '').pathname;
    await logIn(someone.person.email, 'outra123');
    const second = await server.logIn(someone.person);
    const before = await server.rowsOf(other);
    for (const [table, rows] of Object.entries(await server.rowsOf(someone)))
      expect([table, rows]).not.toEqual([table, []]);

    expect(await remove(someone, { password: someone.person.password })).toMatchObject({ status: 204, text: '' });
    expect(await server.rowsOf(someone)).toEqual(NOTHING);
    expect(await server.rowsOf(other)).toEqual(before);
    expect(await isIn(someone.token)).toBe(false);
    expect(await isIn(second.token)).toBe(false);
    expect((await remove(someone)).status).toBe(401);
    expect((await server.ask('GET', `/users/${someone.user.id}`)).status).toBe(404);
    expect((await server.ask('GET', picture)).status).toBe(404);
    expect((await server.ask<OwnUser[]>('GET', '/users?perPage=100')).body.map(({ id }) => id)).not.toContain(
      someone.user.id,
    );
    expect((await logIn(someone.person.email, someone.person.password)).status).toBe(401);
  });

  test.for([undefined, '', {}, { confirm: true }])('needs no password: the body %j is enough', async (body) => {
    const someone = await server.signUp();
    expect((await remove(someone, body)).status).toBe(204);
    expect(await server.rowsOf(someone)).toEqual(NOTHING);
  });

  test('is forbidden for any other id, whether somebody has it or not', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    for (const id of [other.user.id, 'x', '00000000-0000-4000-8000-000000000000']) {
      const answer = await server.ask('DELETE', `/users/${id}`, { token: someone.token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await isIn(other.token)).toBe(true);
    expect(await isIn(someone.token)).toBe(true);
  });

  test('leaves the e-mail free for another account, which inherits nothing', async () => {
    const someone = await server.signUpWithEverything();
    await remove(someone);
    const again = await server.signUp({ email: someone.person.email });
    expect(again.user).toMatchObject({ techs: [], works: [], avatar_url: null });
    expect(again.user.id).not.toBe(someone.user.id);
  });

  test('may meet any other request of the user: each of them is answered, and nothing stays behind', async () => {
    const someone = await server.signUpWithEverything();
    const { token } = someone;
    const picture = aForm(await aPicture());
    const bodies: Array<[string, string, unknown?]> = [
      ['POST', '/users/techs', aTechnology()],
      ['POST', '/users/works', aWork()],
      ['PATCH', '/users/avatar', picture],
      ['PUT', '/profile', { bio: 'Mudei.', visibility: 'private' }],
      ['PUT', '/profile', { password: 'nova1234', old_password: 'senha123' }],
      ['GET', '/profile'],
      ['GET', '/profile/export'],
      ['DELETE', '/users/avatar'],
      ['DELETE', '/sessions/others'],
    ];
    const others = bodies.flatMap(([method, path, body]) =>
      [0, 1, 2].map(() => server.ask(method, path, { token, body })),
    );
    const [removed, ...answers] = await Promise.all([remove(someone, { password: 'senha123' }), ...others]);
    // Whichever of two came first, the new password may have been in place before the deletion checked the old one.
    expect([204, 400, 401]).toContain(removed.status);
    expect(statusesOf(answers).filter((status) => status >= 500)).toEqual([]);
    await remove(someone);
    expect(await server.rowsOf(someone)).toEqual(NOTHING);
  });

  test('answers each of five that come at once, and the first one does it', async () => {
    const someone = await server.signUp();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(someone)));
    expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![204, 401].includes(status))).toEqual([]);
    expect(await server.rowsOf(someone)).toEqual(NOTHING);
  });
});

describe('an account that goes between the door and the statement', async () => {
  /** Deletes the account once the request is through the door. */
  const deleting = await startServer();
  let leaving: SignedIn | undefined;
  deleting.app.addHook('preHandler', async () => {
    if (leaving === undefined) return;
    const { user, token } = leaving;
    leaving = undefined;
    await removeUser(deleting.database, { userId: user.id, tokenHash: fingerprint(token) }, accountKey(user.id));
  });
  const picture = await aPicture();

  test.for<[string, string, number, unknown?]>([
    ['POST', '/users/techs', 401, aTechnology()],
    ['POST', '/users/works', 401, aWork()],
    ['PATCH', '/users/avatar', 401, aForm(picture)],
    ['DELETE', '/users/avatar', 401],
    ['GET', '/profile', 401],
    ['GET', '/profile/export', 401],
    ['PUT', '/profile', 401, { bio: 'Mudei.' }],
    ['PUT', '/profile', 401, { email: 'nova@example.com' }],
    ['PUT', '/profile', 401, {}],
    ['PUT', '/profile', 401, { password: 'nova1234', old_password: 'senha123' }],
    ['PUT', '/users/techs/x', 401, { title: 'Vue' }],
    ['DELETE', '/users/techs/x', 401],
    ['POST', '/users/techs/x/restore', 401],
    ['PUT', '/users/works/x', 401, { title: 'Loja' }],
    ['DELETE', '/users/works/x', 401],
    ['DELETE', '/users/:id', 401, { password: 'senha123' }],
    ['DELETE', '/sessions', 401],
    ['DELETE', '/sessions/others', 401],
    ['GET', '/sessions', 200],
  ])('makes %s %s answer %i', async ([method, path, status, body]) => {
    const someone = await deleting.signUp();
    leaving = someone;
    const answer = await deleting.ask(method, path.replace(':id', someone.user.id), { token: someone.token, body });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(await deleting.rowsOf(someone)).toEqual(NOTHING);
  });
});

function sessions(token: string) {
  return server.ask<OpenSession[]>('GET', '/sessions', { token });
}

describe('the open sessions', () => {
  test('are told in the order of their logins, without token or fingerprint', async () => {
    const { person, token } = await server.signUp();
    server.turnClock(1_000);
    const headers = { 'user-agent': 'Firefox' };
    const login = await server.ask<{ token: string }>('POST', '/sessions', { body: person, headers });
    const { status, body, text } = await sessions(token);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { current: true, user_agent: 'lightMyRequest' },
      { current: false, user_agent: 'Firefox' },
    ]);
    for (const session of body) {
      expect(Object.keys(session).toSorted()).toEqual(['created_at', 'current', 'id', 'last_used_at', 'user_agent']);
      expect(session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(text).not.toContain(fingerprint(token).slice(0, 8));
    const seen = (await sessions(login.body.token)).body;
    expect(seen.map(({ id }) => id)).toEqual(body.map(({ id }) => id));
    expect(seen.map(({ current }) => current)).toEqual([false, true]);
  });

  test("are the user's own, and those that have ended are not among them", async () => {
    const { person, token } = await server.signUp();
    await server.signUp();
    const { token: ended } = await server.logIn(person);
    await server.ask('DELETE', '/sessions', { token: ended });
    expect((await sessions(token)).body).toHaveLength(1);
    server.turnClock(4 * 24 * 60 * 60_000);
    const { token: fresh } = await server.logIn(person);
    expect((await sessions(fresh)).body).toMatchObject([{ current: true }]);
  });

  test('end but for the one that asks for it', async () => {
    const someone = await server.signUp();
    const [second, third, stranger] = [
      await server.logIn(someone.person),
      await server.logIn(someone.person),
      await server.signUp(),
    ];
    expect(await server.ask('DELETE', '/sessions/others', { token: second.token })).toMatchObject({
      status: 204,
      text: '',
    });
    const open = await Promise.all([someone, second, third, stranger].map(({ token }) => isIn(token)));
    expect(open).toEqual([false, true, false, true]);
    expect((await sessions(second.token)).body).toMatchObject([{ current: true }]);
  });
});
