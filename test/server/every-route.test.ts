import { randomUUID } from 'node:crypto';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, test } from 'vitest';
import { badgePath, cardPath } from '#contract/public/card.ts';
import { makeToken } from '../../server/accounts/tokens.ts';
import { aForm, aPicture } from '../helpers/images.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { dial, listening, readAll } from '../helpers/raw-http.ts';
import { encode, type SignedIn, startServer } from '../helpers/start-server.ts';

type Request = { path?: string; body?: unknown };
type Table = keyof Awaited<ReturnType<typeof server.rows>>;
type Route = {
  /** Makes a request that succeeds for this person. Its path is the route's own unless given. */
  request?: (person: SignedIn) => Request | Promise<Request | void>;
  answer?: object;
  /** The tables that it writes to. */
  changes?: Table[];
  isOpen?: true;
  /** The refusal of a request that names another user's row. */
  foreign?: { status: number; code: string; message: string };
  /** Answers are not cached unless this says so. */
  cache?: string;
};

const mailer = { send: async () => undefined, verify: async () => undefined };
const server = await startServer({ mailer, contact: 'ana@escola.example', publicUrl: 'http://localhost:80' });
let onHeaders = () => {};
server.app.addHook('preParsing', async () => onHeaders());
await listening(server);

const owner = await server.signUpWithEverything();
const picture = await aPicture();
const publicHandle = await server.signUpPublic();

const { token: loggedOut } = await server.logIn(owner.person);
await server.ask('DELETE', '/sessions', { token: loggedOut });
const deleted = await server.signUp();
await server.ask('DELETE', `/users/${deleted.user.id}`, { token: deleted.token });
const USELESS_TOKENS = {
  none: undefined,
  empty: '',
  null: 'null',
  wrong: 'wrong',
  'never issued': makeToken(),
  'of a closed session': loggedOut,
  'of a deleted user': deleted.token,
};

/** Returns the path of its badge. */
async function publishTechnology(title: string): Promise<string> {
  const { token } = await server.signUp();
  await server.addTechnology(token, { title });
  const handle = await server.chooseHandle(token);
  await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
  return badgePath(handle, title);
}

const SHORT = 'public, max-age=300';
const techNotFound = { status: 404, code: 'not-found', message: 'Tech not found' };
const workNotFound = { status: 404, code: 'not-found', message: 'Work not found' };

