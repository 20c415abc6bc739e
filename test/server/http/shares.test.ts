import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { dial, get, listening } from '../../helpers/raw-http.ts';
import { startServer, statusesOf, type TestServer } from '../../helpers/start-server.ts';

// A proxy in front tells the networks apart.
const parts = { trustedProxies: ['127.0.0.1'] };
const from = (address: string) => ({ 'x-forwarded-for': address });

/** The networks in the order in which they are answered. */
function watchAnswers({ app }: TestServer): string[] {
  const answered: string[] = [];
  app.addHook('onSend', async ({ ip }) => {
    answered.push(ip);
  });
  return answered;
}

describe('requests of one network', () => {
  test('take turns with those of others, who are answered before a flood is done (X-144)', async () => {
    const server = await startServer(parts);
    const answered = watchAnswers(server);
    const { user } = await server.signUp();
    await listening(server);
    const sockets = Array.from({ length: 20 }, () => dial(server));
    const greedy = get('/users?perPage=100', 'X-Forwarded-For: 203.0.113.1\r\n');
    for (const socket of sockets) socket.resume().write(greedy.repeat(10));
    answered.length = 0;
    await expect.poll(() => answered.length).toBeGreaterThan(0);
    const before = answered.length;
    expect(await server.ask('GET', `/users/${user.id}`, { headers: from('203.0.113.2') })).toMatchObject({
      status: 200,
    });
    const place = answered.indexOf('203.0.113.2');
    // Of the two hundred, no more than a few: those under way, and those of the turns that it waits.
    expect(place - before).toBeLessThan(50);
    await expect.poll(() => answered.filter((ip) => ip === '203.0.113.1').length).toBe(200);
  });

  test('are worked on four at a time, also by a database that is elsewhere (X-144)', async () => {
    let [running, most] = [0, 0];
    const database = (await openDatabase(':memory:')).withPlugin({
      transformQuery: ({ node }) => {
        running += 1;
        most = Math.max(most, running);
        return node;
      },
      transformResult: async ({ result }) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        return result;
      },
    });
    const server = await startServer({ ...parts, database });
    const { user } = await server.signUp();
    most = 0;
    const asked = Array.from({ length: 40 }, () => server.ask('GET', `/users/${user.id}`));
    expect(new Set(statusesOf(await Promise.all(asked)))).toEqual(new Set([200]));
    // Two queries at once read what belongs to a user.
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(3);
  });

  test('that wait too long, or are too many, are told to come back (X-144)', async () => {
    const server = await startServer({ ...parts, turns: { running: 1, waiting: 1 } });
    const { user } = await server.signUp();
    const answers = await Promise.all(
      ['203.0.113.4', '203.0.113.4', '203.0.113.4', '203.0.113.5'].map((address) =>
        server.ask('GET', `/users/${user.id}`, { headers: from(address) }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 200, 200, 503]);
    expect(answers[3]).toMatchObject({ status: 200 });
    expect(answers.find(({ status }) => status === 503)).toMatchObject({
      body: { code: 'overloaded' },
      headers: { 'retry-after': '1' },
    });
    expect((await server.ask('GET', `/users/${user.id}`, { headers: from('203.0.113.4') })).status).toBe(200);
  });

  test('are not worked on when their client has hung up (X-144)', async () => {
    const server = await startServer({ ...parts, turns: { running: 1 } });
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
});

describe('large answers', () => {
  test('that a network does not take are followed by none, and small ones still are (X-145)', async () => {
    const MIB = 1024 * 1024;
    const server = await startServer({ ...parts, unread: 20 * MIB });
    server.app.get('/large', () => 'x'.repeat(8 * MIB));
    await listening(server);
    const header = 'X-Forwarded-For: 203.0.113.6\r\n';
    const idle = [dial(server), dial(server)];
    for (const socket of idle) {
      socket.pause();
      socket.write(get('/large', header));
    }
    const ask = async (url: string, address: string) =>
      (await server.app.inject({ url, headers: from(address) })).statusCode;
    await expect.poll(() => ask('/large', '203.0.113.6')).toBe(503);
    expect(await ask('/healthz', '203.0.113.6')).toBe(200);
    expect(await ask('/large', '203.0.113.7')).toBe(200);
    for (const socket of idle) socket.destroy();
    await expect.poll(() => ask('/large', '203.0.113.6')).toBe(200);
  });
});

test('past a mark of memory or delay all but health is answered 503 (X-147)', async () => {
  const server = await startServer({ pressure: { resident: 1 } });
  await expect.poll(async () => (await server.ask('GET', '/users')).status).toBe(503);
  expect(await server.ask('GET', '/users')).toMatchObject({
    body: { code: 'overloaded' },
    headers: { 'retry-after': '1' },
  });
  for (const path of ['/healthz', '/readyz']) expect((await server.ask('GET', path)).status).toBe(200);
});

test('what is refused for the load is a line of the log that says why, without a stack (X-531)', async () => {
  const server = await startServer({ pressure: { resident: 1 } });
  await expect.poll(async () => (await server.ask('GET', '/users')).status).toBe(503);
  const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const refused = lines.find(({ msg }) => msg === 'request refused');
  expect(refused).toMatchObject({ level: 40, reason: 'Past the mark of rssBytes' });
  expect(server.log.join('')).not.toMatch(/"stack"|request failed/);
});

describe('a network', () => {
  test('is the same whatever port and brackets the proxy writes around an address (X-146)', async () => {
    const server = await startServer({ rates: { read: 2 }, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
    const ask = async (address: string) => (await server.ask('GET', '/users/x', { headers: from(address) })).status;
    for (const [first, second, third] of [
      ['203.0.113.8:8080', '203.0.113.8:8081', '203.0.113.8'],
      ['[2001:db8::1]:80', '[2001:db8::2]', '2001:db8::3'],
      ['203.0.113.9:1, 10.0.0.1:2', '203.0.113.9:3', '198.51.100.1, 203.0.113.9:4, 10.0.0.2:5'],
    ] as const) {
      expect([await ask(first), await ask(second), await ask(third)]).toEqual([404, 404, 429]);
    }
  });

  test('may search thirty times a second, and read meanwhile (X-148)', async () => {
    const server = await startServer({ ...parts, rates: { search: 2 } });
    const ask = async (path: string) => (await server.ask('GET', path, { headers: from('203.0.113.8') })).status;
    expect([await ask('/users?tech=a'), await ask('/users/?x&tech=b'), await ask('/%75sers?tech=c')]).toEqual([
      200, 200, 429,
    ]);
    expect(await ask('/users?page=2')).toBe(200);
  });
});

const warnings = (server: TestServer) => server.log.filter((line) => JSON.parse(line).level === 40);

describe('a proxy that is not understood', () => {
  test.for([
    [[], 'x-forwarded-for', /TRUST_PROXY does not name/],
    [['10.0.0.1'], 'x-real-ip', /TRUST_PROXY does not name/],
    [['127.0.0.1'], 'x-real-ip', /sends no X-Forwarded-For/],
  ] as const)('is told of in the log, once: %j, %s (X-154)', async ([trustedProxies, name, words]) => {
    const server = await startServer({ trustedProxies: [...trustedProxies] });
    await server.ask('GET', '/healthz');
    for (let count = 0; count < 3; count += 1)
      await server.ask('GET', '/healthz', { headers: { [name]: '203.0.113.1' } });
    expect(warnings(server)).toEqual([expect.stringMatching(words)]);
  });
});
