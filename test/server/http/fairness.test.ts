import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makePasswords } from '../../../server/accounts/passwords.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { htmlResponse } from '../../../server/http/html-response.ts';
import { acceptFirst } from '../../../server/load/accepting.ts';
import { currentClient } from '../../../server/load/clients.ts';
import { nextSlice } from '../../../server/load/continuations.ts';
import { LIMITS, QUEUES } from '../../../server/load/limits.ts';
import { Overloaded, Queue } from '../../../server/load/queue.ts';
import { usedHeap } from '../../helpers/heap.ts';
import { connectionsOf, dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { aFolder } from '../sqlite/files.ts';
import { countTurns } from '../../helpers/turns.ts';
import { ratesOf, startServer, statusesOf, type TestServer } from '../../helpers/start-server.ts';

// The tests are a proxy in front of clients of many networks.
const parts = { trustedProxies: ['127.0.0.1'] };
const FIRST = '203.0.113.1';

async function statusFor(server: TestServer, address: string, path = '/users/x'): Promise<number> {
  return (await server.ask('GET', path, { headers: { 'x-forwarded-for': address } })).status;
}

const REFUSED_BODY = 'POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: text/x\r\nTransfer-Encoding: chunked\r\n\r\n';
const TINY_CHUNKS = '1\r\nx\r\n'.repeat(10_000);

/** A refused request that takes long to parse, and another. */
function slowly(count: number, path: string, headers = ''): string {
  const head = REFUSED_BODY.replace('\r\n\r\n', `\r\n${headers}\r\n`);
  return `${head}${TINY_CHUNKS.repeat(count)}0\r\n\r\n${get(path)}`;
}

const noSlots = { machine: { requests: { running: { total: 0 }, waiting: {}, timeOut: 1 } } };
const perTurn = { ...LIMITS.requests, timeOut: 60_000, slice: 0 };

/** Occupies the threads of libuv, which compress, until the returned function is called. */
function holdThreads(): () => void {
  const path = join(aFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  // To open a pipe for reading waits until it is opened for writing.
  const held = Array.from({ length: threads }, () => readFile(path));
  const release = () => closeSync(openSync(path, 'r+'));
  onTestFinished(async () => {
    release();
    await Promise.all(held);
  });
  return release;
}

describe('requests of one client', () => {
  test.for(['network', 'user'])('do not block another %s', async (other) => {
    const server = await startServer(parts);
    const answered: string[] = [];
    server.app.addHook('onSend', async ({ headers }) => void answered.push(headers.authorization ?? ''));
    await listening(server);
    const [{ token: greedy }, { token: modest }] = [await server.signUp(), await server.signUp()];
    answered.length = 0;
    const flood = get('/users?perPage=100', `Authorization: Bearer ${greedy}\r\nX-Forwarded-For: ${FIRST}\r\n`);
    for (let count = 0; count < 10; count += 1) dial(server).resume().write(flood.repeat(10));
    await expect.poll(() => answered.length).toBeGreaterThan(0);
    const before = answered.length;
    const headers = { 'x-forwarded-for': other === 'network' ? '203.0.113.2' : FIRST };
    expect((await server.ask('GET', '/profile', { token: modest, headers })).status).toBe(200);
    expect(answered.indexOf(`Bearer ${modest}`) - before).toBeLessThan(50);
    await expect.poll(() => answered.length).toBe(101);
  });

  test('from many networks of one customer delay a stranger by one turn (X-633)', async () => {
    const server = await startServer({ ...parts, machine: { requests: perTurn } });
    const answered: string[] = [];
    server.app.addHook('onSend', async ({ ip }) => void answered.push(ip));
    const flood = Array.from({ length: 50 }, (_, index) => statusFor(server, `2001:db8:0:${index}::1`));
    await Promise.all([...flood, statusFor(server, FIRST)]);
    expect(answered.indexOf(FIRST)).toBeLessThan(20);
  });

  test('leave a turn of the event loop to others after each slice of work (X-610)', async () => {
    const server = await startServer({ ...parts, machine: { requests: perTurn } });
    const turns = new Set<number>();
    const turn = countTurns();
    server.app.addHook('preHandler', async () => void turns.add(turn()));
    const asked = Array.from({ length: 60 }, (_, index) => statusFor(server, `203.0.113.${index % 20}`));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([404]));
    expect(turns.size).toBe(60);
  });

  test('wait while new connections are accepted (X-610)', async () => {
    const server = await startServer({ ...parts, machine: { requests: perTurn } });
    let answered = 0;
    server.app.addHook('onSend', async ({ url }) => void (answered += url === '/users' ? 1 : 0));
    await listening(server);
    for (let count = 0; count < 60; count += 1) dial(server).resume().write(get('/users').repeat(8));
    await expect.poll(() => answered).toBeGreaterThan(0);
    const before = answered;
    const during: number[] = [];
    server.app.server.on('connection', () => during.push(answered - before));
    // On a slow machine they take longer than the time for which they go first. That of the first sixty is over.
    const now = performance.now() + 500;
    vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => void vi.restoreAllMocks());
    await Promise.all(Array.from({ length: 100 }, () => readAll(dial(server).end(get('/healthz')))));
    expect(during.at(-1)).toBeLessThan(50);
  });

  test.for(['/users/x', '/avatars/00000000-0000-4000-8000-000000000000.webp'])(
    'for %s wait in turn (X-610)',
    async (path) => {
      const server = await startServer(noSlots);
      expect((await server.ask('GET', path)).status).toBe(503);
    },
  );

  test('for /pessoas run two at a time, and occupy no slot of others (X-663)', async () => {
    const server = await startServer(noSlots);
    const released = Promise.withResolvers<void>();
    let running = 0;
    server.app.addHook('preHandler', async ({ url }) => {
      if (url !== '/pessoas') return;
      running += 1;
      await released.promise;
    });
    const asked = Array.from({ length: 3 }, () => server.ask('GET', '/pessoas'));
    await expect.poll(() => running).toBe(2);
    await server.ask('GET', '/readyz');
    expect(running).toBe(2);
    released.resolve();
    expect(statusesOf(await Promise.all(asked))).toEqual([200, 200, 200]);
  });

  test.for(['PATCH', 'DELETE'])('for %s /users/avatar wait in turn (X-610)', async (method) => {
    const server = await startServer(noSlots);
    const { token } = await server.signUp();
    expect((await server.ask(method, '/users/avatar', { token })).status).toBe(503);
  });

  test('with large bodies that end at once are parsed in slices of a turn (X-639)', async () => {
    const server = await startServer();
    const turns = new Set<number>();
    const turn = countTurns();
    let now = performance.now();
    server.app.addHook('preValidation', async () => {
      turns.add(turn());
      now += 10;
    });
    await server.app.ready();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [index, 1]));
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask('POST', '/users', { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(turns.size).toBe(20);
  });

  test.for([
    ['/profile/page', 200],
    ['/u/ana', 404],
    ['/users?tech=react', 200],
  ] as const)('for %s wait in another queue (X-634)', async ([path, status]) => {
    const server = await startServer(noSlots);
    const { token } = await server.signUp();
    expect((await server.ask('GET', path, { token })).status).toBe(status);
  });

  test.for([
    ['PUT', '/profile', { old_password: 'senha123', password: 'senha456' }, 200],
    ['DELETE', '/users/:id', { password: 'senha123' }, 204],
  ] as const)('that wait for a hash occupy no slot: %s %s (X-646)', async ([method, path, body, status]) => {
    const passwords = makePasswords();
    const machine = { requests: { ...LIMITS.requests, running: { total: 1 } } };
    const server = await startServer({ machine, passwords });
    const { user, token } = await server.signUp();
    const [verifying, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { verify } = passwords;
    passwords.verify = async (...password) => {
      verifying.resolve();
      await released.promise;
      return verify(...password);
    };
    const waiting = server.ask(method, path.replace(':id', user.id), { token, body });
    await verifying.promise;
    expect((await server.ask('GET', '/profile', { token })).status).toBe(200);
    released.resolve();
    expect((await waiting).status).toBe(status);
  });

  test('that wait for a preview occupy no slot (X-646)', async () => {
    const server = await startServer({ machine: { requests: { ...LIMITS.requests, running: { total: 1 } } } });
    const handle = await server.signUpPublic();
    const answered: string[] = [];
    const ask = async (picture: string) => {
      expect((await server.ask('GET', `/u/${handle}/${picture}`)).status).toBe(200);
      answered.push(picture);
    };
    await Promise.all([ask('preview.png'), ask('card.svg')]);
    expect(answered[0]).toBe('card.svg');
  });

  test('that wait for the compression of a page occupy no slot (X-655)', async () => {
    const server = await startServer();
    const { total } = QUEUES.documents.running;
    const handles = await Promise.all(Array.from({ length: total }, () => server.signUpPublic()));
    const other = await server.signUpPublic();
    const ask = (handle: string, encoding: string) =>
      server.ask('GET', `/u/${handle}`, { headers: { 'accept-encoding': encoding } });
    await ask(other, 'identity');
    const release = holdThreads();
    const compressed = handles.map((handle) => ask(handle, 'br'));
    expect((await ask(other, 'identity')).status).toBe(200);
    release();
    expect(new Set(statusesOf(await Promise.all(compressed)))).toEqual(new Set([200]));
  });

  test('that wait for the compression of large pages keep their slots (X-655)', async () => {
    const server = await startServer();
    const { user, token } = await server.signUp();
    await server.fillTechnologies(user.id, 500, (index) => `${index} ${'a'.repeat(90)}`);
    await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
    const handles = [await server.chooseHandle(token), await server.signUpPublic()];
    const ask = (handle: string | undefined, encoding: string, host = 'a') =>
      server.ask('GET', `/u/${handle}`, { headers: { host, 'accept-encoding': encoding } });
    for (const handle of handles) await ask(handle, 'identity');
    const release = holdThreads();
    const { total } = QUEUES.documents.running;
    const compressed = Array.from({ length: total }, (_, index) => ask(handles[0], 'br', `${index}.example`));
    let isAnswered = false;
    const small = ask(handles[1], 'identity').then(() => (isAnswered = true));
    // Nothing tells that it waits. Longer than the rest of any queue.
    await sleep(500);
    expect(isAnswered).toBe(false);
    release();
    await small;
    expect(new Set(statusesOf(await Promise.all(compressed)))).toEqual(new Set([200]));
  });

  test('that would wait long for the compression of a page get it uncompressed (X-656)', async () => {
    const server = await startServer();
    const handle = await server.signUpPublic();
    const ask = (host: string) => server.ask('GET', `/u/${handle}`, { headers: { host, 'accept-encoding': 'br' } });
    await ask('a');
    const release = holdThreads();
    const answers: unknown[] = [];
    // Two are compressed, and sixteen of a network wait.
    const asked = Array.from({ length: 20 }, (_, index) =>
      ask(`${index}.example`).then(({ status, headers }) => answers.push([status, headers['content-encoding']])),
    );
    const uncompressed = Array.from({ length: 2 }, () => [200, undefined]);
    await expect.poll(() => answers).toEqual(uncompressed);
    release();
    await Promise.all(asked);
    expect(answers.slice(2)).toEqual(Array.from({ length: 18 }, () => [200, 'br']));
  });

  test('for pages of slow work are compressed before others (X-656)', async () => {
    const drawing = await import('../../../web/public-page/draw.tsx');
    const draw = vi.fn(drawing.draw);
    const server = await startServer({ drawing: async () => ({ ...drawing, draw, styles: '' }) });
    const answered: string[] = [];
    server.app.get('/other', (request, reply) => htmlResponse(request.id)(request, reply));
    server.app.addHook('onResponse', async ({ url }) => void answered.push(url));
    const page = `/u/${await server.signUpPublic()}`;
    const ask = (url: string, host: string, remoteAddress = FIRST) =>
      server.app.inject({ url, remoteAddress, headers: { host, 'accept-encoding': 'br' } });
    await ask(page, 'a');
    const release = holdThreads();
    answered.length = 0;
    const asked = [
      ...Array.from({ length: 8 }, (_, index) => ask('/other', 'a', `203.0.113.${index}`)),
      ask(page, 'b'),
    ];
    await expect.poll(() => draw.mock.calls.length).toBe(2);
    release();
    await Promise.all(asked);
    // Two were being compressed, and the others go first in every second turn.
    expect(answered.indexOf(page)).toBeLessThan(5);
  });

  test.for([
    ['six lists', 6, '/users', ['/profile', '/profile/page', '/users?tech=go', '/classes/small']],
    ['three exports', 3, '/profile/export', ['/profile', '/users', '/users?tech=go']],
    ['three classes of many members', 3, '/classes/full', ['/profile', '/classes/small']],
    [
      'three classes of many technologies',
      3,
      '/classes/large',
      ['/users', '/profile/page', '/profile/export', '/classes/small'],
    ],
    ['six searches', 6, '/users?tech=go', ['/users', '/profile/page', '/profile/export', '/classes/large']],
  ] as const)('and others go on during %s (X-634)', async ([, count, slow, others]) => {
    const server = await startServer({ machine: { requests: { ...LIMITS.requests, running: { total: 1 } } } });
    const released = Promise.withResolvers<void>();
    let reading = -Infinity;
    server.app.addHook('preSerialization', async (_request, _reply, payload) => {
      reading += 1;
      if (reading > 0 && reading <= count) await released.promise;
      return payload;
    });
    const [teacher, student] = [await server.signUp(), await server.signUp()];
    const [small, full, large] = [
      await server.openClass(teacher.token),
      await server.openClass(teacher.token),
      await server.openClass(teacher.token),
    ];
    await server.fillClass(full, 61);
    await server.fillTechnologies(student.user.id, 3_001);
    await server.joinClass(student.token, large);
    const ask = (path: string) =>
      server.ask('GET', path.replace('small', small.id).replace('full', full.id).replace('large', large.id), {
        token: teacher.token,
      });
    reading = 0;
    const asked = Array.from({ length: count }, () => ask(slow));
    await expect.poll(() => reading).toBe(count);
    for (const path of others) expect((await ask(path)).status).toBe(200);
    released.resolve();
    expect(new Set(statusesOf(await Promise.all(asked)))).toEqual(new Set([200]));
  });

  test.for([
    ['requests', false, ['class', 'search', 'list']],
    ['slow reads', true, ['search', 'profile']],
  ] as const)('in one of few slots do not take their steps behind all %s (X-647)', async ([, isSlow, first]) => {
    const server = await startServer();
    const order: string[] = [];
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    server.app.addHook('preSerialization', async ({ url }, _reply, payload) => {
      const others = Array.from({ length: 10 }, async (_, index) => {
        const name = `${url} ${index}`;
        await currentClient.run({ network: name, id: 'x', slotOf: isSlow ? name : undefined }, nextSlice);
        order.push('other');
        now += 10;
      });
      await nextSlice();
      order.push(url);
      await Promise.all(others);
      return payload;
    });
    const { token } = await server.signUp();
    const { id } = await server.openClass(token);
    const paths = { class: `/classes/${id}`, search: '/users?tech=react', list: '/users?page=1', profile: '/profile' };
    const early: string[] = [];
    for (const [name, path] of Object.entries(paths)) {
      order.length = 0;
      await server.ask('GET', path, { token });
      if (order.indexOf(path) < 2) early.push(name);
    }
    expect(early).toEqual(first);
  });

  test('in one of few slots take their steps in turn, whatever their networks have used (X-647)', async () => {
    const server = await startServer();
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const order: string[] = [];
    const allRead = Promise.withResolvers<void>();
    let reading = 0;
    server.app.addHook('preSerialization', async ({ ip }, _reply, payload) => {
      reading += 1;
      await allRead.promise;
      for (let step = 0; step < 3; step += 1) {
        await nextSlice();
        order.push(ip);
        now += ip === FIRST ? 10 : 1;
      }
      return payload;
    });
    const all = [FIRST, '198.51.100.1'].map((from) => server.ask('GET', '/users', { from }));
    await expect.poll(() => reading).toBe(2);
    allRead.resolve();
    await Promise.all(all);
    expect(order).toEqual(Array.from({ length: 3 }, () => order.slice(0, 2)).flat());
  });

  test('go on after a while, though connections never pause (X-610)', async () => {
    const connecting = createServer().removeAllListeners('connection');
    acceptFirst(connecting);
    const queue = new Queue({ ...LIMITS.heads, slice: 0 });
    let started = 0;
    const startNext = async (): Promise<void> => {
      (await queue.enter())();
      started += 1;
      if (started < 100) return startNext();
    };
    void startNext();
    let turns = 0;
    const isDone = () => started === 100;
    for (; !isDone() && turns < 10_000; turns += 1) {
      connecting.emit('connection');
      // Other work makes each turn long.
      const end = performance.now() + 1;
      while (performance.now() < end);
      await nextTurn();
    }
    expect(turns).toBeLessThan(1_500);
  });

  test('that arrive on many sockets at once are read a few sockets a turn (X-610)', async () => {
    const server = await listening(await startServer());
    let parsed = 0;
    const before = new Promise((resolve) => {
      server.app.server.on('request', ({ url }) => (url === '/healthz' ? resolve(parsed) : (parsed += 1)));
    });
    const sockets = Array.from({ length: 20 }, () => dial(server).resume());
    for (const socket of sockets) socket.write(get('/x'));
    await expect.poll(() => parsed).toBe(20);
    for (const socket of sockets) socket.write(get('/x').repeat(900));
    dial(server, '127.0.0.2').write(get('/healthz'));
    expect(await before).toBeLessThan(9_000);
  });

  test('that arrive on idle sockets at once are read a few sockets a turn (X-610)', async () => {
    const reads = { ...LIMITS.reads, running: { total: 8 } };
    const server = await listening(await startServer({ machine: { firstReads: reads, reads } }));
    const sockets = Array.from({ length: 100 }, () => dial(server).resume());
    // It is accepted after the others, and read after their first turns.
    await readAll(dial(server).end(get('/healthz')));
    const turn = countTurns();
    const turns: number[] = [];
    server.app.server.on('request', () => turns.push(turn()));
    for (const socket of sockets) socket.write(REFUSED_BODY + TINY_CHUNKS);
    await expect.poll(() => turns.length).toBe(100);
    expect(new Set(turns).size).toBeGreaterThan(5);
  });

  test('are read a few sockets a turn while bodies arrive in tiny chunks (X-610)', async () => {
    const server = await startServer();
    const opened: Socket[] = [];
    server.app.server.on('connection', (socket) => opened.push(socket));
    const received = () => opened.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    let refused = 0;
    server.app.addHook('onResponse', async () => void (refused += 1));
    await listening(server);
    const sockets = Array.from({ length: 40 }, () => dial(server).resume());
    for (const socket of sockets) socket.write(REFUSED_BODY);
    // The rest of a refused body is still parsed.
    await expect.poll(() => refused).toBe(40);
    const before = new Promise((resolve) => server.app.server.once('request', () => resolve(received())));
    for (const socket of sockets) socket.write(TINY_CHUNKS.repeat(4));
    dial(server, '127.0.0.2').write(get('/healthz'));
    expect(await before).toBeLessThan(2 * sockets.length * TINY_CHUNKS.length);
  });

  test('are read before the rest of what other sockets send, if their socket is new (X-610)', async () => {
    // Refused before their session is looked up, the other sockets remain one client with the new one.
    const rates = { ...LIMITS.rates, network: 0 };
    const server = await startServer({ machine: { reads: { ...LIMITS.reads, running: { total: 1 } }, rates } });
    let refused = 0;
    server.app.addHook('onResponse', async () => void (refused += 1));
    await listening(server);
    const sockets = Array.from({ length: 60 }, () => dial(server).resume());
    for (const socket of sockets) socket.write(REFUSED_BODY);
    await expect.poll(() => refused).toBe(60);
    for (const socket of sockets) socket.write(TINY_CHUNKS);
    const turn = countTurns();
    const accepted = once(server.app.server, 'connection');
    const socket = dial(server);
    await accepted;
    // Its first turn ends before its data arrive.
    const opened = turn();
    await expect.poll(() => turn() - opened, { interval: 0 }).toBeGreaterThan(5);
    const read = new Promise<number>((resolve) => server.app.server.once('request', () => resolve(turn())));
    const sent = turn();
    socket.write(get('/healthz'));
    expect((await read) - sent).toBeLessThan(30);
  });

  test('on a known user’s socket are read in turn with other sockets (X-610)', async () => {
    const server = await startServer({ machine: { reads: { ...LIMITS.reads, running: { total: 1 } } } });
    const seen: string[] = [];
    server.app.addHook('onResponse', async ({ url }) => void seen.push(url));
    await listening(server);
    const { token } = await server.signUp();
    const session = `Authorization: Bearer ${token}\r\n`;
    const neighbour = dial(server).resume();
    neighbour.write(get('/profile', session));
    await expect.poll(() => seen).toContain('/profile');
    for (let count = 0; count < 200; count += 1) dial(server).resume().write(slowly(1, '/x'));
    await expect.poll(() => seen).toContain('/users');
    neighbour.write(slowly(4, '/y', session).replace('/users', '/users/techs'));
    await expect.poll(() => seen).toContain('/y');
    // How many turns it needs depends on the machine; without turns, it would be the last.
    expect(seen.slice(0, seen.indexOf('/y')).filter((url) => url === '/x').length).toBeLessThan(180);
  });

  test('are answered, though their idle socket waits longer than its timeout to be read (X-610)', async () => {
    const server = await startServer();
    const opened: Socket[] = [];
    server.app.server.on('connection', (socket) => opened.push(socket));
    await listening(server);
    const sockets = Array.from({ length: 80 }, () => dial(server).resume());
    for (const socket of sockets) socket.write(REFUSED_BODY);
    await expect.poll(() => opened.length).toBe(80);
    const neighbour = dial(server);
    let text = '';
    neighbour.setEncoding('utf8').on('data', (piece) => (text += piece));
    neighbour.write(get('/healthz'));
    await expect.poll(() => text).toContain('200 OK');
    for (const socket of sockets) socket.write(TINY_CHUNKS);
    neighbour.write(get('/x'));
    opened.at(-1)?.setTimeout(50);
    await expect.poll(() => text.includes('404 Not Found') || neighbour.closed).toBe(true);
    expect(text).toContain('404 Not Found');
  });

  test('run four at a time, however slow the database is', async () => {
    let [running, most] = [0, 0];
    const four = Promise.withResolvers<void>();
    let held = Promise.resolve();
    const database = await openDatabase(':memory:');
    const { run } = database.engine;
    database.engine.run = async (query) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 4) four.resolve();
      await held;
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return run(query);
    };
    const server = await startServer({ ...parts, database });
    const { user } = await server.signUp();
    most = 0;
    held = four.promise;
    const asked = Array.from({ length: 20 }, () => server.ask('GET', `/users/${user.id}`));
    expect(new Set(statusesOf(await Promise.all(asked)))).toEqual(new Set([200]));
    // A user is read by two concurrent queries.
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(3);
  });

  test('are dropped when their client hangs up', async () => {
    const server = await startServer({ ...parts, machine: { requests: { ...perTurn, running: { total: 1 } } } });
    let read = 0;
    server.app.addHook('preSerialization', async (_request, _reply, payload) => {
      read += 1;
      return payload;
    });
    const { user } = await server.signUp();
    read = 0;
    await listening(server);
    const socket = dial(server);
    socket.write(get(`/users/${user.id}`).repeat(8), () => socket.resetAndDestroy());
    const closed = () => server.log.filter((line) => line.includes('request completed')).length;
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
    await expect.poll(closed).toBeGreaterThan(0);
    expect(read).toBeLessThan(8);
  });

  test('leave the queue when their client hangs up (X-659)', async () => {
    const requests = { ...LIMITS.requests, running: { total: 1 }, waiting: { client: 1 } };
    const server = await startServer({ ...parts, machine: { requests } });
    const released = Promise.withResolvers<void>();
    const urls: string[] = [];
    server.app.addHook('preParsing', async ({ url }) => void urls.push(url));
    server.app.addHook('preHandler', async () => released.promise);
    await listening(server);
    const ask = () => server.ask('GET', '/users/a');
    const first = ask();
    await expect.poll(() => urls).toHaveLength(1);
    const socket = dial(server);
    socket.write(get('/users/b'));
    await expect.poll(() => urls).toHaveLength(2);
    socket.resetAndDestroy();
    await expect.poll(() => connectionsOf(server)).toBe(0);
    const second = ask();
    await expect.poll(() => urls).toHaveLength(3);
    released.resolve();
    expect(statusesOf(await Promise.all([first, second]))).toEqual([404, 404]);
  });
});

