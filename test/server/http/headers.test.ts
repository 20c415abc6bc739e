import { describe, expect, test, vi } from 'vitest';
import { aForm, aPicture } from '../../helpers/images.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();

describe('an address', () => {
  test.for([
    ['PATCH', '/users', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/users/techs', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['POST', '/users/abc', 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', '/users/techs/abc?x=1', 'PUT, DELETE, OPTIONS'],
    ['PATCH', '/sessions/', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['TRACE', '/profile', 'GET, HEAD, PUT, OPTIONS'],
  ] as const)('answers %s %s with 405 and the methods that it takes', async ([method, path, allow]) => {
    const refusal = { status: 405, body: { code: 'method-not-allowed' }, headers: { allow } };
    expect(await server.ask(method, path)).toMatchObject(refusal);
  });

  test('with an endless name answers 414', async () => {
    const endless = await server.ask('GET', `/users/${'a'.repeat(201)}`);
    expect(endless).toMatchObject({ status: 414, body: { code: 'uri-too-long' } });
  });
});

describe('a body', () => {
  const body = JSON.stringify(aPerson());

  test('that is not JSON, or is poisoned, answers 400', async () => {
    const problem = { status: 'error', message: 'The request is malformed', code: 'bad-request' };
    for (const broken of ['{', 'name=Ana', '{"name":"Ana",}', '\u0000', '{"__proto__":{}}', '{"\\u005f_proto__":{}}']) {
      expect((await server.ask('POST', '/users', { body: broken })).body, broken).toEqual(problem);
    }
  });

  test('in another encoding than UTF-8 answers 400', async () => {
    const headers = { 'content-type': 'application/json' };
    const latin1 = Buffer.from(JSON.stringify(aPerson({ name: 'José' })), 'latin1');
    const sent = await server.app.inject({ method: 'POST', url: '/users', headers, payload: latin1 });
    expect([sent.statusCode, sent.json()]).toMatchObject([400, { code: 'bad-request' }]);
  });

  test('of another type answers 415', async () => {
    const { token } = await server.signUp();
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', '\tx/y']) {
      const headers = { 'content-type': type };
      const signUp = await server.ask('POST', '/users', { body, headers });
      for (const answer of [signUp, await server.ask('PUT', '/profile', { token, body, headers })]) {
        expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } });
        expect(answer.headers).not.toHaveProperty('accept-encoding');
      }
    }
  });

  test('of no bytes is accepted with any type', async () => {
    const { token } = await server.signUp();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const answer = await server.app.inject({ method: 'DELETE', url: '/sessions/others', headers });
      expect(answer.statusCode).toBe(204);
    }
  });

  test('is read whatever the case of its type and the words for no encoding', async () => {
    const types = ['application/json; charset=utf-8', 'Application/JSON'].map((type) => ({ 'content-type': type }));
    const encodings = ['Identity', '', 'identity, identity'].map((encoding) => ({ 'content-encoding': encoding }));
    for (const headers of [...types, ...encodings]) {
      expect((await server.ask('POST', '/users', { body: aPerson(), headers })).status).toBe(201);
    }
  });

  test.for(['gzip', 'GZIP', 'br', 'identity, gzip', 'x'])('encoded with %j answers 415', async (encoding) => {
    const { token } = await server.signUp();
    for (const [method, path, sent] of [
      ['POST', '/users', body],
      ['POST', '/users', '{'],
      ['PATCH', '/users/avatar', aForm(await aPicture())],
      ['DELETE', '/sessions', undefined],
    ] as const) {
      const answer = await server.ask(method, path, { token, body: sent, headers: { 'content-encoding': encoding } });
      const message = 'The body must not be encoded (Content-Encoding)';
      const headers = { 'accept-encoding': 'identity' };
      expect(answer).toMatchObject({ status: 415, body: { message, code: 'unsupported-media-type' }, headers });
    }
  });

  test('has at most 64 KiB', async () => {
    const start = `${body.slice(0, -1)},"padding":"`;
    const largest = `${start}${'x'.repeat(65_536 - Buffer.byteLength(start) - 2)}"}`;
    expect((await server.ask('POST', '/users', { body: largest })).status).toBe(201);
    const tooLarge = await server.ask('POST', '/users', { body: `${largest} ` });
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'payload-too-large' } });
  });

  test('nested thirty thousand deep is refused before it is parsed', async () => {
    const deep = `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(await server.ask('POST', '/users', { body: deep })).toMatchObject({ body: { code: 'bad-request' } });
  });

  test('is checked, but not kept, where none is used (X-649)', async () => {
    const own = await startServer();
    const kept: unknown[] = [];
    own.app.addHook('preHandler', async (request) => void kept.push(request.body));
    const { token } = await own.signUp();
    kept.length = 0;
    expect((await own.ask('DELETE', '/users/avatar', { token, body: { padding: [{}] } })).status).toBe(200);
    expect(kept).toEqual([undefined]);
    expect((await own.ask('DELETE', '/users/avatar', { token, body: '{' })).status).toBe(400);
  });

  test('is not read before the session is checked', async () => {
    const encoded = { body: '{}', headers: { 'content-encoding': 'gzip' } };
    const large = { body: 'x'.repeat(70_000), headers: { 'content-type': 'text/plain' } };
    for (const sent of [encoded, large, { body: '{' }]) {
      expect((await server.ask('POST', '/users/techs', sent)).status).toBe(401);
    }
  });
});

describe('every response', () => {
  test.for([
    ['GET', '/healthz', 200],
    ['POST', '/users', 400],
    ['GET', '/profile', 401],
    ['GET', '/nothing', 404],
    ['PATCH', '/users', 405],
    ['POST', '/users', 413, `{"name":"${'x'.repeat(70_000)}"}`],
    ['POST', '/users', 415, 'x', 'text/plain'],
  ] as const)('has the security headers: %s %s, %i', async ([method, path, expected, body, type]) => {
    const sent = { body, ...(type && { headers: { 'content-type': type } }) };
    const { status, headers } = await server.ask(method, path, sent);
    expect(status).toBe(expected);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'access-control-expose-headers': 'page, perPage, nextUrl, Retry-After',
      'cache-control': 'no-store',
    });
    for (const name of ['server', 'strict-transport-security']) expect(headers).not.toHaveProperty(name);
  });

  test('requires HTTPS where PUBLIC_URL is https', async () => {
    const secure = await startServer({ publicUrl: 'https://trilha.example' });
    const { headers } = await secure.ask('GET', '/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('allows every origin, without credentials', async () => {
    const headers = { origin: 'null', 'access-control-request-method': 'PUT' };
    const allowed = {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '7200',
    };
    for (const path of ['/users/techs/x', '/nothing', '*']) {
      const answer = await server.ask('OPTIONS', path, { headers });
      expect(answer).toMatchObject({ status: 204, headers: allowed });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    expect((await server.ask('OPTIONS', '/users')).status).toBe(204);
  });

  test('allows only the origins that the operator names', async () => {
    const narrow = await startServer({ corsOrigins: ['https://front.example', 'https://other.example'] });
    const from = async (origin: string, method: string) => {
      const headers = { origin, 'access-control-request-method': 'GET' };
      return (await narrow.ask(method, '/profile', { headers })).headers;
    };
    for (const method of ['GET', 'OPTIONS']) {
      const headers = await from('https://other.example', method);
      expect(headers['access-control-allow-origin']).toBe('https://other.example');
      expect(String(headers['vary']).toLowerCase()).toContain('origin');
      for (const stranger of ['https://evil.example', 'null', 'https://front.example.evil.example']) {
        expect(await from(stranger, method)).not.toHaveProperty('access-control-allow-origin');
      }
    }
    // A shared cache stores it.
    const page = await narrow.ask('GET', '/pessoas', { headers: { origin: 'https://other.example' } });
    expect(page.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'Origin, accept-encoding' });
  });

  test('drops the headers of a file that it could not send', async () => {
    const broken = await startServer();
    broken.app.get('/file', async (_request, reply) => {
      reply.headers({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000', etag: '"x"' });
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    });
    const { statusCode, headers } = await broken.app.inject('/file');
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '1' });
    for (const name of ['content-encoding', 'etag']) expect(headers).not.toHaveProperty(name);
  });

  test('hides an unexpected error, and logs it', async () => {
    const broken = await startServer();
    const { token } = await broken.signUp();
    await broken.database.schema.alterTable('technologies').renameTo('gone').execute();
    const answer = await broken.ask('GET', '/profile', { token });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ status: 'error', message: 'Something went wrong on the server', code: 'internal' });
    expect(broken.log.join('')).toContain('no such table');
    const { database } = await startServer();
    await database.destroy();
    const closed = await startServer({ database });
    expect((await closed.ask('GET', '/users')).status).toBe(503);
    expect(closed.log.join('')).not.toContain('"stack"');
  });
});

describe('readiness', () => {
  test('is logged once when the database is lost, and once when it returns', async () => {
    const probed = await startServer();
    const rename = (from: string, to: string) => probed.database.schema.alterTable(from).renameTo(to).execute();
    const probe = async () => [await probed.ask('GET', '/readyz'), await probed.ask('GET', '/readyz')];
    await rename('kysely_migration', 'gone');
    expect(await probe()).toMatchObject([{ status: 503 }, { status: 503, body: { code: 'unavailable' } }]);
    expect((await probed.ask('GET', '/healthz')).status).toBe(200);
    await rename('gone', 'kysely_migration');
    expect(await probe()).toMatchObject([{ status: 200 }, { status: 200 }]);
    const messages = probed.log.map((line) => JSON.parse(line).msg);
    expect(messages).toEqual(['database unavailable', 'database available again']);
  });

  test('is one database query for concurrent checks', async () => {
    const probed = await startServer();
    const select = vi.spyOn(probed.database, 'selectFrom');
    const asked = await Promise.all(Array.from({ length: 20 }, () => probed.ask('GET', '/readyz')));
    expect(new Set(statusesOf(asked))).toEqual(new Set([200]));
    expect(select).toHaveBeenCalledTimes(1);
    expect((await probed.ask('GET', '/readyz')).status).toBe(200);
    expect(select).toHaveBeenCalledTimes(2);
  });

  test('waits for every migration', async () => {
    const behind = await startServer();
    await behind.database.deleteFrom('kysely_migration').where('name', '=', '0003-technologies').execute();
    expect((await behind.ask('GET', '/readyz')).status).toBe(503);
  });
});

test('a malformed body is never logged', async () => {
  const watched = await startServer();
  await watched.ask('POST', '/users', { body: '{"password":"segredo"' });
  expect(watched.log.join('')).not.toContain('segredo');
});
