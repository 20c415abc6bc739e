import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AppParts } from '../../../server/app.ts';
import { LIMITS } from '../../../server/load/limits.ts';
import { usedHeap } from '../../helpers/heap.ts';
import { connectionsOf, dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

const HANG_UP = 'Connection: close\r\n';
const ping = get('/healthz', HANG_UP);
const REFUSED_BODY = 'POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: text/x\r\nTransfer-Encoding: chunked\r\n\r\n';
const TINY_CHUNKS = '1\r\nx\r\n'.repeat(40_000);
const JSON_TYPE = 'Content-Type: application/json';
const JSON_BODY = `${JSON_TYPE}\r\nContent-Length: 50`;
const WITH_BODY = `POST /slow/first HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\nContent-Length: 5000\r\n\r\n${'{}'.padEnd(5_000)}`;
// More than the buffers of the kernel hold.
const LARGE_ANSWER = Buffer.alloc(32 * 1024 * 1024);

/** A server with a large response and one that comes when the test says so, and the requests that have started. */
async function startSlowServer(machine: AppParts['machine'] = {}, trustedProxies: string[] = []) {
  const server = await startServer({ machine, trustedProxies });
  const begun: string[] = [];
  const gates: Array<() => void> = [];
  server.app.addHook('onRequest', async (request) => void (request.userId = String(request.headers.user ?? '')));
  server.app.all('/slow/:name', async ({ params }) => {
    begun.push((params as { name: string }).name);
    await new Promise<void>((resolve) => gates.push(resolve));
    return {};
  });
  server.app.all('/large', () => LARGE_ANSWER);
  await listening(server);
  return { server, begun, answerNext: () => gates.shift()?.() };
}

function forwardedFor(client: number): string {
  return `X-Forwarded-For: 203.0.113.${client}\r\n`;
}

/** Returns a function that returns how many request heads the server has parsed. */
function countRequests({ app }: TestServer): () => number {
  let count = 0;
  app.server.on('request', () => (count += 1));
  return () => count;
}

function send(server: TestServer, text: string): Socket {
  const socket = dial(server);
  socket.write(text);
  return socket;
}

function statuses(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
}

/** Pipelined requests, the last of which asks to hang up. */
function manyGets(count: number, name = ''): string {
  const last = (index: number) => (index === count - 1 ? HANG_UP : '');
  return Array.from({ length: count }, (_, index) => get(`/slow/${name}${index}`, last(index))).join('');
}

test('a socket that is reset before it is accepted gets no request handled (X-142)', async () => {
  const server = await listening(await startServer());
  const socket = new Socket();
  server.app.server.emit('connection', socket);
  expect(socket.destroyed).toBe(true);
});

test('a socket that has failed is not parsed (X-610)', async () => {
  const server = await listening(await startServer());
  const opened = Promise.withResolvers<Socket>();
  server.app.server.on('connection', opened.resolve);
  dial(server);
  const socket = await opened.promise;
  socket.destroy(new Error('write ECONNRESET'));
  // Node emits a chunk that it has buffered before it emits the error, which without a listener would end the process.
  socket.emit('data', Buffer.from('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'));
  expect(socket.listenerCount('error')).toBeGreaterThan(0);
});

describe('one socket', () => {
  test('runs one request at a time, and queues the rest in order (X-601)', async () => {
    const { server, begun, answerNext } = await startSlowServer();
    const answers = readAll(send(server, manyGets(4)));
    const names = Array.from({ length: 4 }, (_, index) => String(index));
    for (let answered = 0; answered < names.length; answered += 1) {
      const wanted = names.slice(0, answered + 1);
      await expect.poll(() => begun, { interval: 5 }).toEqual(wanted);
      // All have arrived by the end of this turn, so the next would have begun.
      await setImmediate();
      expect(begun).toEqual(wanted);
      answerNext();
    }
    expect(statuses(await answers)).toEqual(names.map(() => '200'));
  });

  test.for([
    ['pipelines requests', get('/slow/first'), get('/slow/next'), LIMITS.socket.requests],
    ['pipelines them behind a body', WITH_BODY, 'GET /slow/next HTTP/1.1\r\n\r\n', LIMITS.socket.requests],
    ['pipelines expectations', get('/slow/first'), get('/slow/next', 'Expect: x\r\n'), LIMITS.socket.requests],
    ['goes on after its last request', get('/slow/first'), get('/slow/next'), 1],
  ] as const)('that %s is not read while one of them waits (X-601)', async ([, first, next, requests]) => {
    const { server, begun, answerNext } = await startSlowServer({ socket: { ...LIMITS.socket, requests } });
    let parsed = 0;
    for (const name of ['request', 'checkExpectation']) server.app.server.on(name, () => (parsed += 1));
    const text = readAll(send(server, first + next.repeat(200) + ping));
    await expect.poll(() => begun).toEqual(['first']);
    // One parsed slice may contain the ends of two request heads.
    expect(parsed).toBeLessThanOrEqual(3);
    const ending = setInterval(answerNext);
    const answered = statuses(await text).length;
    clearInterval(ending);
    expect(answered).toBe(Math.min(requests, 202));
  });

  test('is closed after its last request, whose response announces it', async () => {
    const server = await listening(await startServer({ machine: { socket: { ...LIMITS.socket, requests: 3 } } }));
    const text = await readAll(send(server, get('/healthz').repeat(5)));
    expect(statuses(text)).toEqual(['200', '200', '200']);
    expect(text.match(/connection: close/gi)).toHaveLength(1);
  });

  test('answers a refused request after those before it (X-601)', async () => {
    const { server, begun, answerNext } = await startSlowServer();
    const text = readAll(send(server, get('/slow/first') + get(`/?a${'&a'.repeat(100)}`)));
    await expect.poll(() => begun).toEqual(['first']);
    await setImmediate();
    answerNext();
    expect(statuses(await text)).toEqual(['200', '431']);
  });

  test('is closed when its client reads a response too slowly (X-141)', async () => {
    const server = await startServer({ machine: { socket: { ...LIMITS.socket, response: 3_000 }, unread: {} } });
    let asked = 0;
    server.app.get('/large', () => {
      asked += 1;
      return LARGE_ANSWER;
    });
    await listening(server);
    const [idle, sipping] = [send(server, get('/large')), send(server, get('/large'))];
    idle.pause();
    const sip = setInterval(() => {
      sipping.read(1_000);
      sipping.pause();
    }, 20);
    await expect.poll(() => asked).toBe(2);
    await expect.poll(() => connectionsOf(server)).toBe(0);
    clearInterval(sip);
    expect(server.log.filter((line) => line.includes('"statusCode":200'))).toEqual([]);
  });

  test('is not read while Node has paused it (X-610)', async () => {
    const { server, begun, answerNext } = await startSlowServer();
    const opened = Promise.withResolvers<Socket>();
    server.app.server.once('connection', opened.resolve);
    const socket = send(server, get('/slow/first'));
    await expect.poll(() => begun).toEqual(['first']);
    const paused = await opened.promise;
    // Node does so while a response is not read.
    paused.pause();
    answerNext();
    await once(socket, 'data');
    socket.write(get('/slow/next'));
    await readAll(send(server, ping));
    expect(begun).toEqual(['first']);
    paused.resume();
    await expect.poll(() => begun).toEqual(['first', 'next']);
  });

  test('that does not read its responses for long gets them all (X-610)', async () => {
    const server = await startServer({ machine: { unread: {} } });
    let [opened, parsed]: [Socket | undefined, number] = [undefined, 0];
    server.app.server.on('connection', (socket) => (opened ??= socket));
    server.app.server.on('request', ({ url }) => (parsed += url === '/next' ? 1 : 0));
    server.app.get('/large', () => LARGE_ANSWER);
    await listening(server);
    const unread = send(server, get('/large')).pause();
    await expect.poll(() => opened?.writableNeedDrain).toBe(true);
    // Behind an unread response Node pauses the socket at each request. It fails if it is fed meanwhile.
    unread.write(get('/next').repeat(200));
    for (let count = 0; count < 20; count += 1) {
      unread.write(get('/next').repeat(10));
      await once(send(server, REFUSED_BODY + TINY_CHUNKS).resume(), 'data');
    }
    unread.resume();
    await expect.poll(() => parsed).toBe(400);
  });

  test('stays open between its requests', async () => {
    const server = await listening(await startServer({ machine: { socket: { ...LIMITS.socket, response: 100 } } }));
    const socket = send(server, get('/healthz'));
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => (text += piece));
    await expect.poll(() => statuses(text).length).toBe(1);
    // Longer than the limit of a response, to show that idle sockets are exempt from it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.write(ping);
    await expect.poll(() => statuses(text).length).toBe(2);
  });
});