const ROUTES: Record<string, Route> = {
  'GET /healthz': { isOpen: true, answer: { status: 'ok' } },
  'GET /readyz': { isOpen: true, answer: { status: 'ok' } },
  'GET /.well-known/security.txt': { isOpen: true },
  'GET /openapi.json': { isOpen: true, answer: { openapi: '3.1.0' }, cache: 'no-cache' },
  'POST /users': {
    isOpen: true,
    request: () => ({ body: aPerson({ name: 'Bia' }) }),
    answer: { name: 'Bia', techs: [], works: [], avatar_url: null, visibility: 'private' },
    changes: ['users'],
  },
  'POST /sessions': {
    isOpen: true,
    request: ({ person: { email, password } }) => ({ body: { email, password } }),
    answer: { token: expect.stringMatching(/^tr_[\w-]{43}$/), user: { id: expect.any(String), techs: [], works: [] } },
    changes: ['sessions', 'events'],
  },
  'POST /password-resets/links': {
    isOpen: true,
    // An unknown address: the answer must not show whether there is an account.
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
  'GET /sessions': { answer: [{ current: true, user_agent: 'lightMyRequest' }] },
  'DELETE /sessions/others': {
    request: async ({ person }) => {
      await server.logIn(person);
    },
    changes: ['sessions', 'events'],
  },
  'GET /users': { isOpen: true },
  'GET /users/:id': {
    isOpen: true,
    request: ({ user }) => ({ path: `/users/${user.id}` }),
    answer: { name: 'Ana Souza', techs: [], works: [], avatar_url: null },
  },
  'DELETE /users/:id': {
    request: ({ user }) => ({ path: `/users/${user.id}` }),
    changes: Object.keys(await server.rows()) as Table[],
    foreign: { status: 403, code: 'forbidden', message: 'This belongs to someone else' },
  },
  'GET /profile': { answer: { name: 'Ana Souza', techs: [], works: [], avatar_url: null, visibility: 'private' } },
  'PUT /profile': {
    request: () => ({ body: { name: 'Ana Lima', visibility: 'public', handle: `ana-${randomUUID()}` } }),
    answer: { name: 'Ana Lima', visibility: 'public', bio: 'Aprendo a programar.' },
    changes: ['users', 'handles', 'events'],
  },
  'GET /profile/export': {
    answer: { user: { name: 'Ana Souza' }, sessions: [{ user_agent: 'lightMyRequest' }] },
    changes: ['events'],
  },
  'GET /profile/resume.json': { answer: { basics: { name: 'Ana Souza' }, skills: [], projects: [] } },
  'POST /profile/resume': {
    request: () => ({
      path: '/profile/resume?apply=true',
      body: {
        basics: { summary: 'Já sei programar.' },
        skills: [{ name: 'React', level: 'Master' }],
        projects: [{ name: 'Loja', description: 'Flores', url: 'https://example.com', keywords: ['react'] }],
      },
    }),
    answer: { add: [{ name: 'React' }, { name: 'Loja' }], change: [{ fields: ['bio'] }], keep: [], refuse: [] },
    changes: ['users', 'technologies', 'works', 'work_technologies', 'level_changes'],
  },
  'GET /profile/events': { answer: [{ kind: 'login', actor: 'user', network: '127.0.0.0/24' }] },
  'GET /profile/history': {
    request: async ({ token }) => {
      await server.addTechnology(token);
    },
    answer: [{ technology: { title: expect.stringMatching(/^React /) }, status: 'Iniciante' }],
  },
  'PATCH /users/avatar': {
    request: () => ({ body: aForm(picture) }),
    answer: { avatar_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/avatars\/[\w-]{36}\.webp$/) },
    changes: ['avatars'],
  },
  'DELETE /users/avatar': {
    request: async ({ token }) => {
      await server.addAvatar(token);
    },
    answer: { avatar_url: null },
    changes: ['avatars'],
  },
  'GET /avatars/:name': {
    isOpen: true,
    request: async ({ token }) => ({ path: await server.addAvatar(token) }),
    cache: 'public, max-age=31536000, immutable',
  },
  'POST /users/techs': {
    request: () => ({ body: aTechnology({ title: `Vue ${randomUUID()}` }) }),
    answer: { title: expect.stringMatching(/^Vue /), status: 'Iniciante' },
    changes: ['technologies', 'level_changes'],
  },
  'PUT /users/techs/:id': {
    request: async ({ token }) => ({
      path: `/users/techs/${(await server.addTechnology(token)).id}`,
      body: { title: 'Vue', status: 'Avançado' },
    }),
    answer: { title: 'Vue', status: 'Avançado' },
    changes: ['technologies', 'level_changes'],
    foreign: techNotFound,
  },
  'DELETE /users/techs/:id': {
    request: async ({ token }) => ({ path: `/users/techs/${(await server.addTechnology(token)).id}` }),
    changes: ['technologies', 'level_changes'],
    foreign: { ...techNotFound, message: 'Not found tech with this id' },
  },
  'POST /users/techs/:id/restore': {
    request: async ({ token }) => {
      const { id } = await server.addTechnology(token, { status: 'Avançado' });
      await server.ask('DELETE', `/users/techs/${id}`, { token });
      return { path: `/users/techs/${id}/restore` };
    },
    answer: { title: expect.stringMatching(/^React /), status: 'Avançado' },
    changes: ['technologies', 'level_changes'],
    foreign: techNotFound,
  },
  'POST /users/works': {
    request: () => ({ body: aWork({ title: 'Blog' }) }),
    answer: { title: 'Blog', deploy_url: 'https://example.com/trilha' },
    changes: ['works'],
  },
  'PUT /users/works/:id': {
    request: async ({ token }) => ({
      path: `/users/works/${(await server.addWork(token)).id}`,
      body: { title: 'Loja' },
    }),
    answer: { title: 'Loja', deploy_url: 'https://example.com/trilha' },
    changes: ['works'],
    foreign: workNotFound,
  },
  'DELETE /users/works/:id': {
    request: async ({ token }) => ({ path: `/users/works/${(await server.addWork(token)).id}` }),
    changes: ['works'],
    foreign: workNotFound,
  },
  'GET /u/:handle': { isOpen: true, request: () => ({ path: `/u/${publicHandle}` }), cache: SHORT },
  'GET /u/:handle/preview.png': {
    isOpen: true,
    request: () => ({ path: `/u/${publicHandle}/preview.png` }),
    cache: SHORT,
  },
  'GET /u/:handle/card.svg': { isOpen: true, request: () => ({ path: cardPath(publicHandle) }), cache: SHORT },
  'GET /u/:handle/badge/:technology.svg': {
    isOpen: true,
    request: async () => ({ path: await publishTechnology('React') }),
    cache: SHORT,
  },
  'GET /u/:handle/badge/:technology.json': {
    isOpen: true,
    request: async () => ({ path: (await publishTechnology('React')).replace(/svg$/, 'json') }),
    answer: { schemaVersion: 1, label: 'React', message: 'Iniciante' },
    cache: SHORT,
  },
};

