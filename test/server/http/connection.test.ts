import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { aPerson } from '../../helpers/make.ts';
import { dial as dialTo, listening, readAll as listen } from '../../helpers/raw-http.ts';
import { startServer } from '../../helpers/start-server.ts';

const HOST = 'Host: trilha.example\r\n';
const server = await startServer();
// Asked only for what it must cut off: on a slow machine a good request, too, comes too slowly for it.
const impatient = await startServer({ timeOuts: { request: 600, headers: 300, checkEvery: 50 } });

beforeAll(async () => {
  await Promise.all([server, impatient].map(listening));
});

function dial(to = server): Socket {
  return dialTo(to);
}

function talk(request: string, to = server): Promise<string> {
  const socket = dial(to);
  socket.write(request);
  return listen(socket);
}

function expectProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/access-control-allow-origin: \*/i);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(head).toMatch(/x-content-type-options: nosniff/i);
  expect(Problem.parse(JSON.parse(body))).toMatchObject({ status: 'error', code });
}

describe('a request that is broken before any route', () => {
  test.for([
    ['has no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad-request'],
    ['expects the impossible', `GET /healthz HTTP/1.1\r\n${HOST}Expect: bogus\r\n\r\n`, 417, 'expectation-failed'],
    ['has huge headers', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ...['a b', 'good@evil.example', 'a/b?c#"><x>', '\xe9', '[::1', 'a:b'].map(
      (host): [string, string, number, string] => [
        `has the Host ${host} (X-443)`,
        `GET /users HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        400,
        'bad-request',
      ],
    ),
    [
      'has two Hosts (X-146)',
      `GET /healthz HTTP/1.1\r\n${HOST}Host: other\r\nConnection: close\r\n\r\n`,
      400,
      'bad-request',
    ],
    ['is not HTTP', 'hello\r\n\r\n', 400, 'bad-request'],
    ['has a method that is none', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'bad-request'],
    [
      'gives two lengths',
      `POST /users HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'bad-request',
    ],
    ['has a broken escape', `GET /users/%zz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 400, 'bad-request'],
    [
      'has a method that no route takes',
      `PROPFIND /users HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      405,
      'method-not-allowed',
    ],
    [
      'announces a huge body',
      `POST /users HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 70000\r\n\r\n`,
      413,
      'payload-too-large',
    ],
  ] as const)('%s', async ([, request, status, code]) => {
    expectProblem(await talk(request), status, code);
  });

  test.for([
    ['headers', `GET / HTTP/1.1\r\n${HOST}`],
    ['body', `POST /users HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`],
  ] as const)('never ends its %s', async ([, request]) => {
    expectProblem(await talk(request, impatient), 408, 'request-timeout');
    expect((await impatient.ask('GET', '/healthz')).status).toBe(200);
  });

  test('leaves the server as it was', async () => {
    expect(await talk(`GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
    expect(await talk('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('a server that stops', () => {
  test('answers what it has begun, refuses what comes later on an open connection, and hangs up', async () => {
    const stopping = await startServer();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let arrived = 0;
    stopping.app.addHook('onRequest', async () => {
      arrived += 1;
    });
    stopping.app.get('/slow', async () => {
      begun.resolve();
      await gate.promise;
      return { done: true };
    });
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const [slow, late] = [dial(stopping), dial(stopping)];
    const answers = Promise.all([listen(slow), listen(late)]);
    slow.write(`GET /slow HTTP/1.1\r\n${HOST}\r\n`);
    late.write(`POST /users HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n`);
    await begun.promise;
    await expect.poll(() => arrived).toBe(2);
    const closed = stopping.app.close();
    await expect.poll(() => stopping.app.server.listening).toBe(false);
    late.write(`{}GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    gate.resolve();
    const [first, second] = await answers;
    expect(first).toMatch(/^HTTP\/1.1 200[^]*connection: close[^]*\{"done":true\}$/i);
    expect(second).toMatch(/^HTTP\/1.1 400[^]*connection: close/i);
    await closed;
  });

  test('answers 503 to a request that arrives while it stops', async () => {
    const stopping = await startServer();
    const stop = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    stopping.app.addHook('preClose', async () => {
      stop.resolve();
      await stopped.promise;
    });
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const closing = stopping.app.close();
    await stop.promise;
    const socket = dial(stopping);
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    const answer = await listen(socket);
    stopped.resolve();
    await closing;
    expectProblem(answer, 503, 'unavailable');
    expect(answer).toMatch(/retry-after: 5/i);
  });
});

describe('a client that hangs up', () => {
  const person = JSON.stringify(aPerson());
  const type = 'Content-Type: application/json\r\n';
  const signUp = `POST /users HTTP/1.1\r\n${HOST}${type}Content-Length: ${Buffer.byteLength(person)}\r\n\r\n${person}`;

  test.for([
    ['in the middle of a body', signUp.slice(0, -5)],
    ['before the answer', signUp],
    ['beside a file', 'file'],
  ])('%s leaves one short line, and no failure (X-328)', async ([, request = '']) => {
    const own = await startServer();
    let work: Promise<unknown> = Promise.resolve();
    let begun = 0;
    own.app.addHook('onRequest', async () => void (begun += 1));
    own.app.addHook('preHandler', () => work);
    await listening(own);
    const { token } = await own.signUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    work = promise;
    const isFile = request === 'file';
    const head = `PATCH /users/avatar HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n`;
    const form = `${head}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n--x\r\n`;
    own.log.length = 0;
    begun = 0;
    const socket = dial(own);
    socket.write(isFile ? `${form}Content-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n…` : request);
    await expect.poll(() => begun).toBe(1);
    socket.resetAndDestroy();
    const hungUp = () => own.log.filter((line) => line.includes('"the client hung up"'));
    await expect.poll(() => hungUp().length).toBe(1);
    expect(hungUp()[0]?.length).toBeLessThan(200);
    resolve();
    await own.app.close();
    expect(own.log.filter((line) => /"err"|"level":[45]0/.test(line))).toEqual([]);
  });
});

async function ask(parts: Parameters<typeof startServer>[0]) {
  return (await startServer(parts)).ask('GET', '/.well-known/security.txt');
}

describe('/.well-known/security.txt', () => {
  test('says whom to tell, for how long that holds, and where it stands (X-327)', async () => {
    const answer = await ask({ contact: 'ana@escola.example', publicUrl: 'https://trilha.example' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text).toBe(
      'Contact: mailto:ana@escola.example\nExpires: 2026-08-28T12:00:00.000Z\nPreferred-Languages: pt, en\n' +
        'Canonical: https://trilha.example/.well-known/security.txt\n',
    );
  });

  test('has only addresses that the RFC allows (X-327)', async () => {
    const secure = await ask({ contact: 'https://escola.example/contato', publicUrl: 'http://10.0.0.1:3333' });
    expect(secure.text).toMatch(
      /^Contact: https:\/\/escola\.example\/contato\nExpires: .*\nPreferred-Languages: pt, en\n$/,
    );
    expect((await ask({ contact: 'http://escola.example' })).status).toBe(404);
    expect((await ask({})).status).toBe(404);
  });
});
