import { expect, test } from 'vitest';
import type { OwnUser, PublicUser } from '#contract/user.ts';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { aPerson, aTechnology, aWork } from '../../helpers/make.ts';
import { type Answer, startServer, type TestServer } from '../../helpers/start-server.ts';

const byDefault = await startServer({ compatibility: DEFAULT });
const kenziehub = await startServer({ compatibility: KENZIEHUB });

const TAKEN = 'User Already have this technology created you can only update it';

type Given = Record<string, unknown>;
type Send = (server: TestServer, given: Given) => Promise<Answer>;

const signUp: Send = (server, given) => server.ask('POST', '/users', { body: { ...aPerson(), ...given } });
const changeProfile: Send = async (server, body) =>
  server.ask('PUT', '/profile', { token: (await server.signUp()).token, body });
const addTechnology: Send = async (server, given) =>
  server.ask('POST', '/users/techs', { token: (await server.signUp()).token, body: { ...aTechnology(), ...given } });
const addWork: Send = async (server, given) =>
  server.ask('POST', '/users/works', { token: (await server.signUp()).token, body: { ...aWork(), ...given } });
const changeTechnology: Send = async (server, body) => {
  const { token } = await server.signUp();
  return server.ask('PUT', `/users/techs/${(await server.addTechnology(token)).id}`, { token, body });
};
const changeWork: Send = async (server, body) => {
  const { token } = await server.signUp();
  return server.ask('PUT', `/users/works/${(await server.addWork(token)).id}`, { token, body });
};

const statuses = ['iniciante', 'avancado', 'Beginner', 'Nível 3 😀'];
const modules = ['M1', 'Quinto módulo', 'first-module'];
const contacts = ['linkedin/in/ana', 'Não requerido no Figma', '(11) 99999-0000', 'javascript:alert(1)'];

test.for<[string, string, Send, string[]]>([
  ['the status of a new technology', 'status', addTechnology, statuses],
  ['the status of a technology', 'status', changeTechnology, statuses],
  ['the module of a new user', 'course_module', signUp, modules],
  ['the module of a profile', 'course_module', changeProfile, modules],
  ['the contact of a new user', 'contact', signUp, contacts],
  ['the contact of a profile', 'contact', changeProfile, contacts],
  ['the address of a new work', 'deploy_url', addWork, contacts],
  ['the address of a work', 'deploy_url', changeWork, contacts],
])('%s may be any text that is not empty, endless or broken', async ([name, field, send, values]) => {
  const refused = ['status', 'course_module'].includes(field) ? 'not-allowed' : 'invalid';
  for (const value of values) {
    expect(await send(byDefault, { [field]: value })).toMatchObject({
      status: 400,
      body: { fields: { [field]: refused } },
    });
    const taken = await send(kenziehub, { [field]: value });
    expect(taken.status).toBeLessThan(300);
    expect(taken.body).toMatchObject({ [field]: value });
  }
  const broken: Array<[unknown, string]> = [
    ['x'.repeat(2_049), 'too-long'],
    ...['a\u0000b', 'a\ud800b', 5].map((value): [unknown, string] => [value, 'invalid']),
  ];
  // In a profile, an empty text changes nothing under either setting, and null under this one.
  const empty: Array<[unknown, string]> = [
    [' ', 'required'],
    [null, 'invalid'],
  ];
  for (const [value, code] of name.endsWith('a profile') ? broken : [...broken, ...empty]) {
    const answer = await send(kenziehub, { [field]: value });
    expect(answer, JSON.stringify(value)).toMatchObject({ status: 400, body: { fields: { [field]: code } } });
  }
});

test.for<[string, Send]>([
  ['contact', signUp],
  ['contact', changeProfile],
  ['deploy_url', addWork],
  ['deploy_url', changeWork],
  ['repository_url', addWork],
])('both settings refuse a %s whose host is endless (X-501)', async ([field, send]) => {
  const accents = '\u0301'.repeat(1_000) + '\u0323'.repeat(1_000);
  for (const server of [byDefault, kenziehub]) {
    const answer = await send(server, { [field]: `http://a${accents}.example/` });
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: 'invalid' } } });
  }
});

/** The calls whose status depends on the mode. */
async function answersOf(server: TestServer): Promise<Record<string, Answer>> {
  const { person, token } = await server.signUp();
  const [first, second] = [await server.addTechnology(token), await server.addTechnology(token)];
  const { id: work } = await server.addWork(token);
  const change = (path: string, title: string) => server.ask('PUT', path, { token, body: { title } });
  const answers = {
    'new user, taken e-mail': await signUp(server, { email: person.email.toUpperCase() }),
    'profile, taken e-mail': await changeProfile(server, { email: person.email }),
    'new technology, taken title': await server.ask('POST', '/users/techs', {
      token,
      body: aTechnology({ title: first.title }),
    }),
    'technology, taken title': await change(`/users/techs/${second.id}`, first.title),
    'changed technology': await change(`/users/techs/${second.id}`, 'Outra'),
    'changed work': await change(`/users/works/${work}`, 'Outro'),
  };
  await server.ask('DELETE', `/users/techs/${first.id}`, { token });
  await server.addTechnology(token, { title: first.title });
  const restored = await server.ask('POST', `/users/techs/${first.id}/restore`, { token });
  return { ...answers, 'restored technology, taken title': restored };
}

