import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

/** A route that answers when it is told to, and the numbers of those that have begun. */
function addSlowRoute({ app }: TestServer) {
  const begun: string[] = [];
  const gates: Array<() => void> = [];
  app.get('/slow/:number', async ({ params }) => {
    begun.push((params as { number: string }).number);
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.push(resolve);
    await promise;
    return {};
  });
  return { begun, answerNext: () => gates.shift()?.() };
}

async function connectionsOf({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

function statuses(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
}

/** The last one asks to hang up. */
function manyGets(count: number, name = ''): string {
  const last = (index: number) => (index === count - 1 ? 'Connection: close\r\n' : '');
  return Array.from({ length: count }, (_, index) => get(`/slow/${name}${index}`, last(index))).join('');
}

describe('one socket', () => {
  test('has eight requests worked on at once, and the others in the order in which they came (X-140)', async () => {
    const server = await startServer();
    const { begun, answerNext } = addSlowRoute(server);
    await listening(server);
    const socket = dial(server);
    const answers = readAll(socket);
    const numbers = Array.from({ length: 20 }, (_, index) => String(index));
    socket.write(manyGets(numbers.length));
    for (let answered = 0; answered < numbers.length; answered += 1) {
      const wanted = numbers.slice(0, answered + 8);
      await expect.poll(() => begun).toEqual(wanted);
      // All twenty have arrived by the end of this turn, so a ninth would have begun.
      await setImmediate();
      expect(begun).toEqual(wanted);
      answerNext();
    }
    expect(statuses(await answers)).toEqual(numbers.map(() => '200'));
  });

  test('that floods is not read on while its first answers wait, and others are answered meanwhile (X-140)', async () => {
    const server = await startServer();
    const { begun } = addSlowRoute(server);
    await listening(server);
    dial(server).write(Array.from({ length: 900 }, (_, index) => get(`/slow/${index}`)).join(''));
    await expect.poll(() => begun.length).toBe(8);
    const other = dial(server);
    other.write(get('/healthz', 'Connection: close\r\n'));
    expect(statuses(await readAll(other))).toEqual(['200']);
    expect(begun).toHaveLength(8);
  });

  test('is hung up on when more of its requests wait than the server keeps (X-140)', async () => {
    const server = await startServer({ sockets: { waitingOfNetwork: 21_500 } });
    const { begun, answerNext } = addSlowRoute(server);
    await listening(server);
    const patient = dial(server);
    patient.write(manyGets(15));
    await expect.poll(() => begun.length).toBe(8);
    const greedy = dial(server);
    greedy.write(manyGets(12, 'g'));
    expect(await readAll(greedy)).toBe('');
    // Its place is free again: the next one has it.
    const next = dial(server);
    next.write(manyGets(11, 'n'));
    await expect.poll(() => begun.includes('n7')).toBe(true);
    const rest = Promise.all([patient, next].map(readAll));
    const ending = setInterval(answerNext);
    await expect.poll(() => begun.filter((number) => !number.startsWith('g')).length).toBe(26);
    expect((await rest).map((text) => statuses(text).length)).toEqual([15, 11]);
    clearInterval(ending);
  });

  test('makes a thousand requests at most, and is told before it is closed (X-140)', async () => {
    const server = await listening(await startServer({ sockets: { requests: 3 } }));
    const socket = dial(server);
    socket.write(get('/healthz').repeat(5));
    const text = await readAll(socket);
    expect(statuses(text)).toEqual(['200', '200', '200']);
    expect(text.match(/connection: close/gi)).toHaveLength(1);
    const usual = await listening(await startServer());
    expect(usual.app.server.maxRequestsPerSocket).toBe(1_000);
  });

  test('that does not take its answer is closed, however little it takes now and then (X-141)', async () => {
    const server = await startServer({ sockets: { answer: 300 } });
    const text = 'x'.repeat(64 * 1024 * 1024);
    server.app.get('/large', () => text);
    await listening(server);
    const [idle, sipping] = [dial(server), dial(server)];
    for (const socket of [idle, sipping]) socket.write(get('/large'));
    idle.pause();
    const sip = setInterval(() => {
      sipping.read(1_000);
      sipping.pause();
    }, 20);
    await expect.poll(() => connectionsOf(server)).toBe(2);
    await expect.poll(() => connectionsOf(server)).toBe(0);
    clearInterval(sip);
  });

  test('that takes its answer stays open (X-141)', async () => {
    const server = await listening(await startServer({ sockets: { answer: 100 } }));
    const socket = dial(server);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => (text += piece));
    socket.write(get('/healthz'));
    await expect.poll(() => statuses(text).length).toBe(1);
    // Longer than an answer may take: waiting for a request is no answer.
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write(get('/healthz', 'Connection: close\r\n'));
    await expect.poll(() => statuses(text).length).toBe(2);
  });
});

describe('one network', () => {
  test('has so many sockets and not one more, until another is closed (X-142)', async () => {
    const server = await listening(await startServer({ sockets: { ofNetwork: 2 } }));
    const sockets = [dial(server), dial(server)];
    await expect.poll(() => connectionsOf(server)).toBe(2);
    const refused = await readAll(dial(server));
    expect(refused).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1[^]*"code":"too-many-requests"/i);
    sockets[0]?.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(1);
    const later = dial(server);
    later.write(get('/healthz', 'Connection: close\r\n'));
    expect(statuses(await readAll(later))).toEqual(['200']);
  });

  test('may have more when it is a trusted proxy: its sockets are many people’s (X-142)', async () => {
    const parts = { sockets: { ofNetwork: 1 }, trustedProxies: ['127.0.0.0/8'] };
    const server = await listening(await startServer(parts));
    const sockets = [dial(server), dial(server), dial(server)];
    for (const socket of sockets) socket.write(get('/healthz', 'Connection: close\r\n'));
    for (const socket of sockets) expect(statuses(await readAll(socket))).toEqual(['200']);
  });
});
