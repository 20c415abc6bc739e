import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isLoopback, networkOf } from '../../../server/networks.ts';
import { limitRates } from '../../../server/load/rate-limits.ts';
import { LIMITS } from '../../../server/load/limits.ts';
import { aPerson } from '../../helpers/make.ts';
import { type Answer, ratesOf, startServer, type TestServer } from '../../helpers/start-server.ts';

const FROM = '203.0.113.7';

function waitOf({ status, headers }: Answer): number {
  expect(status).toBe(429);
  return Number(headers['retry-after']);
}

/** Uses up the limit, and returns the next response. */
async function flood(on: TestServer, times: number, method: string, path: string, token?: string): Promise<Answer> {
  for (let count = 0; count < times; count += 1) {
    expect((await on.ask(method, path, { from: FROM, token })).status).not.toBe(429);
  }
  return on.ask(method, path, { from: FROM, token });
}

describe('too many requests', () => {
  // On a slow machine the ten seconds would pass before the limit is reached.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('to write are refused, with the usual headers', async () => {
    const server = await startServer({ machine: ratesOf({ write: 5 }) });
    const refused = await flood(server, 5, 'POST', '/nothing');
    expect(waitOf(refused)).toBe(10);
    expect(refused.body).toMatchObject({ code: 'too-many-requests' });
    const elsewhere = await server.ask('POST', '/nothing', { from: '203.0.113.8' });
    expect(elsewhere.status).toBe(404);
    expect(Object.keys(refused.headers)).toEqual(expect.arrayContaining(Object.keys(elsewhere.headers)));
    expect((await server.ask('GET', '/users', { from: FROM })).status).toBe(200);
    for (const method of ['PUT', 'PATCH', 'DELETE']) waitOf(await server.ask(method, '/nothing', { from: FROM }));
  });

  test('are logged once in ten seconds for each limit, whatever the path (X-740)', async () => {
    const server = await startServer({ machine: ratesOf({ read: 2 }, {}, 4) });
    server.log.length = 0;
    waitOf(await flood(server, 2, 'GET', '/assets/nothing.js'));
    waitOf(await server.ask('GET', '/nothing', { from: FROM }));
    for (const path of ['/users', '/nothing']) {
      waitOf(await server.ask('GET', path, { from: FROM, headers: { expect: 'x' } }));
    }
    const preflight = { origin: 'https://front.example', 'access-control-request-method': 'POST' };
    await server.ask('OPTIONS', '/sessions', { from: FROM, headers: preflight });
    const messages = server.log.map((line) => (JSON.parse(line) as { msg: string }).msg);
    const logged = ['request completed', 'request throttled'];
    expect(messages.filter((message) => message.startsWith('request')).toSorted()).toEqual(
      logged.flatMap((message) => [message, message]),
    );
  });

  test('to log in fill no log, but hide no success and no fault (X-740)', async () => {
    const server = await startServer({ machine: { rates: { ...LIMITS.rates, logged: 3 } } });
    server.app.addHook('preHandler', async ({ url }) => {
      if (url === '/users?fault') throw new Error('A fault');
    });
    const logIn = (from: string) => server.ask('POST', '/sessions', { body: {}, from });
    server.log.length = 0;
    for (const subnet of [1, 2, 3, 4, 5]) await logIn(`2001:db8:0:${subnet}::1`);
    await logIn(FROM);
    const { email } = aPerson();
    await server.ask('POST', '/sessions', { body: { email, password: 'errada12' }, from: '2001:db8:0:1::1' });
    for (const path of ['/users', '/users?fault']) await server.ask('GET', path, { from: '2001:db8:0:1::1' });
    const messages = server.log.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages.filter((message) => message !== 'client disconnected')).toEqual([
      ...Array.from({ length: 3 }, () => 'request completed'),
      'more refused requests are not logged',
      'request completed',
      'wrong password',
      'request completed',
      'request completed',
      'request failed',
    ]);
  });

  test('to read are refused, for missing pages as well, and for the profile last', async () => {
    const server = await startServer({ machine: ratesOf({ read: 4 }, { profile: 7 }) });
    const { token } = await server.signUp();
    expect((await server.ask('GET', '/users', { from: FROM })).status).toBe(200);
    waitOf(await flood(server, 3, 'GET', '/nothing'));
    for (const method of ['GET', 'HEAD']) waitOf(await server.ask(method, '/users?page=2', { from: FROM }));
    waitOf(await flood(server, 7, 'GET', '/profile', token));
    waitOf(await server.ask('GET', '/profile/', { from: FROM, token }));
  });

  test('of one user refuse nobody else, and do not use up the network (X-614)', async () => {
    const server = await startServer({ machine: ratesOf({}, { write: 3 }, 20) });
    const [{ token: greedy }, { token: neighbour, person }] = [await server.signUp(), await server.signUp()];
    const ask = (token: string) => server.ask('DELETE', '/users/techs/x', { token, from: FROM });
    waitOf(await flood(server, 3, 'DELETE', '/users/techs/x', greedy));
    for (let count = 0; count < 30; count += 1) waitOf(await ask(greedy));
    expect((await ask(neighbour)).status).toBe(404);
    expect((await server.ask('POST', '/sessions', { body: person, from: FROM })).status).not.toBe(429);
    // Refused without a look-up, which would find no session.
    expect((await server.ask('DELETE', '/sessions', { token: greedy, from: FROM })).status).toBe(204);
    waitOf(await ask(greedy));
  });

  test('without a session refuse no session of their network, seen before or not (X-630)', async () => {
    const server = await startServer({ machine: ratesOf({}, {}, 3) });
    const [{ token: seen }, { token: unseen }] = [await server.signUp(), await server.signUp()];
    const ask = (token: string, headers = {}) => server.ask('GET', '/profile', { token, from: FROM, headers });
    expect((await ask(seen)).status).toBe(200);
    waitOf(await flood(server, 3, 'GET', '/nothing'));
    for (const headers of [{}, { host: 'a b' }]) {
      for (let count = 0; count < 4; count += 1) await ask(`tr_${'A'.repeat(43)}`, headers);
    }
    for (const token of [seen, unseen]) expect((await ask(token)).status).toBe(200);
  });

  test('do not refuse the login to an account that knows the network (X-630)', async () => {
    const server = await startServer({ machine: ratesOf({ write: 1, session: 1 }, {}, 3) });
    const { person } = await server.signUp();
    waitOf(await flood(server, 1, 'POST', '/nothing'));
    for (const body of [{}, {}, {}, {}, person]) {
      const { status } = await server.ask('POST', '/sessions', { body, from: FROM });
      expect(status).toBe(body === person ? 200 : 400);
    }
  });

  test('with the token of an ended session do not count for its user (X-638)', async () => {
    const server = await startServer({ machine: ratesOf({}, { write: 3 }) });
    const { token, person } = await server.signUp();
    const { token: stolen } = await server.logIn(person);
    const ask = (as: string, headers = {}) => server.ask('DELETE', '/nothing', { token: as, from: FROM, headers });
    for (const path of ['/profile', '/sessions']) await server.ask('GET', path, { token: stolen, from: FROM });
    await server.ask('DELETE', '/sessions/others', { token, from: FROM });
    for (const headers of [{}, {}, { expect: 'x' }, { expect: 'x' }]) {
      expect((await ask(stolen, headers)).status).not.toBe(429);
    }
    expect((await server.ask('DELETE', '/users/techs/x', { token, from: FROM })).status).toBe(404);
  });

  test('of a user in one network refuse none in another (X-638)', async () => {
    const server = await startServer({ machine: ratesOf({}, { write: 3 }) });
    const { token } = await server.signUp();
    waitOf(await flood(server, 3, 'DELETE', '/users/techs/x', token));
    expect((await server.ask('DELETE', '/users/techs/x', { token, from: '203.0.113.8' })).status).toBe(404);
  });

  test('leave health checks and preflights alone', async () => {
    const server = await startServer({ machine: ratesOf({ read: 1, session: 1 }) });
    waitOf(await flood(server, 1, 'GET', '/users'));
    waitOf(await flood(server, 1, 'PUT', '/sessions'));
    const preflight = { origin: 'https://front.example', 'access-control-request-method': 'POST' };
    for (let count = 0; count < 3; count += 1) {
      expect((await server.ask('GET', '/healthz', { from: FROM })).status).toBe(200);
      expect((await server.ask('GET', '/readyz/?x', { from: FROM })).status).toBe(200);
      expect((await server.ask('OPTIONS', '/sessions', { from: FROM, headers: preflight })).status).toBe(204);
    }
  });

  test('count for the last untrusted address, whatever headers a client invents', async () => {
    const server = await startServer({
      machine: ratesOf({ read: 1 }),
      trustedProxies: ['127.0.0.1', '192.168.0.0/16'],
    });
    const ask = (from: string, ...chain: string[]) => {
      const headers = chain.length > 0 ? { 'x-forwarded-for': chain.join(', '), 'x-real-ip': '1.2.3.4' } : {};
      return server.ask('GET', '/users', { from, headers });
    };
    expect((await ask('127.0.0.1', '203.0.113.9')).status).toBe(200);
    waitOf(await ask('127.0.0.1', '198.51.100.1', '203.0.113.9'));
    waitOf(await ask('127.0.0.1', '203.0.113.9', '192.168.3.4'));
    for (const forged of ['203.0.113.10', '127.0.0.1', 'x']) waitOf(await ask('203.0.113.9', forged));
    expect((await ask('127.0.0.1', '203.0.113.10')).status).toBe(200);
    expect((await ask('2001:db8::1')).status).toBe(200);
    waitOf(await ask('2001:db8::2'));
    expect((await ask('2001:db8:0:1::1')).status).toBe(200);
  });

  test('are allowed after ten seconds, even if the clock is set back (X-444)', async () => {
    const server = await startServer({ machine: ratesOf({ read: 2 }) });
    for (const setBack of [0, 60 * 60_000]) {
      waitOf(await flood(server, 2, 'GET', '/users'));
      vi.setSystemTime(Date.now() - setBack);
      vi.advanceTimersByTime(9_000);
      expect(waitOf(await server.ask('GET', '/users', { from: FROM }))).toBe(1);
      vi.advanceTimersByTime(1_001);
    }
    expect((await server.ask('GET', '/users', { from: FROM })).status).toBe(200);
  });

  test('are more than a classroom sends: thirty users with thirty reads a second', async () => {
    const app = fastify();
    limitRates(app, LIMITS.rates);
    app.get('/users', async () => []);
    for (let count = 0; count < 10 * 30 * 30; count += 1) {
      expect((await app.inject('/users')).statusCode).toBe(200);
    }
  });
});

test.for([
  ['203.0.113.77', '203.0.113.77', false],
  ['127.8.9.10', '127.8.9.10', true],
  ['::ffff:127.0.0.1', '127.0.0.1', true],
  ['10.127.0.1', '10.127.0.1', false],
  ['::1', '0:0:0:0::/64', true],
  ['2001:DB8:0:0:1::', '2001:db8:0:0::/64', false],
  ['not an address', 'not an address', false],
] as const)('the address %s is of the network %s, and of this machine: %s', ([address, network, isOwn]) => {
  expect([networkOf(address), isLoopback(address)]).toEqual([network, isOwn]);
});
