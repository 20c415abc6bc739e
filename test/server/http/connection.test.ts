import { describe, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { aPerson } from '../../helpers/make.ts';
import { dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { ratesOf, startServer } from '../../helpers/start-server.ts';

const HOST = 'Host: trilha.example\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const post = `POST /users HTTP/1.1\r\n${HOST}${JSON_TYPE}`;
const server = await listening(await startServer());
// Gets only requests that never end: a slow machine may need longer for a good one.
const impatient = await startServer({
  timeOuts: { requestTimeout: 600, headersTimeout: 300, connectionsCheckingInterval: 50 },
});
impatient.app.get('/endless', () => new Promise(() => undefined));
await listening(impatient);

function talk(request: string, to = server): Promise<string> {
  const socket = dial(to);
  socket.write(request);
  return readAll(socket);
}

function expectProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/access-control-allow-origin: \*/i);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(head).toMatch(/x-content-type-options: nosniff/i);
  expect(Problem.parse(JSON.parse(body))).toMatchObject({ status: 'error', code });
}

const forwarded = (length: number) => `X-Forwarded-For: ${'1'.padStart(length, '1,')}\r\n`;

describe('a request that is broken before any route', () => {
  const close = 'Connection: close\r\n\r\n';
  const hosts = ['a b', 'good@evil.example', 'a/b?c#"><x>', '\xe9', '[::1', 'a:b'];

  test.for<[string, string, number, string]>([
    ['has no Host', `GET /healthz HTTP/1.1\r\n${close}`, 400, 'bad-request'],
    ['has two Hosts', `GET /healthz HTTP/1.1\r\n${HOST}Host: other\r\n${close}`, 400, 'bad-request'],
    ['has a strange expectation', `GET / HTTP/1.1\r\n${HOST}Expect: bogus\r\n${close}`, 417, 'expectation-failed'],
    ['has huge headers', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(8_200)}\r\n\r\n`, 431, 'headers-too-large'],
    ['has many headers', `GET / HTTP/1.1\r\n${HOST}${'A: b\r\n'.repeat(100)}\r\n`, 431, 'headers-too-large'],
    ['has many parameters', `GET /?a${'&a'.repeat(100)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'headers-too-large'],
    ['has a long X-Forwarded-For', `GET / HTTP/1.1\r\n${HOST}${forwarded(2_001)}\r\n`, 431, 'headers-too-large'],
    ['is not HTTP', 'hello\r\n\r\n', 400, 'bad-request'],
    ['has an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'bad-request'],
    ['has a method of no route', `PROPFIND /users HTTP/1.1\r\n${HOST}${close}`, 405, 'method-not-allowed'],
    ['has a broken escape', `GET /users/%zz HTTP/1.1\r\n${HOST}${close}`, 400, 'bad-request'],
    ['has two lengths', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'bad-request'],
    ['announces a huge body', `${post}Content-Length: 70000\r\n\r\n`, 413, 'payload-too-large'],
    ...hosts.map((host): [string, string, number, string] => {
      return [`has the Host ${host}`, `GET /users HTTP/1.1\r\nHost: ${host}\r\n${close}`, 400, 'bad-request'];
    }),
  ])('is refused when it %s (X-443)', async ([, request, status, code]) => {
    expectProblem(await talk(request), status, code);
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
  });

  test.for([
    ['headers', `GET / HTTP/1.1\r\n${HOST}`],
    ['body', `${post}Content-Length: 50\r\n\r\n{`],
  ] as const)('is refused when its %s never end', async ([, request]) => {
    expectProblem(await talk(request, impatient), 408, 'request-timeout');
  });

  test('is refused as overload if the server did not read it in time', async () => {
    const waiting = `${post}Content-Length: 2\r\n\r\n{}`;
    const answer = await talk(get('/endless') + waiting, impatient);
    expectProblem(answer, 503, 'overloaded');
  });

  test('may have a hundred headers and parameters, and 2,000 characters of X-Forwarded-For', async () => {
    const headers = HOST + forwarded(2_000) + 'A: b\r\n'.repeat(97);
    expect(await talk(`GET /healthz?a${'&a'.repeat(99)} HTTP/1.1\r\n${headers}${close}`)).toMatch(/^HTTP\/1.1 200/);
  });

  test('may be of HTTP/1.0, without a Host', async () => {
    expect(await talk('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('a server that stops', () => {
  test('answers 503 to a new request', async () => {
    const stopping = await startServer();
    const [stop, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stopping.app.addHook('preClose', async () => {
      stop.resolve();
      await stopped.promise;
    });
    await listening(stopping);
    const closing = stopping.app.close();
    await stop.promise;
    const answer = await talk(get('/healthz'), stopping);
    stopped.resolve();
    await closing;
    expectProblem(answer, 503, 'unavailable');
    expect(answer).toMatch(/retry-after: 5/i);
  });
});

describe('a client that disconnects', () => {
  const person = JSON.stringify(aPerson());
  const signUp = `${post}Content-Length: ${Buffer.byteLength(person)}\r\n\r\n${person}`;
  const type = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n';
  const file = `${type}--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n…`;
  const patch = (token: string) => `PATCH /users/avatar HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n${file}`;

  test.for<[string, (token: string) => string]>([
    ['in the middle of a body', () => signUp.slice(0, -5)],
    ['before the answer', () => signUp],
    ['in the middle of a file', patch],
  ])('%s is one short line of the log, and no failure', async ([, requestOf]) => {
    const watched = await startServer();
    const gate = Promise.withResolvers<void>();
    let [begun, work] = [0, Promise.resolve()];
    watched.app.addHook('onRequest', async () => void (begun += 1));
    watched.app.addHook('preHandler', () => work);
    await listening(watched);
    const { token } = await watched.signUp();
    work = gate.promise;
    watched.log.length = 0;
    begun = 0;
    const socket = dial(watched);
    socket.write(requestOf(token));
    await expect.poll(() => begun).toBe(1);
    socket.resetAndDestroy();
    const lines = () => watched.log.filter((line) => line.includes('"client disconnected"'));
    await expect.poll(() => lines().length).toBe(1);
    expect(lines()[0]?.length).toBeLessThan(200);
    gate.resolve();
    await watched.app.close();
    expect(watched.log.filter((line) => /"err"|"level":[45]0/.test(line))).toEqual([]);
  });

  test('is not logged after a rate limit has refused its requests', async () => {
    const limited = await startServer({ machine: ratesOf({ read: 1 }) });
    limited.app.addHook('onSend', async ({ raw }) => void raw.socket.destroy());
    await listening(limited);
    for (let count = 0; count < 3; count += 1) await talk(get('/users'), limited);
    await limited.app.close();
    expect(limited.log.filter((line) => line.includes('"client disconnected"'))).toHaveLength(1);
  });
});

const DATED = 'Expires: 2026-08-28T12:00:00.000Z\nPreferred-Languages: pt, en\n';

test.for([
  [
    { operatorContact: 'ana@escola.example', publicUrl: 'https://trilha.example' },
    `Contact: mailto:ana@escola.example\n${DATED}Canonical: https://trilha.example/.well-known/security.txt\n`,
  ],
  // The RFC allows only https for both addresses.
  [
    { operatorContact: 'https://escola.example/contato', publicUrl: 'http://10.0.0.1:3333' },
    `Contact: https://escola.example/contato\n${DATED}`,
  ],
  [{ operatorContact: 'http://escola.example' }, undefined],
  [{}, undefined],
] as const)('security.txt of %j', async ([parts, text]) => {
  const answer = await (await startServer(parts)).ask('GET', '/.well-known/security.txt');
  if (text === undefined) return expect(answer.status).toBe(404);
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, text });
});
