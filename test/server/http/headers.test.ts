import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { aForm, aPicture } from '../../helpers/images.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();

function signUpOfSize(bytes: number): string {
  const start = `${JSON.stringify(aPerson()).slice(0, -1)},"padding":"`;
  return `${start}${'x'.repeat(bytes - Buffer.byteLength(start) - 2)}"}`;
}

describe('an address', () => {
  test('that is none answers 404 in the shape of a problem', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['POST', '/nothing/at/all'],
      ['GET', '/'],
      ['TRACE', '/users/x/y'],
    ]) {
      const answer = await server.ask(method ?? '', path ?? '', { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ status: 'error', message: 'There is nothing at this address', code: 'not-found' });
    }
  });

  test.for([
    ['PATCH', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/users/techs', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['POST', '/users/abc', 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', '/users/techs/abc?x=1', 'PUT, DELETE, OPTIONS'],
    ['PATCH', '/sessions/', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['DELETE', '/profile', 'GET, HEAD, PUT, OPTIONS'],
    ['TRACE', '/profile', 'GET, HEAD, PUT, OPTIONS'],
    ['POST', '/users/avatar', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ] as const)('tells %s %s which methods it takes', async ([method, path, allow]) => {
    const answer = await server.ask(method, path);
    expect(answer.status).toBe(405);
    expect(answer.body).toMatchObject({ code: 'method-not-allowed' });
    expect(answer.headers['allow']).toBe(allow);
  });

  test('with a broken escape answers 400, and one with an endless name 414', async () => {
    expect(await server.ask('GET', '/users/%zz')).toMatchObject({ status: 400, body: { code: 'bad-request' } });
    const endless = `/users/${'a'.repeat(201)}`;
    expect(await server.ask('GET', endless)).toMatchObject({ status: 414, body: { code: 'uri-too-long' } });
  });
});

