import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { badgePath, cardPath } from '#contract/public/card.ts';
import { makeToken } from '../../server/accounts/tokens.ts';
import { TABLE_NAMES, type TableName } from '../../server/database/tables.ts';
import type { Operation, RequestBody } from '../../server/openapi/types.ts';
import { expectListedAsUsers } from '../helpers/database/listing.ts';
import { aForm, aPicture } from '../helpers/images.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { dial, listening, readAll } from '../helpers/raw-http.ts';
import { encode, type SignedIn, startServer } from '../helpers/start-server.ts';

type Request = { path?: string; body?: unknown };
type Route = {
  /** Makes a request that succeeds for this person. Its path is the route's own unless given. */
  request?: (person: SignedIn) => Request | Promise<Request | void>;
  /** The tables that it writes to. */
  changes?: readonly TableName[];
  isOpen?: true;
  /** The status where a request names another user's row. */
  foreign?: 403 | 404;
  /** The expected Cache-Control; by default responses must not be cached. */
  cache?: string;
};

const mailer = { send: async () => undefined, verify: async () => undefined };
const server = await startServer({ mailer, operatorContact: 'ana@escola.example', publicUrl: 'http://localhost:80' });
let onHeaders = () => {};
server.app.addHook('preParsing', async () => onHeaders());
await listening(server);

const owner = await server.signUpWithEverything();
const picture = await aPicture();
const shown = await server.signUp();
await server.addTechnology(shown.token, { title: 'React' });
await server.ask('PUT', '/profile', { token: shown.token, body: { visibility: 'public' } });
const publicHandle = await server.chooseHandle(shown.token);

const { token: loggedOut } = await server.logIn(owner.person);
await server.ask('DELETE', '/sessions', { token: loggedOut });
const deleted = await server.signUp();
await server.ask('DELETE', `/users/${deleted.user.id}`, { token: deleted.token });
const USELESS_TOKENS = [undefined, '', 'null', 'wrong', makeToken(), loggedOut, deleted.token];

const ofOwn =
  (kind: 'techs' | 'works', body?: object) =>
  async ({ token }: SignedIn) => {
    const { id } = await (kind === 'techs' ? server.addTechnology(token) : server.addWork(token));
    return { path: `/users/${kind}/${id}`, body };
  };

const ofOwnClass =
  (rest = '', body?: object) =>
  async ({ token }: SignedIn) => {
    const { id, code } = await server.openClass(token);
    const classmate = await server.signUp();
    await server.joinClass(classmate.token, { code });
    return { path: `/classes/${id}${rest}`.replace(':classmate', classmate.user.id), body };
  };

