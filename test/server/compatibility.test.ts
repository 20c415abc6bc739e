import { describe, expect, test } from 'vitest';
import type { OwnUser, PublicUser } from '#contract/user.ts';
import { DEFAULT, KENZIEHUB } from '../../server/compatibility.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { aForm, aPicture } from '../helpers/images.ts';
import { type Answer, type SignedIn, startServer, type TestServer } from '../helpers/start-server.ts';

const servers = {
  byDefault: await startServer({ compatibility: DEFAULT }),
  kenziehub: await startServer({ compatibility: KENZIEHUB }),
};

/** What each of the two answers, of the same question. */
async function bothOf<Value>(question: (server: TestServer) => Promise<Value>) {
  return { byDefault: await question(servers.byDefault), kenziehub: await question(servers.kenziehub) };
}

type Given = Record<string, unknown>;
const signUp = (given: Given) => (server: TestServer) =>
  server.ask<OwnUser>('POST', '/users', { body: { ...aPerson(), ...given } });
const changeProfile = (given: Given) => async (server: TestServer) =>
  server.ask<OwnUser>('PUT', '/profile', { token: (await server.signUp()).token, body: given });
const add = (path: string, body: object) => async (server: TestServer) =>
  server.ask<Given>('POST', path, { token: (await server.signUp()).token, body });
const change = (kind: 'techs' | 'works', body: object) => async (server: TestServer) => {
  const { token } = await server.signUp();
  const { id } = kind === 'techs' ? await server.addTechnology(token) : await server.addWork(token);
  return server.ask<Given>('PUT', `/users/${kind}/${id}`, { token, body });
};
const addTechnology = (given: Given) => add('/users/techs', { ...aTechnology(), ...given });
const changeTechnology = (given: Given) => change('techs', given);
const addWork = (given: Given) => add('/users/works', { ...aWork(), ...given });
const changeWork = (given: Given) => change('works', given);

describe('any text is taken, where by default only known words and addresses are:', () => {
  type Case = [string, (given: Given) => (server: TestServer) => Promise<Answer>, string, string[]];
  const statuses = ['iniciante', 'avancado', 'Beginner', 'Nível 3 😀'];
  const modules = ['M1', 'Quinto módulo', 'first-module'];
  const contacts = ['linkedin/in/ana', 'Não requerido no Figma', '(11) 99999-0000', 'javascript:alert(1)'];
  const cases: Case[] = [
    ['the status of a technology', addTechnology, 'status', statuses],
    ['the changed status of a technology', changeTechnology, 'status', statuses],
    ['the module at the sign-up', signUp, 'course_module', modules],
    ['the module of a profile', changeProfile, 'course_module', modules],
    ['the contact at the sign-up', signUp, 'contact', contacts],
    ['the contact of a profile', changeProfile, 'contact', contacts],
    ['the address of a work', addWork, 'deploy_url', contacts],
    ['the changed address of a work', changeWork, 'deploy_url', contacts],
  ];

  test.for(cases)('%s', async ([, send, field, values]) => {
    for (const value of values) {
      const { byDefault, kenziehub } = await bothOf(send({ [field]: value }));
      const code = ['status', 'course_module'].includes(field) ? 'not-allowed' : 'invalid';
      expect(byDefault).toMatchObject({ status: 400, body: { code: 'validation', fields: { [field]: code } } });
      expect(kenziehub.status).toBeLessThan(300);
      expect(kenziehub.body).toMatchObject({ [field]: value });
    }
  });

  test.for(cases)('%s, and then still no empty, endless or broken one', async ([name, send, field]) => {
    const refused: Array<[unknown, string]> = [
      // A profile's empty texts change nothing under any setting, and null nothing under this one.
      ...(name.includes('profile')
        ? []
        : ([
            [' ', 'required'],
            [null, 'invalid'],
          ] as Array<[unknown, string]>)),
      ['x'.repeat(2_049), 'too-long'],
      ['a\u0000b', 'invalid'],
      ['a\ud800b', 'invalid'],
      [5, 'invalid'],
    ];
    for (const [value, code] of refused) {
      const answer = await send({ [field]: value })(servers.kenziehub);
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields: { [field]: code } } });
    }
  });
});