const asked = Promise.all([answersOf(byDefault), answersOf(kenziehub)]);

test.for([
  ['new user, taken e-mail', 409, 401, 'Email already exists'],
  ['profile, taken e-mail', 409, 400, 'E-mail already in use.'],
  ['new technology, taken title', 409, 401, TAKEN],
  ['technology, taken title', 409, 401, TAKEN],
  ['restored technology, taken title', 409, 401, TAKEN],
  ['changed technology', 200, 201, undefined],
  ['changed work', 200, 201, undefined],
] as const)('%s: %i by default, %i for Kenzie Hub', async ([act, status, original, message]) => {
  const [ours, theirs] = (await asked).map((answers) => answers[act]);
  expect([ours?.status, theirs?.status]).toEqual([status, original]);
  expect(ours?.body).toMatchObject(message === undefined ? { id: expect.any(String) } : { message });
  expect(Object.keys(theirs?.body ?? {})).toEqual(Object.keys(ours?.body ?? {}));
});

test.for([
  ['/users/techs', aTechnology()],
  ['/users/works', aWork()],
] as const)('a record added at %s names its owner for Kenzie Hub only', async ([path, body]) => {
  const { token: ours } = await byDefault.signUp();
  const added = await byDefault.ask<Given>('POST', path, { token: ours, body });
  const { token, user } = await kenziehub.signUp();
  const answer = await kenziehub.ask<Given>('POST', path, { token, body });
  expect(added.body).not.toHaveProperty('user');
  expect(answer.body).toMatchObject({ user: { id: user.id } });
  expect(Object.keys(answer.body).filter((key) => key !== 'user')).toEqual(Object.keys(added.body));
});

async function isPublic(server: TestServer, id: string): Promise<boolean> {
  const { body } = await server.ask<PublicUser[]>('GET', '/users?perPage=1000');
  return body.some((user) => user.id === id);
}

test('a new user is public for Kenzie Hub, private by default and by choice', async () => {
  const [ours, theirs] = [await byDefault.signUp(), await kenziehub.signUp()];
  expect(await isPublic(byDefault, ours.user.id)).toBe(false);
  expect(await isPublic(kenziehub, theirs.user.id)).toBe(true);
  await kenziehub.ask('PUT', '/profile', { token: theirs.token, body: { visibility: 'private' } });
  expect(await isPublic(kenziehub, theirs.user.id)).toBe(false);
});

test('a page holds 1,000 users and always names the next page for Kenzie Hub', async () => {
  const path = '/users?page=50&perPage=2000&tech=x';
  const ours = await byDefault.ask('GET', path);
  expect(ours.headers).toMatchObject({ perpage: '100' });
  expect(ours.headers).not.toHaveProperty('nexturl');
  const nexturl = expect.stringMatching(/\?page=51&perPage=1000&tech=x$/);
  expect((await kenziehub.ask('GET', path)).headers).toMatchObject({ perpage: '1000', nexturl });
});

test('every setting of Kenzie Hub differs from the default', () => {
  const { inputs: strict, ...settings } = DEFAULT;
  const { inputs: loose, ...original } = KENZIEHUB;
  for (const [name, value] of Object.entries(settings)) {
    expect(original[name as keyof typeof original], name).not.toEqual(value);
  }
  for (const [name, schema] of Object.entries(strict)) {
    expect(Object.keys(loose[name as keyof typeof loose].shape), name).toEqual(Object.keys(schema.shape));
  }
});

test("for Kenzie Hub, too, a write needs a session and its owner's token", async () => {
  const owner = await kenziehub.signUpWithEverything();
  const { techs, works, id } = (await kenziehub.ask<OwnUser>('GET', '/profile', { token: owner.token })).body;
  const stranger = await kenziehub.signUp();
  const before = await kenziehub.rowsOf(owner);
  for (const [method, path, status] of [
    ['PUT', `/users/techs/${techs[0]?.id}`, 404],
    ['DELETE', `/users/techs/${techs[0]?.id}`, 404],
    ['POST', `/users/techs/${techs[0]?.id}/restore`, 404],
    ['PUT', `/users/works/${works[0]?.id}`, 404],
    ['DELETE', `/users/works/${works[0]?.id}`, 404],
    ['DELETE', `/users/${id}`, 403],
  ] as const) {
    const body = method === 'PUT' ? { title: 'Roubada' } : undefined;
    expect((await kenziehub.ask(method, path, { body })).status, path).toBe(401);
    expect((await kenziehub.ask(method, path, { token: stranger.token, body })).status, path).toBe(status);
  }
  expect(await kenziehub.rowsOf(owner)).toEqual(before);
});