test('a newcomer goes before a network whose request has timed out (X-667)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new Queue({ running: { total: 1 }, waiting: {}, timeOut: 10_000 });
  const order: string[] = [];
  const ask = async (network: string) => {
    const free = await queue.enter({ network, id: '' });
    order.push(network);
    free();
  };
  const free = await queue.enter({ network: 'busy', id: '' });
  const [first, last] = [ask('first'), ask('last')].map((asked) => expect(asked).rejects.toThrow(Overloaded));
  vi.advanceTimersByTime(10_000);
  await Promise.all([first, last]);
  const again = [ask('first'), ask('newcomer')];
  free();
  await Promise.all(again);
  expect(order).toEqual(['newcomer', 'first']);
});

test('of clients that come once little is stored, while one of their network stays (X-636)', async () => {
  const queue = new Queue({ running: { total: 4 }, waiting: {} });
  await queue.enter({ network: 'a', id: 'stays' });
  const comeOnce = async (from: number, count: number) => {
    for (let id = from; id < from + count; id += 1) (await queue.enter({ network: 'a', id: `${id}` }))();
  };
  const heap = async (from: number, count: number) => {
    await comeOnce(from, count);
    return usedHeap();
  };
  const before = await heap(0, 10_000);
  expect((await heap(10_000, 50_000)) - before).toBeLessThan(1_000_000);
});

