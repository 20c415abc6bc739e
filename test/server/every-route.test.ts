import { describe, expect, test } from 'vitest';
import { aPerson, aTechnology } from '../make.ts';
import { startServer } from './start.ts';
import type { SignedIn } from './start.ts';

type Request = { path: string; body?: unknown };
type Bad = { body: unknown; message: string | string[]; code: string; fields?: Record<string, string> };
type Route = {
  /** A request that succeeds, for this person. */
  valid: (person: SignedIn) => Request | Promise<Request>;
  status: number;
  answer: object;
  changes: Array<'users' | 'sessions' | 'technologies'>;
  needsSession: boolean;
  /** Whether the request names something that belongs to one person. */
  owned?: { message: string };
  bad: Bad[];
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

const server = await startServer();
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
    changes: ['sessions'],
    needsSession: false,
    bad: [...NOT_AN_OBJECT, MALFORMED, required('email', 'password')],
  },
  'DELETE /sessions': {
    valid: () => ({ path: '/sessions' }),
    status: 204,
    answer: {},
    changes: ['sessions'],
    needsSession: true,
    bad: [MALFORMED],
  },
  'GET /users/:id': {
    valid: ({ user }) => ({ path: `/users/${user.id}` }),
    status: 200,
    answer: { id: expect.any(String), name: 'Ana Souza', techs: [], works: [], avatar_url: null },
    changes: [],
    needsSession: false,
    bad: [],
  },
  'GET /profile': {
    valid: () => ({ path: '/profile' }),
    status: 200,
    answer: { name: 'Ana Souza', techs: [], works: [], avatar_url: null, visibility: 'private' },
    changes: [],
    needsSession: true,
    bad: [],
  },
  'POST /users/techs': {
    valid: () => ({ path: '/users/techs', body: aTechnology({ title: 'React' }) }),
    status: 201,
    answer: { title: 'React', status: 'Iniciante' },
    changes: ['technologies'],
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
    changes: ['technologies'],
    needsSession: true,
    owned: { message: 'Tech not found' },
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
    changes: ['technologies'],
    needsSession: true,
    owned: { message: 'Not found tech with this id' },
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
    changes: ['technologies'],
    needsSession: true,
    owned: { message: 'Tech not found' },
    bad: [MALFORMED],
  },
};

async function prepare(name: string, route: Route, someone?: SignedIn) {
  const owner = someone ?? (await server.signUp());
  const [method = ''] = name.split(' ');
  const { path, body } = await route.valid(owner);
  return { method, path, body, owner };
}

test('every route of the API has an entry here, and every entry is a route', async () => {
  await server.app.ready();
  const served = server.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
  const ours = served.filter((name) => !/^(HEAD|OPTIONS) /.test(name));
  expect(ours.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

describe.each(Object.entries(ROUTES))('%s', (name, route) => {
  test('answers a valid request and changes what it says, nothing else', async () => {
    const { method, path, body, owner } = await prepare(name, route);
    const before = await server.rows();
    const answer = await server.ask(method, path, { token: owner.token, body });
    expect(answer.status).toBe(route.status);
    expect(answer.body ?? {}).toMatchObject(route.answer);
    const after = await server.rows();
    const changed = (['users', 'sessions', 'technologies'] as const).filter(
      (table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]),
    );
    expect(changed).toEqual(route.changes);
  });

  test('takes a slash at the end, is never cached, and names its request', async () => {
    const { method, path, body, owner } = await prepare(name, route);
    const answer = await server.ask(method, `${path}/`, { token: owner.token, body });
    expect(answer.status).toBe(route.status);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('answers a preflight for any origin', async () => {
    const { method, path } = await prepare(name, route);
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': method };
    const answer = await server.ask('OPTIONS', path, { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toContain(method);
    expect(answer.headers['access-control-allow-headers']).toBe('Authorization, Content-Type');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  // Left out rather than skipped where it does not apply: a skipped test is one that waits for someone.
  if (route.needsSession) {
    test('is refused without a session, and changes nothing (M-135)', async () => {
      const { method, path, body } = await prepare(name, route);
      const before = await server.rows();
      for (const token of [undefined, '', 'null', 'wrong', `tr_${'a'.repeat(43)}`]) {
        const answer = await server.ask(method, path, { token, body });
        expect(answer.status).toBe(401);
        expect(answer.body).toMatchObject({ code: 'unauthenticated' });
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
      expect(await server.rows()).toEqual(before);
    });
  }

  if (!route.needsSession) {
    test('is open to visitors, whatever token they send', async () => {
      const owner = await server.signUp();
      const tokens = [undefined, '', 'null', 'wrong', `tr_${'a'.repeat(43)}`];
      for (const token of tokens) {
        const { method, path, body } = await prepare(name, route, owner);
        expect((await server.ask(method, path, { token, body })).status).toBe(route.status);
      }
    });
  }

  if (route.owned !== undefined) {
    test("leaves another person's data alone (M-133)", async () => {
      const { method, path, body } = await prepare(name, route);
      const stranger = await server.signUp();
      const before = await server.rows();
      const answer = await server.ask(method, path, { token: stranger.token, body });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ status: 'error', message: route.owned?.message, code: 'not-found' });
      expect(await server.rows()).toEqual(before);
    });
  }

  test.for(route.bad)('refuses $body and changes nothing (M-132)', async (bad) => {
    const { method, path, owner } = await prepare(name, route);
    const before = await server.rows();
    const answer = await server.ask(method, path, { token: owner.token, body: bad.body });
    const { body: _sent, ...expected } = bad;
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ status: 'error', ...expected });
    expect(await server.rows()).toEqual(before);
  });
});