const ROUTES: Record<string, Route> = {
  'GET /healthz': { isOpen: true },
  'GET /readyz': { isOpen: true },
  'GET /.well-known/security.txt': { isOpen: true },
  'GET /openapi.json': { isOpen: true, cache: 'no-cache' },
  'POST /users': { isOpen: true, request: () => ({ body: aPerson() }), changes: ['users', 'attempts'] },
  'POST /sessions': {
    isOpen: true,
    request: ({ person: { email, password } }) => ({ body: { email, password } }),
    changes: ['sessions', 'events'],
  },
  'POST /password-resets/links': {
    isOpen: true,
    // An unknown e-mail: the response must not reveal whether an account exists.
    request: () => ({ body: { email: aPerson().email } }),
    changes: ['attempts'],
  },
  'POST /password-resets': {
    isOpen: true,
    // A new user each time, because the reset ends all sessions.
    request: async () => ({
      body: { token: await server.makeResetToken(await server.signUp()), password: 'nova1234' },
    }),
    changes: ['users', 'sessions', 'password_resets', 'events'],
  },
  'DELETE /sessions': { changes: ['sessions'] },
  'GET /sessions': {},
  'DELETE /sessions/others': {
    request: async ({ person }) => void (await server.logIn(person)),
    changes: ['sessions', 'events'],
  },
  'GET /users': { isOpen: true },
  'GET /users/:id': { isOpen: true, request: ({ user }) => ({ path: `/users/${user.id}` }) },
  'DELETE /users/:id': {
    request: ({ user }) => ({ path: `/users/${user.id}` }),
    changes: TABLE_NAMES,
    foreign: 403,
  },
  'GET /profile': {},
  'PUT /profile': {
    request: () => ({ body: { name: 'Ana Lima', visibility: 'public', handle: `ana-${randomUUID()}` } }),
    changes: ['users', 'handles', 'events'],
  },
  'GET /profile/handles/:handle': { request: () => ({ path: `/profile/handles/${publicHandle}` }) },
  'GET /profile/page': {},
  'GET /profile/export': { changes: ['events'] },
  'GET /profile/resume.json': {},
  'POST /profile/resume': {
    request: () => ({
      path: '/profile/resume?apply=true',
      body: {
        basics: { summary: 'Já sei programar.' },
        skills: [{ name: 'React', level: 'Master' }],
        projects: [{ name: 'Loja', description: 'Flores', url: 'https://example.com', keywords: ['react'] }],
      },
    }),
    changes: ['users', 'technologies', 'works', 'work_technologies', 'level_changes'],
  },
  'GET /profile/events': {},
  'GET /profile/history': {},
  'PATCH /users/avatar': { request: () => ({ body: aForm(picture) }), changes: ['avatars'] },
  'DELETE /users/avatar': {
    request: async ({ token }) => void (await server.addAvatar(token)),
    changes: ['avatars'],
  },
  'GET /avatars/:name': {
    isOpen: true,
    request: async ({ token }) => ({ path: await server.addAvatar(token) }),
    cache: 'public, max-age=31536000, s-maxage=300, immutable',
  },
  'POST /users/techs': {
    request: () => ({ body: aTechnology({ title: `Vue ${randomUUID()}` }) }),
    changes: ['technologies', 'level_changes'],
  },
  'PUT /users/techs/:id': {
    request: ofOwn('techs', { title: 'Vue', status: 'Avançado' }),
    changes: ['technologies', 'level_changes'],
    foreign: 404,
  },
  'DELETE /users/techs/:id': { request: ofOwn('techs'), changes: ['technologies', 'level_changes'], foreign: 404 },
  'POST /users/techs/:id/restore': {
    request: async ({ token }) => {
      const { id } = await server.addTechnology(token, { status: 'Avançado' });
      await server.ask('DELETE', `/users/techs/${id}`, { token });
      return { path: `/users/techs/${id}/restore` };
    },
    changes: ['technologies', 'level_changes'],
    foreign: 404,
  },
  'POST /users/works': { request: () => ({ body: aWork() }), changes: ['works'] },
  'PUT /users/works/:id': { request: ofOwn('works', { title: 'Loja' }), changes: ['works'], foreign: 404 },
  'DELETE /users/works/:id': { request: ofOwn('works'), changes: ['works'], foreign: 404 },
  'GET /classes': {},
  'POST /classes': { request: () => ({ body: { name: 'Turma 13' } }), changes: ['classes'] },
  'POST /classes/join': {
    request: async () => ({ body: { code: (await server.openClass(owner.token)).code } }),
    changes: ['class_members'],
  },
  'GET /classes/join': {
    request: async () => ({ path: `/classes/join?code=${(await server.openClass(owner.token)).code}` }),
  },
  'GET /classes/:id': { request: ofOwnClass(), foreign: 404 },
  'GET /classes/:id/members.csv': { request: ofOwnClass('/members.csv'), foreign: 404 },
  'PUT /classes/:id': {
    request: ofOwnClass('', { name: 'Turma 14', renew_code: true }),
    changes: ['classes'],
    foreign: 404,
  },
  'DELETE /classes/:id': { request: ofOwnClass(), changes: ['classes', 'class_members'], foreign: 404 },
  'DELETE /classes/:id/members/:userId': {
    request: ofOwnClass('/members/:classmate'),
    changes: ['class_members'],
    foreign: 404,
  },
  ...Object.fromEntries(
    [
      ['GET /pessoas', '/pessoas?tecnologia=React'],
      ['GET /u/:handle', `/u/${publicHandle}`],
      ['GET /u/:handle/preview.png', `/u/${publicHandle}/preview.png`],
      ['GET /u/:handle/card.svg', cardPath(publicHandle)],
      ['GET /u/:handle/badge/:technology.svg', badgePath(publicHandle, 'React')],
      ['GET /u/:handle/badge/:technology.json', badgePath(publicHandle, 'React').replace(/svg$/, 'json')],
    ].map(([name, path]) => [name, { isOpen: true, request: () => ({ path }), cache: 'public, max-age=300' }]),
  ),
};