test('a network with unread large responses gets no more of them', async () => {
  const MIB = 1024 * 1024;
  const server = await startServer({ ...parts, machine: { unread: { network: 20 * MIB } } });
  const large = 'x'.repeat(8 * MIB);
  server.app.get('/large', () => large);
  await listening(server);
  const ask = async (address: string, url = '/large') =>
    (await server.app.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode;
  const idle = [dial(server), dial(server)];
  for (const socket of idle) socket.write(get('/large', 'X-Forwarded-For: 203.0.113.6\r\n'));
  await expect.poll(() => ask('203.0.113.6')).toBe(503);
  expect(await ask('203.0.113.6', '/healthz')).toBe(200);
  expect(await ask('203.0.113.7')).toBe(200);
  for (const socket of idle) socket.destroy();
  await expect.poll(() => ask('203.0.113.6')).toBe(200);
});

test('unread responses of all networks are bounded; the largest client loses its oldest (X-611)', async () => {
  const LARGE = 32 * 1024 * 1024;
  const server = await startServer({ ...parts, machine: { unread: { total: 2.5 * LARGE } } });
  let begun = 0;
  server.app.addHook('onSend', async () => void (begun += 1));
  server.app.get('/large', () => Buffer.alloc(LARGE));
  await listening(server);
  const sockets = [dial(server), dial(server)];
  for (const socket of sockets) {
    const before = begun;
    socket.write(get('/large', `X-Forwarded-For: ${FIRST}\r\n`));
    await expect.poll(() => begun).toBe(before + 1);
  }
  const headers = { 'x-forwarded-for': '203.0.113.2' };
  expect((await server.app.inject({ url: '/large', headers })).statusCode).toBe(200);
  const [oldest] = sockets;
  expect((await readAll(oldest ?? dial(server))).length).toBeLessThan(LARGE);
});

test('under memory pressure everything except health is 503, and the log says why', async () => {
  const server = await startServer({ pressure: { heap: 1 } });
  await expect.poll(async () => (await server.ask('GET', '/users')).status, { interval: 20 }).toBe(503);
  const refused = { body: { code: 'overloaded' }, headers: { 'retry-after': '1' } };
  expect(await server.ask('GET', '/users')).toMatchObject(refused);
  for (const path of ['/healthz', '/readyz']) expect((await server.ask('GET', path)).status).toBe(200);
  expect(server.log.join('')).toContain('Over the limit: heapUsedBytes');
  expect(server.log.join('')).not.toMatch(/"stack"|request failed/);
});

test.for([
  ['203.0.113.8:8080', '203.0.113.8:8081', '203.0.113.8'],
  ['[2001:db8::1]:80', '[2001:db8::2]', '2001:db8::3'],
  ['203.0.113.9:1, 10.0.0.1:2', '203.0.113.9:3', '198.51.100.1, 203.0.113.9:4, 10.0.0.2:5'],
] as const)('the addresses %s, %s and %s are one network', async (addresses) => {
  const server = await startServer({ machine: ratesOf({ read: 2 }), trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  for (const address of addresses.slice(0, 2)) expect(await statusFor(server, address)).toBe(404);
  expect(await statusFor(server, addresses[2])).toBe(429);
});

test('searches have a separate rate limit, however the URL is encoded', async () => {
  const server = await startServer({ ...parts, machine: ratesOf({ search: 2 }) });
  const answered = [];
  for (const path of ['/users?tech=a', '/users/?x&tech=b', '/%75sers?tech=c', '/users?page=2']) {
    answered.push(await statusFor(server, '203.0.113.8', path));
  }
  expect(answered).toEqual([200, 200, 429, 200]);
});

test.for([
  [[], 'x-forwarded-for', /TRUST_PROXY does not list/],
  [['10.0.0.1'], 'x-real-ip', /TRUST_PROXY does not list/],
  [['127.0.0.1'], 'x-real-ip', /sends no X-Forwarded-For/],
] as const)('TRUST_PROXY %j and a proxy that sends %s log one warning', async ([trustedProxies, name, words]) => {
  const server = await startServer({ trustedProxies: [...trustedProxies] });
  await server.ask('GET', '/healthz');
  for (let count = 0; count < 3; count += 1) {
    await server.ask('GET', '/healthz', { headers: { [name]: '203.0.113.1' } });
  }
  const warnings = server.log.filter((line) => JSON.parse(line).level === 40);
  expect(warnings).toEqual([expect.stringMatching(words)]);
});