describe('a body', () => {
  const body = JSON.stringify(aPerson());

  test.for(['{', '{"name":', 'name=Ana', '{"name":"Ana",}', '\u0000', '{"__proto__":{}}', '{"\\u005f_proto__":{}}'])(
    'that is not JSON, or is poisoned, answers 400: %s',
    async (broken) => {
      const answer = await server.ask('POST', '/users', { body: broken });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ status: 'error', message: 'The request is malformed', code: 'bad-request' });
    },
  );

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'x',
    '\tx/y',
  ])('of type %j answers 415', async (type) => {
    const answer = await server.ask('POST', '/users', { body, headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } });
  });

  test.for(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'of type %s is read',
    async (type) => {
      const answer = await server.ask('POST', '/users', { body: aPerson(), headers: { 'content-type': type } });
      expect(answer.status).toBe(201);
    },
  );

  test.for(['gzip', 'GZIP', 'br', 'identity, gzip', 'gzip, gzip', 'x'])(
    'that says it is encoded by %j answers 415 and says what would be taken',
    async (encoding) => {
      const { token } = await server.signUp();
      const headers = { 'content-encoding': encoding };
      const form = aForm(await aPicture());
      for (const [method, path, sent] of [
        ['POST', '/users', body],
        ['POST', '/users', '{'],
        ['PATCH', '/users/avatar', form],
        ['DELETE', '/sessions', undefined],
      ] as const) {
        const answer = await server.ask(method, path, { token, body: sent, headers });
        expect(answer.status).toBe(415);
        expect(answer.body).toEqual({
          status: 'error',
          message: 'The body must not be encoded (Content-Encoding)',
          code: 'unsupported-media-type',
        });
        expect(answer.headers['accept-encoding']).toBe('identity');
      }
    },
  );

  test('that is compressed answers 415', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/users',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(body),
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 'unsupported-media-type' });
  });

  test.for(['identity', 'Identity', '', 'identity, identity'])('of the encoding %j is read', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expect((await server.ask('POST', '/users', { body: aPerson(), headers })).status).toBe(201);
  });

  test('of another type does not say which encodings are taken', async () => {
    const answer = await server.ask('POST', '/users', { body, headers: { 'content-type': 'text/plain' } });
    expect(answer.headers).not.toHaveProperty('accept-encoding');
  });

  test('may have 64 KiB and not one byte more', async () => {
    expect((await server.ask('POST', '/users', { body: signUpOfSize(65_536) })).status).toBe(201);
    const tooLarge = await server.ask('POST', '/users', { body: signUpOfSize(65_537) });
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'payload-too-large' } });
  });

  test('nested thirty thousand deep is refused like any other', async () => {
    const deep = `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(await server.ask('POST', '/users', { body: deep })).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    });
  });

  test('is not read before the session is checked', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await server.ask('POST', '/users/techs', { body: 'x'.repeat(70_000), headers })).status).toBe(401);
    expect((await server.ask('PUT', '/users/techs/x', { body: '{' })).status).toBe(401);
    const encoded = { 'content-encoding': 'gzip' };
    expect((await server.ask('PUT', '/users/techs/x', { body: '{}', headers: encoded })).status).toBe(401);
  });
});

describe('every answer', () => {
  test.for([
    ['GET', '/healthz', 200],
    ['GET', '/users', 200],
    ['POST', '/users', 400],
    ['GET', '/profile', 401],
    ['GET', '/nothing', 404],
    ['GET', '/users/x', 404],
    ['GET', '/avatars/x.webp', 404],
    ['PATCH', '/users', 405],
    ['POST', '/users', 413, `{"name":"${'x'.repeat(70_000)}"}`],
    ['POST', '/users', 415, 'x', 'text/plain'],
  ] as const)(
    'carries the headers that browsers are to obey: %s %s, %i',
    async ([method, path, expected, body, type]) => {
      const sent = { body, ...(type && { headers: { 'content-type': type } }) };
      const { status, headers } = await server.ask(method, path, sent);
      expect(status).toBe(expected);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'access-control-expose-headers': 'page, perPage, nextUrl, Retry-After',
        'cache-control': 'no-store',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );

  test('promises HTTPS only where the operator serves it', async () => {
    const secure = await startServer({ publicUrl: 'https://trilha.example' });
    const { headers } = await secure.ask('GET', '/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test.for(['https://evil.example', 'null'])('may be read from the origin %s, without credentials', async (origin) => {
    const preflight = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    };
    for (const path of ['/users/techs/x', '/nothing', '/', '*']) {
      const { status, headers } = await server.ask('OPTIONS', path, { headers: preflight });
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '7200',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    expect((await server.ask('OPTIONS', '/users')).status).toBe(204);
  });

  test('may be read from the origins that the operator names, and from no other', async () => {
    const narrow = await startServer({ corsOrigins: ['https://front.example', 'https://other.example'] });
    const from = (origin: string, method = 'GET') =>
      narrow.ask(method, '/profile', { headers: { origin, 'access-control-request-method': 'GET' } });
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await from('https://other.example', method);
      expect(headers['access-control-allow-origin']).toBe('https://other.example');
      expect(String(headers['vary']).toLowerCase()).toContain('origin');
      for (const stranger of ['https://evil.example', 'null', 'https://front.example.evil.example']) {
        expect((await from(stranger, method)).headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });

  test('to a failure after a file was begun says nothing that was true of the file (X-155)', async () => {
    const broken = await startServer();
    broken.app.get('/file', async (_request, reply) => {
      reply.headers({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000', etag: '"x"' });
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    });
    const { statusCode, headers: answered } = await broken.app.inject('/file');
    expect(statusCode).toBe(503);
    expect(answered).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '1' });
    for (const name of ['content-encoding', 'etag']) expect(answered).not.toHaveProperty(name);
  });

  test('to a failure that nobody foresaw says nothing about it', async () => {
    const broken = await startServer();
    const { token } = await broken.signUp();
    await broken.database.schema.alterTable('technologies').renameTo('gone').execute();
    const answer = await broken.ask('GET', '/profile', { token });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ status: 'error', message: 'Something went wrong on the server', code: 'internal' });
    expect(broken.log.join('')).toMatch(/no such table|does not exist/);
  });
});

describe('health', () => {
  test('does not need the database, readiness does', async () => {
    const broken = await startServer();
    await broken.database.schema.dropTable('kysely_migration').execute();
    expect((await broken.ask('GET', '/healthz')).status).toBe(200);
    expect(await broken.ask('GET', '/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  test('is not ready while a migration is missing', async () => {
    const behind = await startServer();
    await behind.database.deleteFrom('kysely_migration').where('name', '=', '0003-technologies').execute();
    expect((await behind.ask('GET', '/readyz')).status).toBe(503);
  });

  test('logs one line when readiness is lost and one when it returns, and no error for a probe', async () => {
    const probed = await startServer();
    const rename = (from: string, to: string) => probed.database.schema.alterTable(from).renameTo(to).execute();
    await rename('kysely_migration', 'gone');
    for (const round of [1, 2])
      expect(await probed.ask('GET', '/readyz'), `probe ${round}`).toMatchObject({ status: 503 });
    await rename('gone', 'kysely_migration');
    for (const round of [1, 2])
      expect(await probed.ask('GET', '/readyz'), `probe ${round}`).toMatchObject({ status: 200 });
    const messages = probed.log.map((line) => JSON.parse(line).msg);
    expect(messages).toEqual(['database unavailable', 'database available again']);
  });

  test('logs no line for a probe while the server drains', async () => {
    const stopping = new AbortController();
    const drained = await startServer({ stopping: stopping.signal });
    stopping.abort();
    expect(await drained.ask('GET', '/readyz')).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(drained.log).toEqual([]);
  });
});

describe('the log', () => {
  test('tells who came and went, in lines of JSON and without secrets', async () => {
    const watched = await startServer();
    const { person, user, token } = await watched.signUp({ password: 'marked-secret-1' });
    await watched.ask('POST', '/sessions', { body: { ...person, password: 'marked-secret-2' } });
    await watched.ask('GET', `/users/${user.id}?token=marked-secret-3`, { token });
    await watched.ask('POST', '/users', { body: '{"password":"marked-secret-4"' });
    await watched.ask('DELETE', '/sessions', { token });
    const lines = watched.log.map((line) => JSON.parse(line));
    for (const message of ['sign-up', 'login succeeded', 'wrong password', 'session ended']) {
      expect(lines).toContainEqual(expect.objectContaining({ msg: message, userId: user.id }));
    }
    const failure = lines.find(({ msg }) => msg === 'wrong password');
    expect(failure.emailHash).toMatch(/^[0-9a-f]{12}$/);
    const text = watched.log.join('');
    for (const secret of ['marked-secret', token, person.email, 'argon2']) expect(text).not.toContain(secret);
  });
});