async function prepare(name: string, { request }: Route, someone: SignedIn) {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, body: undefined, ...(await request?.(someone)) };
}

const { paths = {}, components } = server.document;

function operationOf(name: string): Operation | undefined {
  const [method = '', path = ''] = name.split(' ');
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get'];
}

const NO_OBJECTS = ['{', '[]', '"text"', '5', 'null'];

/** Bodies that every route with a body refuses. */
function badBodiesOf(name: string): Array<{ body: unknown; problem: object }> {
  const input = operationOf(name)?.requestBody as RequestBody | undefined;
  const { $ref = '' } = (input?.content['application/json']?.schema ?? {}) as { $ref?: string };
  const schema = components?.schemas?.[$ref.split('/').at(-1) ?? ''];
  if (!schema) return [{ body: '{', problem: { code: 'bad-request' } }];
  const fields = Object.keys(schema.properties ?? {});
  const each = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));
  const invalid = { body: each(5), problem: { code: 'validation', fields: each('invalid') } };
  return [...NO_OBJECTS.map((body) => ({ body, problem: { code: 'bad-request' } })), invalid];
}

/** Sends a request except its last byte, which follows after `meanwhile`. */
async function holdBack(
  { method, path, body = {} }: Required<Request> & { method: string },
  token: string,
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const { type = '', payload = '' } = await encode(body);
  const bytes = Buffer.from(payload);
  const socket = dial(server);
  const answer = readAll(socket);
  const arrived = new Promise<void>((resolve) => (onHeaders = resolve));
  const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nConnection: close\r\n`;
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`);
  socket.write(bytes.subarray(0, -1));
  await arrived;
  await meanwhile();
  socket.write(bytes.subarray(-1));
  return answer;
}

test('every route has an entry here, which is open as the document says', () => {
  const served = server.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
  const names = Object.keys(ROUTES).toSorted();
  expect(served.filter((name) => !/^(HEAD|OPTIONS) /.test(name)).toSorted()).toEqual(names);
  const closed = names.filter((name) => JSON.stringify(operationOf(name)?.security) === '[{"token":[]}]');
  expect(closed).toEqual(names.filter((name) => !ROUTES[name]?.isOpen));
});

