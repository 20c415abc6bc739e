import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { dial, get, listening } from '../../helpers/raw-http.ts';
import { startServer, statusesOf, type TestServer } from '../../helpers/start-server.ts';

// The tests are a proxy in front of clients of many networks.
const parts = { trustedProxies: ['127.0.0.1'] };

async function statusFor(server: TestServer, address: string, path = '/users/x'): Promise<number> {
  return (await server.ask('GET', path, { headers: { 'x-forwarded-for': address } })).status;
}

describe('requests of one network', () => {
  test('do not block other networks', async () => {
    const server = await startServer(parts);
    const answered: string[] = [];
    server.app.addHook('onSend', async ({ ip }) => void answered.push(ip));
    await listening(server);
    const flood = get('/users?perPage=100', 'X-Forwarded-For: 203.0.113.1\r\n').repeat(10);
    for (let count = 0; count < 10; count += 1) dial(server).resume().write(flood);
    await expect.poll(() => answered.length).toBeGreaterThan(0);
    const before = answered.length;
    expect(await statusFor(server, '203.0.113.2')).toBe(404);
    // Of the hundred, only those in flight, and those of a few turns.
    expect(answered.indexOf('203.0.113.2') - before).toBeLessThan(50);
    await expect.poll(() => answered.filter((ip) => ip === '203.0.113.1').length).toBe(100);
  });

  test('run four at a time, however slow the database is', async () => {
    let [running, most] = [0, 0];
    const database = await openDatabase(':memory:');
    const { run } = database.engine;
    database.engine.run = async (query) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return run(query);
    };
    const server = await startServer({ ...parts, database });
    const { user } = await server.signUp();
    most = 0;
    const asked = Array.from({ length: 20 }, () => server.ask('GET', `/users/${user.id}`));
    expect(new Set(statusesOf(await Promise.all(asked)))).toEqual(new Set([200]));
    // A user is read by two concurrent queries.
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(3);
  });

  test('beyond the queue of their network get 503, others do not', async () => {
    const server = await startServer({ ...parts, turns: { running: 1, waiting: 1 } });
    const networks = ['203.0.113.4', '203.0.113.4', '203.0.113.4', '203.0.113.5'];
    const answers = await Promise.all(
      networks.map((address) => server.ask('GET', '/users/x', { headers: { 'x-forwarded-for': address } })),
    );
    expect(statusesOf(answers)).toEqual([404, 404, 404, 503]);
    expect(answers[3]?.status).toBe(404);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused).toMatchObject({ body: { code: 'overloaded' }, headers: { 'retry-after': '1' } });
    expect(await statusFor(server, '203.0.113.4')).toBe(404);
  });

  test('are dropped when their client hangs up', async () => {
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

test('a network with unread large responses gets no more of them', async () => {
  const MIB = 1024 * 1024;
  const server = await startServer({ ...parts, unread: 20 * MIB });
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

test('under memory pressure everything except health is 503, and the log says why', async () => {
  const server = await startServer({ pressure: { resident: 1 } });
  await expect.poll(async () => (await server.ask('GET', '/users')).status, { interval: 20 }).toBe(503);
  const refused = { body: { code: 'overloaded' }, headers: { 'retry-after': '1' } };
  expect(await server.ask('GET', '/users')).toMatchObject(refused);
  for (const path of ['/healthz', '/readyz']) expect((await server.ask('GET', path)).status).toBe(200);
  expect(server.log.join('')).toContain('Past the mark of rssBytes');
  expect(server.log.join('')).not.toMatch(/"stack"|request failed/);
});

test.for([
  ['203.0.113.8:8080', '203.0.113.8:8081', '203.0.113.8'],
  ['[2001:db8::1]:80', '[2001:db8::2]', '2001:db8::3'],
  ['203.0.113.9:1, 10.0.0.1:2', '203.0.113.9:3', '198.51.100.1, 203.0.113.9:4, 10.0.0.2:5'],
] as const)('the addresses %s, %s and %s are one network', async (addresses) => {
  const server = await startServer({ rates: { read: 2 }, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  for (const address of addresses.slice(0, 2)) expect(await statusFor(server, address)).toBe(404);
  expect(await statusFor(server, addresses[2])).toBe(429);
});

test('searches have a separate rate limit, however the URL is encoded', async () => {
  const server = await startServer({ ...parts, rates: { search: 2 } });
  const answered = [];
  for (const path of ['/users?tech=a', '/users/?x&tech=b', '/%75sers?tech=c', '/users?page=2']) {
    answered.push(await statusFor(server, '203.0.113.8', path));
  }
  expect(answered).toEqual([200, 200, 429, 200]);
});

test.for([
  [[], 'x-forwarded-for', /TRUST_PROXY does not name/],
  [['10.0.0.1'], 'x-real-ip', /TRUST_PROXY does not name/],
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