async function prepare(name: string, { request }: Route, someone: SignedIn) {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, body: undefined, ...(await request?.(someone)) };
}

const { paths = {}, components } = server.document;

function operationOf(name: string): OpenAPIV3_1.OperationObject | undefined {
  const [method = '', path = ''] = name.split(' ');
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get'];
}

type Field = OpenAPIV3_1.NonArraySchemaObject;
type Bad = { body: unknown; message: string | string[]; code: string; fields?: Record<string, string> };

function messageOf([field, code]: [string, string], limit = 0): string {
  if (code === 'required') return `${field} is required`;
  if (code === 'not-allowed') return `${field} is not one of the accepted values`;
  return code === 'too-long' ? `${field}: maximum is ${limit} characters` : `invalid ${field}`;
}

/** A value that breaks a rule of the field, and the code of its refusal. */
function breakRule({ enum: words, type, format, anyOf, maxLength }: Field): [value: unknown, code: string] {
  if (words) return ['x', 'not-allowed'];
  if (type === 'boolean') return ['yes', 'invalid'];
  if (format === 'uri') return ['javascript:alert(1)', 'invalid'];
  if (format ?? anyOf) return ['Nobody', 'invalid'];
  return maxLength === undefined ? [null, 'invalid'] : ['x'.repeat(maxLength + 1), 'too-long'];
}