describe.each(Object.entries(ROUTES))('%s', (name, route) => {
  test("answers, and changes only its own tables and no other user's rows (M-133)", async () => {
    const someone = name === 'DELETE /users/:id' ? await server.signUpWithEverything() : await server.signUp();
    const { method, path, body } = await prepare(name, route, someone);
    const before = await server.rows();
    const withSlash = path.replace(/(?=\?|$)/, '/');
    const answer = await server.ask(method, withSlash, { token: someone.token, body });
    expect(answer.status).toBeLessThan(300);
    const headers = {
      'cache-control': route.cache ?? 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    };
    expect(answer.headers).toMatchObject(headers);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const after = await server.rows();
    const changed = TABLE_NAMES.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
    expect(new Set(changed)).toEqual(new Set(route.changes));
    expect(await server.rowsOf(owner, after)).toEqual(await server.rowsOf(owner, before));
  });

  // No `skip`: a route has only the tests that apply to it.
  if (route.isOpen) {
    test('is open to visitors, whatever token they send', async () => {
      for (const token of [undefined, 'wrong', loggedOut]) {
        const { method, path, body } = await prepare(name, route, owner);
        const { status, headers } = await server.ask(method, path, { token, body });
        expect(status).toBeLessThan(300);
        const head = { status, text: '', headers: { 'content-length': headers['content-length'] } };
        if (method === 'GET') expect(await server.ask('HEAD', path, { token })).toMatchObject(head);
      }
    });
  } else {
    test('requires a valid token, and changes nothing without one (M-135)', async () => {
      const { method, path, body } = await prepare(name, route, owner);
      const before = await server.rows();
      const problem = { status: 'error', message: 'A valid session token is required', code: 'unauthenticated' };
      const refusal = { status: 401, body: problem, headers: { 'www-authenticate': 'Bearer' } };
      for (const [index, token] of USELESS_TOKENS.entries()) {
        expect(await server.ask(method, path, { token, body }), `token ${index}`).toMatchObject(refusal);
        if (method === 'GET') expect((await server.ask('HEAD', path, { token })).status).toBe(401);
      }
      expect(await server.rows()).toEqual(before);
    });
  }

  if (!route.isOpen && !name.startsWith('GET ')) {
    test('changes nothing when its session ends before its last byte (X-160)', async () => {
      const someone = await server.signUp();
      const { token: other } = await server.logIn(someone.person);
      const request = await prepare(name, route, someone);
      let before: unknown;
      const answer = await holdBack(request, someone.token, async () => {
        expect((await server.ask('DELETE', '/sessions/others', { token: other })).status).toBe(204);
        before = await server.rows();
      });
      expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*www-authenticate: Bearer[^]*"code":"unauthenticated"\}$/i);
      expect(await server.rows()).toEqual(before);
    });
  }

  if (route.foreign !== undefined) {
    test("refuses another user's id and changes nothing (M-133)", async () => {
      const stranger = await server.signUp();
      const { method, path, body } = await prepare(name, route, owner);
      const before = await server.rows();
      expect((await server.ask(method, path, { token: stranger.token, body })).status).toBe(route.foreign);
      expect(await server.rows()).toEqual(before);
    });
  }

  if (!name.startsWith('GET ')) {
    test('refuses bodies of another kind, and changes nothing (M-132)', async () => {
      const { method, path } = await prepare(name, route, owner);
      const before = await server.rows();
      for (const { body, problem } of badBodiesOf(name)) {
        const answer = await server.ask(method, path, { token: owner.token, body });
        expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: problem });
      }
      expect(await server.rows()).toEqual(before);
    });
  }
});

test('a closed session reads its own user as a visitor does', async () => {
  const path = `/users/${owner.user.id}`;
  const { body: seen } = await server.ask('GET', path);
  for (const token of USELESS_TOKENS) {
    expect((await server.ask('GET', path, { token })).body).toEqual(seen);
  }
});

test('no route reveals private fields of another user', async () => {
  const { token, user } = await server.signUp({ bio: 'segredo', contact: 'https://example.com/segredo' });
  await server.addWork(token, { title: 'segredo' });
  const removed = await server.addTechnology(token, { title: 'segredo' });
  await server.ask('DELETE', `/users/techs/${removed.id}`, { token });
  const secrets = [user.email, 'segredo', await server.addAvatar(token)];
  const handle = await server.chooseHandle(token);
  const reads = Object.keys(ROUTES).filter((name) => name.startsWith('GET ') && name !== 'GET /avatars/:name');
  for (const name of reads) {
    const path = name.replace('GET ', '').replace(':id', user.id).replace(':handle', handle);
    const { text } = await server.ask('GET', path, { token: owner.token });
    for (const secret of secrets) expect(text, name).not.toContain(secret);
  }
});

test('no route leaves a technology listed otherwise than its user', () => expectListedAsUsers(server.database));