test.for([
  ['a length', JSON_BODY, '{'],
  ['no length', 'Content-Type: application/json\r\nTransfer-Encoding: chunked', '1\r\n{\r\n'],
] as const)(
  'half-sent bodies of %s are bounded by client: the oldest is disconnected (X-613)',
  async ([, head, body]) => {
    const bodies = { client: 2 * 64 * 1024 };
    const server = await startServer({ machine: { bodies }, trustedProxies: ['127.0.0.0/8'] });
    const requests: string[] = [];
    server.app.addHook('preParsing', async ({ ip }) => void requests.push(ip));
    await listening(server);
    const begin = (ip: string) =>
      send(server, `POST /users HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${ip}\r\n${head}\r\n\r\n${body}`);
    const sockets = [];
    for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.1', '203.0.113.1']) {
      sockets.push(readAll(begin(ip)));
      await expect.poll(() => requests.length).toBe(sockets.length);
    }
    expect(await sockets[0]).toBe('');
    expect(await connectionsOf(server)).toBe(3);
  },
);

const post = (path: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${HANG_UP}${JSON_TYPE}\r\nContent-Length: ${length}\r\n\r\n${body}`;
const LARGE_BODY = `{${' '.repeat(10_000)}}`;

test('small bodies that have arrived do not count: their requests are answered (X-613)', async () => {
  const { server, begun, answerNext } = await startSlowServer({ bodies: { client: 2 * 64 * 1024 } });
  const answers = [];
  for (const name of ['0', '1', '2', '3']) {
    answers.push(readAll(send(server, post(`/slow/${name}`, '{}'))));
    await expect.poll(() => begun.length).toBe(answers.length);
  }
  for (const answer of answers) {
    answerNext();
    expect(statuses(await answer)).toEqual(['200']);
  }
});

test('of the bodies of a client, those that wait for the server are disconnected last (X-613)', async () => {
  const { server, begun, answerNext } = await startSlowServer({ bodies: { client: 3 * 64 * 1024 }, unread: {} });
  const responses = new Map<string | undefined, ServerResponse>();
  server.app.server.on('request', ({ url }, response) => responses.set(url, response));
  const working = readAll(send(server, post('/slow/work', LARGE_BODY)));
  await expect.poll(() => begun).toEqual(['work']);
  send(server, post('/large', LARGE_BODY)).pause();
  await expect.poll(() => responses.get('/large')?.writableEnded).toBe(true);
  const halves = [];
  for (let count = 1; count <= 3; count += 1) {
    halves.push(readAll(send(server, post(`/users?${count}`, '{', 50))));
    await expect.poll(() => responses.size).toBe(2 + count);
  }
  await expect.poll(() => responses.get('/large')?.closed).toBe(true);
  expect(await halves[0]).toBe('');
  answerNext();
  expect(statuses(await working)).toEqual(['200']);
});

test('bodies of clients that disconnect before they are read do not count (X-613)', async () => {
  const machine = { bodies: { total: 64 * 1024 } };
  const server = await startServer({ machine, trustedProxies: ['127.0.0.1'] });
  let gone = 0;
  server.app.addHook('onRequest', async ({ ip, raw }, reply) => {
    if (ip !== '203.0.113.1') return;
    raw.socket.destroy();
    await once(reply.raw, 'close');
  });
  server.app.addHook('preParsing', async ({ raw }) => void (gone += raw.destroyed ? 1 : 0));
  await listening(server);
  const head = 'POST /users HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const bodyOf = (ip: string) =>
    send(server, `${head}X-Forwarded-For: ${ip}\r\n${JSON_BODY}\r\n\r\n${'{}'.padEnd(50)}`);
  bodyOf('203.0.113.1');
  await expect.poll(() => gone).toBe(1);
  expect(statuses(await readAll(bodyOf('203.0.113.2')))).toEqual(['400']);
});

test('small forms that have not arrived count (X-613)', async () => {
  const server = await startServer({ machine: { bodies: { client: 2 * 64 * 1024 } } });
  const { token } = await server.signUp();
  await listening(server);
  const form = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 50`;
  const head = `PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${form}\r\n\r\n`;
  const halves = [1, 2, 3].map(() => readAll(send(server, `${head}--x`)));
  expect(await Promise.race(halves)).toBe('');
});