/** Bodies that the route's own schema forbids. */
function badBodiesOf(name: string): Bad[] {
  const malformed = { body: '{"title":', message: 'The request is malformed', code: 'bad-request' };
  const input = operationOf(name)?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const { $ref = '' } = (input?.content['application/json']?.schema ?? {}) as { $ref?: string };
  const schema = components?.schemas?.[$ref.split('/').at(-1) ?? ''];
  if (!schema) return [malformed];
  const notObjects = ['[]', '"text"', '5', 'null'].map((text) => {
    return { body: text, message: 'The body must be a JSON object', code: 'bad-request' };
  });
  const properties = (schema.properties ?? {}) as Record<string, Field>;
  const invalid = (body: object, fields: Record<string, string>): Bad => {
    const message = Object.entries(fields).map((field) => messageOf(field, properties[field[0]]?.maxLength));
    return { body, code: 'validation', message, fields };
  };
  const required = schema.required ?? schema.anyOf?.flatMap((part) => (part as { required: string[] }).required) ?? [];
  const missing = invalid({}, Object.fromEntries(required.map((field) => [field, 'required'])));
  const broken = Object.entries(properties).map(([field, rule]) => [field, ...breakRule(rule)] as const);
  return [
    malformed,
    ...notObjects,
    ...(required.length > 0 ? [missing] : []),
    invalid(
      Object.fromEntries(broken.map(([field]) => [field, 5])),
      Object.fromEntries(broken.map(([field]) => [field, 'invalid'])),
    ),
    invalid(
      Object.fromEntries(broken.map(([field, value]) => [field, value])),
      Object.fromEntries(broken.map(([field, , code]) => [field, code])),
    ),
  ];
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
    expect(answer.body ?? {}).toMatchObject(route.answer ?? {});
    expect(answer.headers).toMatchObject({
      'cache-control': route.cache ?? 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const after = await server.rows();
    const tables = Object.keys(before) as Table[];
    const changed = tables.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
    expect(changed).toEqual(route.changes ?? []);
    expect(await server.rowsOf(owner, after)).toEqual(await server.rowsOf(owner, before));
  });

  // No `skip`: a route has only the tests that apply to it.
  if (route.isOpen) {
    test('is open to visitors, whatever token they send', async () => {
      for (const token of [undefined, 'wrong', loggedOut]) {
        const { method, path, body } = await prepare(name, route, owner);
        expect((await server.ask(method, path, { token, body })).status).toBeLessThan(300);
      }
    });
  } else {
    test('requires a valid token, and changes nothing without one (M-135)', async () => {
      const { method, path, body } = await prepare(name, route, owner);
      const before = await server.rows();
      const problem = { status: 'error', message: 'A valid session token is required', code: 'unauthenticated' };
      for (const [kind, token] of Object.entries(USELESS_TOKENS)) {
        const answer = await server.ask(method, path, { token, body });
        const headers = { 'www-authenticate': 'Bearer' };
        expect(answer, `a token ${kind}`).toMatchObject({ status: 401, body: problem, headers });
        if (method !== 'GET') continue;
        expect(await server.ask('HEAD', path, { token }), kind).toMatchObject({ status: 401, text: '' });
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

  const { foreign } = route;
  if (foreign) {
    test("refuses another user's id and changes nothing (M-133)", async () => {
      const stranger = await server.signUp();
      const { method, path, body } = await prepare(name, route, owner);
      const before = await server.rows();
      const answer = await server.ask(method, path, { token: stranger.token, body });
      const { status, ...problem } = foreign;
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ status: 'error', ...problem });
      expect(await server.rows()).toEqual(before);
    });
  }

  if (!name.startsWith('GET ')) {
    test('refuses bodies that its schema forbids, and changes nothing (M-132)', async () => {
      const { method, path } = await prepare(name, route, owner);
      const before = await server.rows();
      for (const { body, ...problem } of badBodiesOf(name)) {
        const answer = await server.ask(method, path, { token: owner.token, body });
        expect(answer.status, JSON.stringify(body)).toBe(400);
        expect(answer.body, JSON.stringify(body)).toEqual({ status: 'error', ...problem });
      }
      expect(await server.rows()).toEqual(before);
    });
  }
});

test('a closed session reads its own user as a visitor does', async () => {
  const path = `/users/${owner.user.id}`;
  const { bio, visibility } = owner.user;
  expect(await server.ask('GET', path, { token: owner.token })).toMatchObject({ body: { bio, visibility } });
  for (const token of Object.values(USELESS_TOKENS)) {
    const seen = await server.ask<object>('GET', path, { token });
    expect(seen).toMatchObject({ status: 200, body: { bio: null, contact: null, works: [], avatar_url: null } });
    expect(seen.body).not.toHaveProperty('email');
    expect(seen.body).not.toHaveProperty('visibility');
  }
});

test('no route shows a user what is private to a stranger', async () => {
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
    expect(
      secrets.filter((secret) => text.includes(secret)),
      name,
    ).toEqual([]);
  }
  expect(await server.ask('GET', '/profile', { token: owner.token })).toMatchObject({ body: { id: owner.user.id } });
});
