import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { badgePath, cardPath } from '#contract/public/card.ts';
import type { OwnUser } from '#contract/user.ts';
import { makeToken } from '../../server/accounts/tokens.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { aForm, aPicture } from '../helpers/images.ts';
import { encode, type SignedIn, startServer } from '../helpers/start-server.ts';

type Request = { path: string; body?: unknown };
type Bad = { body: unknown; message: string | string[]; code: string; fields?: Record<string, string> };
type Table = keyof Awaited<ReturnType<typeof server.rows>>;
type Route = {
  /** A request that succeeds, for this person. */
  valid: (person: SignedIn) => Request | Promise<Request>;
  status: number;
  answer: object;
  changes: Table[];
  needsSession: boolean;
  /** How a request is refused that names something of another person's. */
  foreign?: { status: number; code: string; message: string };
  bad: Bad[];
  /** What is said about keeping the answer; nothing is kept where this is not said. */
  cache?: string;
};

const NOT_AN_OBJECT: Bad[] = ['[]', '"text"', '5', 'null'].map((body) => ({
  body,
  message: 'The body must be a JSON object',
  code: 'bad-request',
}));
const MALFORMED: Bad = { body: '{"title":', message: 'The request is malformed', code: 'bad-request' };

function required(...fields: string[]): Bad {
  return {
    body: {},
    code: 'validation',
    message: fields.map((field) => `${field} is required`),
    fields: Object.fromEntries(fields.map((field) => [field, 'required'])),
  };
}

const mailer = { send: async () => undefined, verify: async () => undefined };
const server = await startServer({ mailer, contact: 'ana@escola.example', publicUrl: 'http://localhost:80' });
// Called when a request is through the door, and its body is waited for.
let letIn = () => {};
server.app.addHook('preParsing', async () => letIn());
const owner = await server.signUpWithEverything();
const picture = await aPicture();
let shown: Promise<string> | undefined;
/** The same for all who read its page: a preview is drawn once. */
const publicHandle = () => (shown ??= server.signUpPublic());

// Tokens that opened a session once, and do not any more.
const { token: loggedOut } = await server.logIn(owner.person);
await server.ask('DELETE', '/sessions', { token: loggedOut });
const gone = await server.signUp();
await server.ask('DELETE', `/users/${gone.user.id}`, { token: gone.token });
const USELESS_TOKENS = {
  'no token': undefined,
  'an empty token': '',
  'the token null': 'null',
  'a wrong token': 'wrong',
  'a token that never was': makeToken(),
  "a logged-out session's token": loggedOut,
  "a deleted user's token": gone.token,
};

/** Answers where its badge is. */
async function publishTechnology(title: string): Promise<string> {
  const someone = await server.signUp();
  await server.addTechnology(someone.token, { title });
  const handle = await server.chooseHandle(someone.token);
  await server.ask('PUT', '/profile', { token: someone.token, body: { visibility: 'public' } });
  return badgePath(handle, title);
}

const wrongTypes = { title: 5, status: null };
const wrongTypesRefused: Bad = {
  body: wrongTypes,
  code: 'validation',
  message: ['invalid title', 'invalid status'],
  fields: { title: 'invalid', status: 'invalid' },
};