test.for([
  ['contact', signUp],
  ['contact', changeProfile],
  ['deploy_url', addWork],
  ['deploy_url', changeWork],
] as const)(
  'an address as %s whose host does not end is refused under either setting (X-501)',
  async ([field, send]) => {
    const accents = '\u0301'.repeat(1_000) + '\u0323'.repeat(1_000);
    for (const answer of Object.values(await bothOf(send({ [field]: `http://a${accents}.example/` })))) {
      expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: 'invalid' } } });
    }
  },
);

describe('the status of an answer', () => {
  test('to a sign-up with an e-mail that is taken is 401 in the place of 409', async () => {
    const { byDefault, kenziehub } = await bothOf(async (server) => {
      const { person } = await server.signUp();
      return server.ask('POST', '/users', { body: aPerson({ email: person.email.toUpperCase() }) });
    });
    expect([byDefault.status, kenziehub.status]).toEqual([409, 401]);
    expect(kenziehub.body).toEqual(byDefault.body);
    expect(kenziehub.body).toMatchObject({ message: 'Email already exists', code: 'email-taken' });
  });

  test('to a technology that is there already is 401 in the place of 409, however it comes about', async () => {
    const { byDefault, kenziehub } = await bothOf(async (server) => {
      const { token } = await server.signUp();
      const [first, second] = [await server.addTechnology(token), await server.addTechnology(token)];
      const body = { ...aTechnology(), title: first.title };
      const answers = [await server.ask('POST', '/users/techs', { token, body })];
      answers.push(await server.ask('PUT', `/users/techs/${second.id}`, { token, body }));
      await server.ask('DELETE', `/users/techs/${first.id}`, { token });
      await server.ask('POST', '/users/techs', { token, body });
      answers.push(await server.ask('POST', `/users/techs/${first.id}/restore`, { token }));
      return answers;
    });
    expect(byDefault.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(kenziehub.map(({ status }) => status)).toEqual([401, 401, 401]);
    for (const { body } of [...byDefault, ...kenziehub]) {
      expect(body).toMatchObject({
        message: 'User Already have this technology created you can only update it',
        code: 'technology-taken',
      });
    }
  });

  test('to a change to an e-mail that another user has is 400 in the place of 409', async () => {
    const { byDefault, kenziehub } = await bothOf(async (server) => {
      const { person } = await server.signUp();
      return changeProfile({ email: person.email })(server);
    });
    expect([byDefault.status, kenziehub.status]).toEqual([409, 400]);
    expect(kenziehub.body).toEqual(byDefault.body);
    expect(kenziehub.body).toMatchObject({ message: 'E-mail already in use.', code: 'email-taken' });
  });

  test.for(['techs', 'works'] as const)('to a change of one of the %s is 201 in the place of 200', async (kind) => {
    const { byDefault, kenziehub } = await bothOf(change(kind, { title: 'Outro' }));
    expect([byDefault.status, kenziehub.status]).toEqual([200, 201]);
    expect(kenziehub.body).toMatchObject({ title: 'Outro' });
    expect(Object.keys(kenziehub.body)).toEqual(Object.keys(byDefault.body));
  });
});

test.for([
  ['/users/techs', aTechnology()],
  ['/users/works', aWork()],
] as const)(
  "what is added at %s is answered together with its owner's id, and by default without",
  async ([path, body]) => {
    const { byDefault, kenziehub } = await bothOf(async (server) => {
      const { token, user } = await server.signUp();
      return { ...(await server.ask<Given>('POST', path, { token, body })), owner: user.id };
    });
    expect(byDefault.body).not.toHaveProperty('user');
    const { user, ...record } = kenziehub.body;
    expect(user).toEqual({ id: kenziehub.owner });
    expect(Object.keys(record)).toEqual(Object.keys(byDefault.body));
  },
);

test('a new user is public, and by default private', async () => {
  const { byDefault, kenziehub } = await bothOf(async (server) => {
    const { user } = await server.signUp();
    const seen = await server.ask<PublicUser>('GET', `/users/${user.id}`);
    const listed = await server.ask<PublicUser[]>('GET', '/users?perPage=100');
    return [user.visibility, seen.body.bio, listed.body.some(({ id }) => id === user.id)];
  });
  expect(byDefault).toEqual(['private', null, false]);
  expect(kenziehub).toEqual(['public', 'Aprendo a programar.', true]);
});

test('whoever wants to be private can be, and is as private as by default', async () => {
  const server = servers.kenziehub;
  const { user, token } = await server.signUp();
  await server.ask('PUT', '/profile', { token, body: { visibility: 'private' } });
  const { body } = await server.ask<PublicUser>('GET', `/users/${user.id}`);
  expect(body).toMatchObject({ bio: null, contact: null, works: [], avatar_url: null });
  const listed = await server.ask<PublicUser[]>('GET', '/users?perPage=1000');
  expect(listed.body.map(({ id }) => id)).not.toContain(user.id);
});

test('a page holds up to a thousand users, and by default up to a hundred', async () => {
  const { byDefault, kenziehub } = await bothOf((server) => server.ask('GET', '/users?perPage=2000'));
  expect([byDefault.headers['perpage'], kenziehub.headers['perpage']]).toEqual(['100', '1000']);
});

test('the address of the next page is told always, and by default not after the last one', async () => {
  const { byDefault, kenziehub } = await bothOf((server) => server.ask('GET', '/users?page=50&perPage=7&tech=x'));
  expect(byDefault.headers).not.toHaveProperty('nexturl');
  expect(kenziehub.headers['nexturl']).toMatch(/\/users\?page=51&perPage=7&tech=x$/);
});

test('each setting differs from the default one, so that none of them is forgotten here', () => {
  const { inputs: strict, ...byDefault } = DEFAULT;
  const { inputs: loose, ...kenziehub } = KENZIEHUB;
  for (const [name, value] of Object.entries(byDefault)) {
    expect([name, kenziehub[name as keyof typeof kenziehub]]).not.toEqual([name, value]);
  }
  for (const [name, schema] of Object.entries(strict)) {
    expect([name, Object.keys(loose[name as keyof typeof loose].shape)]).toEqual([name, Object.keys(schema.shape)]);
  }
});

describe('who may do what is the same:', async () => {
  const server = servers.kenziehub;
  const owner = await server.signUpWithEverything();
  const { techs, works, id } = (await server.ask<OwnUser>('GET', '/profile', { token: owner.token })).body;
  const picture = await aPicture();
  const writes: Array<[method: string, path: string, foreign: number | undefined, body?: unknown]> = [
    ['POST', '/users/techs', undefined, aTechnology()],
    ['PUT', `/users/techs/${techs[0]?.id}`, 404, { title: 'Roubada' }],
    ['DELETE', `/users/techs/${techs[0]?.id}`, 404],
    ['POST', `/users/techs/${techs[0]?.id}/restore`, 404],
    ['POST', '/users/works', undefined, aWork()],
    ['PUT', `/users/works/${works[0]?.id}`, 404, { title: 'Roubado' }],
    ['DELETE', `/users/works/${works[0]?.id}`, 404],
    ['PUT', '/profile', undefined, { name: 'Outra' }],
    ['PATCH', '/users/avatar', undefined, aForm(picture)],
    ['DELETE', '/users/avatar', undefined],
    ['DELETE', `/users/${id}`, 403],
    ['DELETE', '/sessions/others', undefined],
    ['DELETE', '/sessions', undefined],
  ];

  test.for(writes)("%s %s changes nothing of anybody else's", async ([method, path, foreign, body]) => {
    const stranger = await server.signUp();
    const before = await server.rowsOf(owner);
    expect((await server.ask(method, path, { body })).status).toBe(401);
    const answer = await server.ask(method, path, { token: stranger.token, body });
    if (foreign !== undefined) expect(answer.status).toBe(foreign);
    expect(await server.rowsOf(owner)).toEqual(before);
  });

  test.for(['/profile', '/profile/export', '/sessions'])('%s is for whoever is logged in', async (path) => {
    expect((await server.ask('GET', path)).status).toBe(401);
  });

  test('no e-mail is ever shown to anybody else', async () => {
    const readers: Array<SignedIn | undefined> = [undefined, await server.signUp()];
    for (const reader of readers) {
      for (const path of [`/users/${id}`, '/users?perPage=1000']) {
        const { text, body } = await server.ask('GET', path, { token: reader?.token });
        expect(text).toContain(owner.user.id);
        expect(text).not.toContain('@');
        for (const person of [body].flat()) {
          expect(person).not.toHaveProperty('email');
          expect(person).not.toHaveProperty('visibility');
        }
      }
    }
  });

  test('an account is deleted by its owner only, whose password is checked when it is sent', async () => {
    const { token, user } = await server.signUp();
    const path = `/users/${user.id}`;
    expect((await server.ask('DELETE', path)).status).toBe(401);
    expect((await server.ask('DELETE', path, { token, body: { password: 'outra123' } })).status).toBe(400);
    expect((await server.ask('DELETE', path, { token })).status).toBe(204);
  });
});