test('a body in chunks of one byte is buffered in pieces of a kilobyte (X-607)', async () => {
  const server = await startServer();
  let [pieces, bytes] = [0, 0];
  server.app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', (piece: Buffer) => {
      pieces += 1;
      bytes += piece.length;
    });
    done();
  });
  await listening(server);
  const head =
    'POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const answer = readAll(send(server, `${head}${TINY_CHUNKS}0\r\n\r\n`));
  expect(statuses(await answer)).toEqual(['400']);
  expect(bytes).toBe(40_000);
  expect(pieces).toBe(40);
});

test.for([
  ['query', `/?z=${'+'.repeat(7_000)}`],
  ['unknown path', `/${'a%2f'.repeat(1_800)}`],
] as const)('the %s of a waiting request takes about its length (X-607)', async ([, path]) => {
  const server = await startServer();
  let begun = 0;
  server.app.addHook('onRequest', () => {
    begun += 1;
    return new Promise(() => undefined);
  });
  await listening(server);
  const before = usedHeap();
  for (let count = 0; count < 100; count += 1) send(server, get(path));
  await expect.poll(() => begun).toBe(100);
  expect(usedHeap() - before).toBeLessThan(100 * 100_000);
});

test('of pipelined requests, few are read ahead (X-607)', async () => {
  const server = await startServer();
  server.app.addHook('onRequest', ({ url }) => (url === '/healthz' ? Promise.resolve() : new Promise(() => undefined)));
  await listening(server);
  const sockets: Socket[] = [];
  server.app.server.on('connection', (socket: Socket) => void sockets.push(socket));
  const request = get(`/?z=${'+'.repeat(7_000)}`);
  for (let count = 0; count < 20; count += 1) send(server, request.repeat(40));
  await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length).toBe(20);
  const flood = [...sockets];
  for (let count = 0; count < 20; count += 1) await readAll(send(server, get('/healthz', HANG_UP)));
  const read = flood.map(({ bytesRead }) => bytesRead).toSorted((one, other) => one - other);
  // The server reads none of them, so it would notice only after a minute that they are closed.
  for (const socket of flood) socket.destroy();
  // On a busy machine, a socket may be parsed only in its second turn.
  expect(read[10]).toBeLessThan(100_000);
});