const ROUTES: Record<string, Route> = {
  'GET /healthz': {
    valid: () => ({ path: '/healthz' }),
    status: 200,
    answer: { status: 'ok' },
    changes: [],
    needsSession: false,
    bad: [],
  },
  'GET /readyz': {
    valid: () => ({ path: '/readyz' }),
    status: 200,
    answer: { status: 'ok' },
    changes: [],
    needsSession: false,
    bad: [],
  },
  'GET /.well-known/security.txt': {
    valid: () => ({ path: '/.well-known/security.txt' }),
    status: 200,
    answer: {},
    changes: [],
    needsSession: false,
    bad: [],
  },
  'POST /users': {
    valid: () => ({ path: '/users', body: aPerson({ name: 'Bia' }) }),
    status: 201,
    answer: { name: 'Bia', techs: [], works: [], avatar_url: null, visibility: 'private' },
    changes: ['users'],
    needsSession: false,
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      required('name', 'email', 'password', 'bio', 'contact', 'course_module'),
      {
        body: {
          name: 5,
          email: 'none',
          password: '12345',
          bio: [],
          contact: 'javascript:alert(1)',
          course_module: 'x',
        },
        code: 'validation',
        message: [
          'invalid name',
          'invalid email',
          'password: minimum is 6 characters',
          'invalid bio',
          'invalid contact',
          'course_module is not one of the accepted values',
        ],
        fields: {
          name: 'invalid',
          email: 'invalid',
          password: 'too-short',
          bio: 'invalid',
          contact: 'invalid',
          course_module: 'not-allowed',
        },
      },
    ],
  },
  'POST /sessions': {
    valid: ({ person: { email, password } }) => ({ path: '/sessions', body: { email, password } }),
    status: 200,
    answer: { token: expect.stringMatching(/^tr_[\w-]{43}$/), user: { id: expect.any(String), techs: [], works: [] } },
    changes: ['sessions', 'events'],
    needsSession: false,
    bad: [...NOT_AN_OBJECT, MALFORMED, required('email', 'password')],
  },
  'POST /password-resets/links': {
    // Nobody's: whether it is somebody's is not to be seen.
    valid: () => ({ path: '/password-resets/links', body: { email: aPerson().email } }),
    status: 204,
    answer: {},
    changes: ['attempts'],
    needsSession: false,
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      required('email'),
      { body: { email: 5 }, code: 'validation', message: ['invalid email'], fields: { email: 'invalid' } },
    ],
  },
  'POST /password-resets': {
    // Somebody else each time: it ends their sessions.
    valid: async () => ({
      path: '/password-resets',
      body: { token: await server.makeResetToken(await server.signUp()), password: 'nova1234' },
    }),
    status: 204,
    answer: {},
    changes: ['users', 'sessions', 'password_resets', 'events'],
    needsSession: false,
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      required('token', 'password'),
      {
        body: { token: 5, password: '12345' },
        code: 'validation',
        message: ['invalid token', 'password: minimum is 6 characters'],
        fields: { token: 'invalid', password: 'too-short' },
      },
      {
        body: { token: makeToken(), password: 'nova1234' },
        code: 'validation',
        message: ['invalid token'],
        fields: { token: 'invalid' },
      },
    ],
  },
  'DELETE /sessions': {
    valid: () => ({ path: '/sessions' }),
    status: 204,
    answer: {},
    changes: ['sessions'],
    needsSession: true,
    bad: [MALFORMED],
  },
  'GET /sessions': {
    valid: () => ({ path: '/sessions' }),
    status: 200,
    answer: [{ current: true, user_agent: 'lightMyRequest' }],
    changes: [],
    needsSession: true,
    bad: [],
  },
  'DELETE /sessions/others': {
    valid: async ({ person }) => {
      await server.logIn(person);
      return { path: '/sessions/others' };
    },
    status: 204,
    answer: {},
    changes: ['sessions', 'events'],
    needsSession: true,
    bad: [MALFORMED],
  },
  'GET /users': {
    valid: () => ({ path: '/users' }),
    status: 200,
    answer: [],
    changes: [],
    needsSession: false,
    bad: [],
  },
  'GET /users/:id': {
    valid: ({ user }) => ({ path: `/users/${user.id}` }),
    status: 200,
    answer: { id: expect.any(String), name: 'Ana Souza', techs: [], works: [], avatar_url: null },
    changes: [],
    needsSession: false,
    bad: [],
  },
  'DELETE /users/:id': {
    valid: ({ user }) => ({ path: `/users/${user.id}` }),
    status: 204,
    answer: {},
    changes: [
      'users',
      'sessions',
      'technologies',
      'works',
      'work_technologies',
      'avatars',
      'handles',
      'attempts',
      'password_resets',
      'events',
      'level_changes',
    ],
    needsSession: true,
    foreign: { status: 403, code: 'forbidden', message: 'This belongs to someone else' },
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      { body: { password: 5 }, code: 'validation', message: ['invalid password'], fields: { password: 'invalid' } },
      { ...required('password'), body: { password: '' } },
      {
        body: { password: 'outra123' },
        code: 'wrong-password',
        message: 'Old password does not match.',
        fields: { password: 'invalid' },
      },
    ],
  },
  'GET /profile': {
    valid: () => ({ path: '/profile' }),
    status: 200,
    answer: { name: 'Ana Souza', techs: [], works: [], avatar_url: null, visibility: 'private' },
    changes: [],
    needsSession: true,
    bad: [],
  },
  'PUT /profile': {
    valid: () => ({
      path: '/profile',
      body: {
        name: 'Ana Lima',
        visibility: 'public',
        handle: `ana-${randomUUID()}`,
        searchable: true,
        shows_history: true,
      },
    }),
    status: 200,
    answer: {
      name: 'Ana Lima',
      visibility: 'public',
      bio: 'Aprendo a programar.',
      searchable: true,
      shows_history: true,
    },
    changes: ['users', 'handles', 'events'],
    needsSession: true,
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      {
        body: {
          name: 5,
          email: 'none',
          bio: null,
          contact: 'javascript:x',
          course_module: 'x',
          visibility: 'secret',
          handle: 'Ana',
          searchable: 'yes',
          shows_history: 1,
        },
        code: 'validation',
        message: [
          'invalid name',
          'invalid email',
          'invalid bio',
          'invalid contact',
          'course_module is not one of the accepted values',
          'visibility is not one of the accepted values',
          'invalid handle',
          'invalid searchable',
          'invalid shows_history',
        ],
        fields: {
          name: 'invalid',
          email: 'invalid',
          bio: 'invalid',
          contact: 'invalid',
          course_module: 'not-allowed',
          visibility: 'not-allowed',
          handle: 'invalid',
          searchable: 'invalid',
          shows_history: 'invalid',
        },
      },
    ],
  },
  'GET /profile/export': {
    valid: () => ({ path: '/profile/export' }),
    status: 200,
    answer: { user: { name: 'Ana Souza' }, sessions: [{ user_agent: 'lightMyRequest' }] },
    changes: ['events'],
    needsSession: true,
    bad: [],
  },
  'GET /profile/resume.json': {
    valid: () => ({ path: '/profile/resume.json' }),
    status: 200,
    answer: { basics: { name: 'Ana Souza' }, skills: [], projects: [], meta: { version: 'v1.0.0' } },
    changes: [],
    needsSession: true,
    bad: [],
  },
  'POST /profile/resume': {
    valid: () => ({
      path: '/profile/resume?apply=true',
      body: {
        basics: { summary: 'Já sei programar.' },
        skills: [{ name: 'React', level: 'Master' }],
        projects: [{ name: 'Loja', description: 'Flores', url: 'https://example.com', keywords: ['react'] }],
      },
    }),
    status: 200,
    answer: {
      add: [
        { kind: 'technology', name: 'React', reason: 'new', to: 'Avançado' },
        { kind: 'work', name: 'Loja', reason: 'new' },
      ],
      change: [{ kind: 'profile', reason: 'differs', fields: ['bio'] }],
      keep: [],
      refuse: [],
    },
    changes: ['users', 'technologies', 'works', 'work_technologies', 'level_changes'],
    needsSession: true,
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      required('basics', 'skills', 'projects'),
      {
        body: { basics: [], skills: 'React', projects: null },
        code: 'validation',
        message: ['invalid basics', 'invalid skills', 'invalid projects'],
        fields: { basics: 'invalid', skills: 'invalid', projects: 'invalid' },
      },
    ],
  },
  'GET /profile/events': {
    valid: () => ({ path: '/profile/events' }),
    status: 200,
    answer: [{ kind: 'login', actor: 'user', network: '127.0.0.0/24' }],
    changes: [],
    needsSession: true,
    bad: [],
  },
  'GET /profile/history': {
    valid: async ({ token }) => {
      await server.addTechnology(token);
      return { path: '/profile/history' };
    },
    status: 200,
    answer: [{ technology: { title: expect.stringMatching(/^React /) }, status: 'Iniciante' }],
    changes: [],
    needsSession: true,
    bad: [],
  },
  'PATCH /users/avatar': {
    valid: () => ({ path: '/users/avatar', body: aForm(picture) }),
    status: 200,
    answer: { avatar_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/avatars\/[\w-]{36}\.webp$/) },
    changes: ['avatars'],
    needsSession: true,
    bad: [
      MALFORMED,
      {
        body: { avatar: 'x' },
        code: 'validation',
        message: ['avatar is required'],
        fields: { avatar: 'required' },
      },
      {
        body: aForm(Buffer.from('<svg/>'), { name: 'ana.svg', type: 'image/svg+xml' }),
        code: 'validation',
        message: ['avatar must be one PNG, JPEG or WebP picture'],
        fields: { avatar: 'invalid' },
      },
    ],
  },
  'DELETE /users/avatar': {
    valid: async ({ token }) => {
      await server.addAvatar(token);
      return { path: '/users/avatar' };
    },
    status: 200,
    answer: { avatar_url: null },
    changes: ['avatars'],
    needsSession: true,
    bad: [MALFORMED],
  },
  'GET /avatars/:name': {
    valid: async ({ token }) => ({ path: await server.addAvatar(token) }),
    status: 200,
    answer: {},
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'public, max-age=31536000, immutable',
  },
  'GET /u/:handle': {
    valid: async () => ({ path: `/u/${await publicHandle()}` }),
    status: 200,
    answer: {},
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'public, max-age=300',
  },
  'GET /u/:handle/preview.png': {
    valid: async () => ({ path: `/u/${await publicHandle()}/preview.png` }),
    status: 200,
    answer: {},
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'public, max-age=300',
  },
  'POST /users/techs': {
    valid: () => ({ path: '/users/techs', body: aTechnology({ title: 'React' }) }),
    status: 201,
    answer: { title: 'React', status: 'Iniciante' },
    changes: ['technologies', 'level_changes'],
    needsSession: true,
    bad: [...NOT_AN_OBJECT, MALFORMED, required('title', 'status'), wrongTypesRefused],
  },
  'PUT /users/techs/:id': {
    valid: async ({ token }) => ({
      path: `/users/techs/${(await server.addTechnology(token)).id}`,
      body: { title: 'Vue', status: 'Avançado' },
    }),
    status: 200,
    answer: { title: 'Vue', status: 'Avançado' },
    changes: ['technologies', 'level_changes'],
    needsSession: true,
    foreign: { status: 404, code: 'not-found', message: 'Tech not found' },
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      wrongTypesRefused,
      {
        body: { title: ' ', status: '' },
        code: 'validation',
        message: ['title is required', 'status is required'],
        fields: { title: 'required', status: 'required' },
      },
    ],
  },
  'DELETE /users/techs/:id': {
    valid: async ({ token }) => ({ path: `/users/techs/${(await server.addTechnology(token)).id}` }),
    status: 204,
    answer: {},
    changes: ['technologies', 'level_changes'],
    needsSession: true,
    foreign: { status: 404, code: 'not-found', message: 'Not found tech with this id' },
    bad: [MALFORMED],
  },
  'POST /users/techs/:id/restore': {
    valid: async ({ token }) => {
      const { id } = await server.addTechnology(token, { status: 'Avançado' });
      await server.ask('DELETE', `/users/techs/${id}`, { token });
      return { path: `/users/techs/${id}/restore` };
    },
    status: 200,
    answer: { title: expect.stringMatching(/^React /), status: 'Avançado' },
    changes: ['technologies', 'level_changes'],
    needsSession: true,
    foreign: { status: 404, code: 'not-found', message: 'Tech not found' },
    bad: [MALFORMED],
  },
  'POST /users/works': {
    valid: () => ({ path: '/users/works', body: aWork({ title: 'Blog' }) }),
    status: 201,
    answer: { title: 'Blog', deploy_url: 'https://example.com/trilha' },
    changes: ['works'],
    needsSession: true,
    bad: [...NOT_AN_OBJECT, MALFORMED, required('title', 'description', 'deploy_url')],
  },
  'PUT /users/works/:id': {
    valid: async ({ token }) => ({
      path: `/users/works/${(await server.addWork(token)).id}`,
      body: { title: 'Loja' },
    }),
    status: 200,
    answer: { title: 'Loja', deploy_url: 'https://example.com/trilha' },
    changes: ['works'],
    needsSession: true,
    foreign: { status: 404, code: 'not-found', message: 'Work not found' },
    bad: [
      ...NOT_AN_OBJECT,
      MALFORMED,
      {
        body: { title: ' ', description: 5, deploy_url: 'javascript:alert(1)' },
        code: 'validation',
        message: ['title is required', 'invalid description', 'invalid deploy_url'],
        fields: { title: 'required', description: 'invalid', deploy_url: 'invalid' },
      },
    ],
  },
  'DELETE /users/works/:id': {
    valid: async ({ token }) => ({ path: `/users/works/${(await server.addWork(token)).id}` }),
    status: 204,
    answer: {},
    changes: ['works'],
    needsSession: true,
    foreign: { status: 404, code: 'not-found', message: 'Work not found' },
    bad: [MALFORMED],
  },
  'GET /u/:handle/card.svg': {
    valid: async () => ({ path: cardPath(await publicHandle()) }),
    status: 200,
    answer: {},
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'public, max-age=300',
  },
  'GET /u/:handle/badge/:technology.svg': {
    valid: async () => ({ path: await publishTechnology('React') }),
    status: 200,
    answer: {},
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'public, max-age=300',
  },
  'GET /u/:handle/badge/:technology.json': {
    valid: async () => ({ path: (await publishTechnology('React')).replace(/svg$/, 'json') }),
    status: 200,
    answer: { schemaVersion: 1, label: 'React', message: 'Iniciante' },
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'public, max-age=300',
  },
  'GET /openapi.json': {
    valid: () => ({ path: '/openapi.json' }),
    status: 200,
    answer: { openapi: '3.1.0', info: { title: 'Trilha' } },
    changes: [],
    needsSession: false,
    bad: [],
    cache: 'no-cache',
  },
};

/** Sends all of a request but its last byte, which follows when `meanwhile` is over. */
async function holdBack(
  { method, path, body = {}, token }: Request & { method: string; token: string },
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { type = '', payload = '' } = await encode(body);
  const bytes = Buffer.from(payload);
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  const answer = readText(socket);
  const isIn = new Promise<void>((resolve) => (letIn = resolve));
  const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nConnection: close\r\n`;
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`);
  socket.write(bytes.subarray(0, -1));
  await isIn;
  await meanwhile();
  socket.write(bytes.subarray(-1));
  await once(socket, 'close');
  return answer;
}

async function prepare(name: string, route: Route, someone: SignedIn) {
  const [method = ''] = name.split(' ');
  return { method, ...(await route.valid(someone)) };
}

test('every route of the API has an entry here, and every entry is a route', async () => {
  await server.app.ready();
  const served = server.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
  const ours = served.filter((name) => !/^(HEAD|OPTIONS) /.test(name));
  expect(ours.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }));

describe.each(Object.entries(ROUTES))('%s', (name, route) => {
  test('answers a valid request and changes what it says, nothing else', async () => {
    const someone = name === 'DELETE /users/:id' ? await server.signUpWithEverything() : await server.signUp();
    const { method, path, body } = await prepare(name, route, someone);
    const before = await server.rows();
    const answer = await server.ask(method, path, { token: someone.token, body });
    expect(answer.status).toBe(route.status);
    expect(answer.body ?? {}).toMatchObject(route.answer);
    const after = await server.rows();
    const tables = Object.keys(before) as Table[];
    const changed = tables.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
    expect(changed).toEqual(route.changes);
  });

  test('takes a slash at the end, says how long it may be kept, and names its request', async () => {
    const someone = await server.signUp();
    const { method, path, body } = await prepare(name, route, someone);
    const answer = await server.ask(method, path.replace(/(?=\?|$)/, '/'), { token: someone.token, body });
    expect(answer.status).toBe(route.status);
    expect(answer.headers).toMatchObject({
      'cache-control': route.cache ?? 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('answers a preflight for any origin', async () => {
    const { method, path } = await prepare(name, route, owner);
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': method };
    const answer = await server.ask('OPTIONS', path, { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toContain(method);
    expect(answer.headers['access-control-allow-headers']).toBe('Authorization, Content-Type');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  // Left out rather than skipped where it does not apply: a skipped test is one that waits for someone.
  if (route.needsSession) {
    test.for(Object.entries(USELESS_TOKENS))('is refused with %s, and changes nothing (M-135)', async ([, token]) => {
      const { method, path, body } = await prepare(name, route, owner);
      const before = await server.rows();
      const answer = await server.ask(method, path, { token, body });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        status: 'error',
        message: 'A valid session token is required',
        code: 'unauthenticated',
      });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      if (method === 'GET') expect(await server.ask('HEAD', path, { token })).toMatchObject({ status: 401, text: '' });
      expect(await server.rows()).toEqual(before);
    });
  }

  if (route.needsSession && !name.startsWith('GET ')) {
    test('is refused when its session has ended by the time its last byte comes, and changes nothing (X-160)', async () => {
      const someone = await server.signUpWithEverything();
      const { token: other } = await server.logIn(someone.person);
      const { method, path, body } = await prepare(name, route, someone);
      let before: unknown;
      const answer = await holdBack({ method, path, body, token: someone.token }, async () => {
        expect((await server.ask('DELETE', '/sessions/others', { token: other })).status).toBe(204);
        before = await server.rows();
      });
      expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*www-authenticate: Bearer[^]*"code":"unauthenticated"\}$/i);
      expect(await server.rows()).toEqual(before);
    });
  }

  if (!route.needsSession) {
    test('is open to visitors, whatever token they send', async () => {
      for (const token of Object.values(USELESS_TOKENS)) {
        const { method, path, body } = await prepare(name, route, owner);
        expect((await server.ask(method, path, { token, body })).status).toBe(route.status);
      }
    });
  }

  test("leaves another user's data alone (M-133)", async () => {
    const stranger = await server.signUp();
    const mine = await prepare(name, route, owner);
    const theirs = route.foreign ? mine : await prepare(name, route, stranger);
    const [all, before] = [await server.rows(), await server.rowsOf(owner)];
    const answer = await server.ask(mine.method, theirs.path, { token: stranger.token, body: theirs.body });
    expect(await server.rowsOf(owner)).toEqual(before);
    if (route.foreign === undefined) return;
    const { status, ...problem } = route.foreign;
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ status: 'error', ...problem });
    expect(await server.rows()).toEqual(all);
  });

  test.for(route.bad)('refuses $body and changes nothing (M-132)', async (bad) => {
    const { method, path } = await prepare(name, route, owner);
    // A guess at a password is counted, wherever it is made.
    const { attempts: _countedBefore, events: _toldBefore, ...before } = await server.rows();
    const answer = await server.ask(method, path, { token: owner.token, body: bad.body });
    const { body: _sent, ...expected } = bad;
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ status: 'error', ...expected });
    const { attempts: _countedAfter, events: _toldAfter, ...after } = await server.rows();
    expect(after).toEqual(before);
  });
});