test('a thousand trailers are refused (X-443)', async () => {
  const server = await listening(await startServer());
  const head = `POST /users HTTP/1.1\r\nHost: a\r\n${HANG_UP}${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await readAll(send(server, `${head}2\r\n{}\r\n0\r\n${'A: b\r\n'.repeat(1_000)}\r\n`));
  expect(statuses(answer)).toEqual(['431']);
});

test('half-sent imports of one user do not stop the import of another (X-613)', async () => {
  let begun = 0;
  const server = await startServer({ machine: { requests: { ...LIMITS.requests, running: { total: 8 } } } });
  server.app.addHook('preParsing', async ({ url }) => void (begun += url === '/profile/resume' ? 1 : 0));
  await listening(server);
  const [{ token }, { token: other }] = [await server.signUp(), await server.signUp()];
  const head = `POST /profile/resume HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${JSON_BODY}\r\n\r\n{`;
  for (let count = 0; count < 8; count += 1) send(server, head);
  await expect.poll(() => begun).toBe(8);
  expect((await server.ask('POST', '/profile/resume', { token: other, body: { skills: [] } })).status).toBe(200);
});

describe('one network', () => {
  test('has a limited number of busy sockets (X-142)', async () => {
    const { server, begun } = await startSlowServer({ sockets: { network: 1 } });
    const socket = send(server, get('/slow/0'));
    await expect.poll(() => begun.length).toBe(1);
    const refused = await readAll(dial(server));
    expect(refused).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1[^]*"code":"too-many-requests"/i);
    socket.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(0);
    expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
  });

  test.for([
    ['user', 'User: greedy\r\n'],
    ['visitor', ''],
  ])('loses the oldest busy socket of the %s with most of them (X-142)', async ([, header]) => {
    const { server, begun } = await startSlowServer({ sockets: { network: 4 } });
    const neighbour = send(server, get('/slow/0', 'User: modest\r\n'));
    const flood: Socket[] = [];
    for (let count = 1; count <= 3; count += 1) {
      flood.push(send(server, get(`/slow/${count}`, header)));
      await expect.poll(() => begun.length).toBe(count + 1);
    }
    const closed = once(flood[0] ?? neighbour, 'close');
    expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
    await closed;
    expect([neighbour, ...flood].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  const JSON_HEAD = `POST /sessions HTTP/1.1\r\nHost: a\r\n${JSON_BODY}\r\n\r\n`;
  test.for([
    ['nothing', ''],
    ['a half-sent head', 'GET /healthz HTTP/1.1\r\nHost: '],
    ['a half-sent body', `${JSON_HEAD}{`],
    ['an unread response', get('/large')],
  ] as const)('loses a socket with %s to a newcomer at its limit (X-142)', async ([what, sent]) => {
    const server = await startServer({ machine: { sockets: { network: 2 } } });
    server.app.get('/large', async () => LARGE_ANSWER);
    await listening(server);
    const sockets = [dial(server), dial(server)];
    for (const socket of sockets) socket.write(sent);
    await expect.poll(() => connectionsOf(server)).toBe(2);
    if (what === 'an unread response') await Promise.all(sockets.map((socket) => once(socket, 'readable')));
    for (let count = 0; count < 3; count += 1) expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
  });

  test('loses an idle socket to a newcomer when the server is full (X-612)', async () => {
    const { server, begun } = await startSlowServer({ sockets: { total: 3 } });
    const [idle, ...busy] = [dial(server), dial(server), dial(server)];
    for (const [index, socket] of busy.entries()) {
      socket.write(get(`/slow/${index}`));
      await expect.poll(() => begun.length).toBe(index + 1);
    }
    const closed = [idle, ...busy].map(readAll);
    expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
    expect(await closed[0]).toBe('');
    send(server, get('/slow/2'));
    await expect.poll(() => begun.length).toBe(3);
    expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
    expect(await closed[1]).toBe('');
    send(server, get('/slow/3'));
    await expect.poll(() => begun.length).toBe(4);
    const elsewhere = dial(server, '127.0.0.2');
    elsewhere.write(ping);
    expect(statuses(await readAll(elsewhere))).toEqual(['200']);
    expect(await closed[2]).toBe('');
  });

  test('keeps its idle socket when others fill the server (X-612)', async () => {
    const server = await listening(await startServer({ machine: { sockets: { total: 3 } } }));
    const idle = dial(server, '127.0.0.2');
    const received = readAll(idle);
    await expect.poll(() => connectionsOf(server)).toBe(1);
    for (let count = 0; count < 6; count += 1) expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
    const flood = Array.from({ length: 6 }, () => dial(server));
    await Promise.all(flood.slice(0, 4).map(readAll));
    idle.write(ping);
    expect(statuses(await received)).toEqual(['200']);
  });

  test('loses its idle socket when others have no more and the server is full (X-612)', async () => {
    const server = await listening(await startServer({ machine: { sockets: { total: 3 } } }));
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
    const [first] = addresses.map((address) => readAll(dial(server, address)));
    await expect.poll(() => connectionsOf(server)).toBe(3);
    const newcomer = dial(server);
    newcomer.write(ping);
    expect(statuses(await readAll(newcomer))).toEqual(['200']);
    expect(await first).toBe('');
  });

  test('loses a busy socket of a proxy to another when the server is full (X-612)', async () => {
    const { server, begun } = await startSlowServer({ sockets: { total: 3 } }, ['127.0.0.1']);
    const flood: Array<Promise<string>> = [];
    for (let count = 1; count <= 3; count += 1) {
      flood.push(readAll(send(server, get(`/slow/${count}`, `${forwardedFor(1)}User: ana\r\n`))));
      await expect.poll(() => begun.length).toBe(count);
    }
    expect(statuses(await readAll(send(server, get('/healthz', HANG_UP + forwardedFor(2)))))).toEqual(['200']);
    expect(await flood[0]).toBe('');
  });

  test('loses a socket of a proxy to another while its heads wait (X-612)', async () => {
    const heads = { ...LIMITS.heads, running: { total: 0 }, timeOut: 60_000 };
    const server = await listening(
      await startServer({ machine: { heads, sockets: { total: 3 } }, trustedProxies: ['127.0.0.1'] }),
    );
    const received = countRequests(server);
    const flood = ['/healthz', '/readyz', '/users'].map((path) => readAll(send(server, get(path, forwardedFor(1)))));
    await expect.poll(received).toBe(3);
    expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
    expect(await flood[0]).toBe('');
  });

  test('keeps an idle socket of a proxy for the requests of others (X-612)', async () => {
    const { server, begun } = await startSlowServer({ sockets: { total: 3 } }, ['127.0.0.1']);
    const pooled = send(server, get('/healthz', forwardedFor(1)));
    await once(pooled, 'data');
    const received = readAll(pooled);
    const flood: Array<Promise<string>> = [];
    for (let count = 1; count <= 2; count += 1) {
      flood.push(readAll(send(server, get(`/slow/${count}`, forwardedFor(1)))));
      await expect.poll(() => begun.length).toBe(count);
    }
    expect(statuses(await readAll(send(server, ping)))).toEqual(['200']);
    pooled.write(get('/healthz', HANG_UP + forwardedFor(2)));
    expect(statuses(await received)).toEqual(['200']);
    expect(await flood[0]).toBe('');
  });

  test('waits for one head of each client when it is a proxy (X-636)', async () => {
    const heads = { ...LIMITS.heads, slice: 0 };
    const server = await startServer({ machine: { heads }, trustedProxies: ['127.0.0.1'] });
    const order: string[] = [];
    server.app.addHook('onRequest', async ({ ip }) => void order.push(ip));
    await listening(server);
    const received = countRequests(server);
    const sockets = Array.from({ length: 31 }, () => dial(server).resume());
    await expect.poll(() => connectionsOf(server)).toBe(31);
    for (const [index, socket] of sockets.entries()) {
      socket.write(get('/users/x', forwardedFor(index < 30 ? 1 : 2)));
    }
    await expect.poll(received).toBe(31);
    await expect.poll(() => order.length).toBe(31);
    expect(order.indexOf('203.0.113.2')).toBeLessThan(20);
  });

  test('has no limit of sockets when it is a trusted proxy', async () => {
    const parts = { machine: { sockets: { network: 1 } }, trustedProxies: ['127.0.0.0/8'] };
    const server = await listening(await startServer(parts));
    const answers = await Promise.all([1, 2, 3].map(() => readAll(send(server, ping))));
    expect(answers.map(statuses)).toEqual([['200'], ['200'], ['200']]);
  });
});