test('whoever has logged out is a visitor to what they wrote themselves', async () => {
  const { body } = await server.ask<object>('GET', `/users/${owner.user.id}`, { token: owner.token });
  expect(body).toMatchObject({ email: owner.person.email, bio: owner.person.bio, visibility: 'private' });
  for (const token of Object.values(USELESS_TOKENS)) {
    const seen = await server.ask<object>('GET', `/users/${owner.user.id}`, { token });
    expect(seen).toMatchObject({ status: 200, body: { bio: null, contact: null, works: [], avatar_url: null } });
    expect(seen.body).not.toHaveProperty('email');
    expect(seen.body).not.toHaveProperty('visibility');
  }
});

test('a user reads nothing of a stranger that is private, by any route', async () => {
  const stranger = await server.signUp({ bio: 'Segredo-da-bio', contact: 'https://example.com/segredo' });
  await server.addWork(stranger.token, { title: 'Segredo-do-trabalho' });
  const removed = await server.addTechnology(stranger.token, { title: 'Segredo-que-foi-excluído' });
  await server.ask('DELETE', `/users/techs/${removed.id}`, { token: stranger.token });
  const avatar = await server.addAvatar(stranger.token);
  const handle = await server.chooseHandle(stranger.token);
  const secrets = [stranger.person.email, 'Segredo', 'segredo', avatar];
  const reads = Object.keys(ROUTES).filter((name) => name.startsWith('GET ') && name !== 'GET /avatars/:name');
  for (const name of reads) {
    const path = name.replace('GET ', '').replace(':id', stranger.user.id).replace(':handle', handle);
    const { text } = await server.ask('GET', path, { token: owner.token });
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
  const { body } = await server.ask<OwnUser>('GET', '/profile', { token: owner.token });
  expect(body.id).toBe(owner.user.id);
});
