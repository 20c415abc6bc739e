import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepAttempts } from '../../../server/database/attempts.ts';
import { openTestDatabase } from '../../helpers/database/test-database.ts';
import { isLoopback, networkOf } from '../../../server/http/networks.ts';
import type { Passwords } from '../../../server/accounts/passwords.ts';
import { aPerson, aTechnology } from '../../helpers/make.ts';
import {
  type Answer,
  rememberPasswords,
  type SignedIn,
  startServer,
  statusesOf,
  type TestServer,
} from '../../helpers/start-server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Without the work that real hashing takes: here hundreds of passwords are tried, and none is to be kept safe. */
const quick: Passwords = {
  hash: async (password) => `quick ${password}`,
  verify: async (password, stored) => stored === `quick ${password}`,
  needsRehash: () => false,
};
const server = await startServer({ passwords: quick });

// An address for each test, so that none counts for another.
let networks = 0;
function aNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.7`;
}

type Try = { from?: string; headers?: Record<string, string>; on?: TestServer };

function guess(email: string, { on = server, ...from }: Try, password = 'outra123'): Promise<Answer> {
  return on.ask('POST', '/sessions', { body: { email, password }, ...from });
}

async function fail(times: number, email: string, from: Try) {
  for (let count = 0; count < times; count += 1) expect((await guess(email, from)).status).toBe(401);
}

function logIn({ person }: SignedIn, from: Try): Promise<Answer> {
  return guess(person.email, from, person.password);
}

/** What seven guesses are answered with, one after the other. */
async function answersFor(email: string) {
  const from = aNetwork();
  const answers = [];
  for (let count = 0; count < 7; count += 1) answers.push(await guess(email, { from }));
  return answers.map(({ status, text, headers }) => [status, text, headers['retry-after'], Object.keys(headers)]);
}

const TOO_MANY = {
  status: 'error',
  message: 'Too many requests, try again in a moment',
  code: 'too-many-requests',
};

/** How long whoever is refused is told to wait, in seconds. */
function waitOf({ status, headers, body }: Answer): number {
  expect(status).toBe(429);
  expect(body).toEqual(TOO_MANY);
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return Number(headers['retry-after']);
}

describe('guessing the password of one account from one network', () => {
  test('is free five times, and then waits for 1, 2, 4 … 60 seconds', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await fail(5, someone.person.email, { from });
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(waitOf(await guess(someone.person.email, { from }))).toBe(wait);
      server.turnClock(wait * SECOND - 1);
      expect(waitOf(await guess(someone.person.email, { from }))).toBe(1);
      server.turnClock(1);
      await fail(1, someone.person.email, { from });
    }
  });

  test('is held up with the right password, too, which still logs in from elsewhere', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await fail(5, someone.person.email, { from });
    expect(waitOf(await logIn(someone, { from }))).toBe(1);
    expect((await logIn(someone, { from: aNetwork() })).status).toBe(200);
  });

  test('starts anew after a login, and after a day', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await fail(5, someone.person.email, { from });
    server.turnClock(SECOND);
    expect((await logIn(someone, { from })).status).toBe(200);
    await fail(5, someone.person.email, { from });
    waitOf(await logIn(someone, { from }));
    server.turnClock(DAY);
    await fail(5, someone.person.email, { from });
    expect(waitOf(await logIn(someone, { from }))).toBe(1);
  });

  test('does not hold up anybody else there', async () => {
    const [someone, other, from] = [await server.signUp(), await server.signUp(), aNetwork()];
    await fail(5, someone.person.email, { from });
    waitOf(await logIn(someone, { from }));
    expect((await logIn(other, { from })).status).toBe(200);
  });

  test('is the same for an e-mail that nobody has, to the byte', async () => {
    const someone = await server.signUp();
    expect(await answersFor('nobody@example.com')).toEqual(await answersFor(someone.person.email));
  });

  test('counts every spelling of the e-mail as the one account', async () => {
    const [{ person }, from] = [await server.signUp(), aNetwork()];
    for (const email of [person.email.toUpperCase(), ` ${person.email}`]) await fail(2, email, { from });
    await fail(1, person.email, { from });
    waitOf(await guess(person.email.toUpperCase(), { from }));
  });

  test('is not counted when the body is refused', async () => {
    const [{ person }, from] = [await server.signUp(), aNetwork()];
    for (let count = 0; count < 10; count += 1) expect((await guess(person.email, { from }, '')).status).toBe(400);
    await fail(1, person.email, { from });
  });

  test('gains nothing from many guesses at once, though the right one is among them', async () => {
    const real = await startServer({ passwords: rememberPasswords() });
    const someone = await real.signUp();
    const from = aNetwork();
    const wrong = Array.from({ length: 20 }, () => guess(someone.person.email, { on: real, from }));
    const right = logIn(someone, { on: real, from });
    // Who of them has been checked is told by nothing but the count: the wrong ones are held up as the right one is.
    expect(statusesOf(await Promise.all(wrong))).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    waitOf(await right);
  });

  test('is free for its owner, however often at once', async () => {
    const someone = await server.signUp();
    const logIns = Array.from({ length: 12 }, () => logIn(someone, { from: aNetwork() }));
    for (const { status } of await Promise.all(logIns)) expect(status).toBe(200);
  });
});

describe('an address', () => {
  test('is believed from a trusted proxy, and is the last one that no trusted proxy has written', async () => {
    const behind = await startServer({ passwords: quick, trustedProxies: ['127.0.0.1', '192.168.0.0/16'] });
    const someone = await behind.signUp();
    const through = (...chain: string[]): Try => ({ on: behind, headers: { 'x-forwarded-for': chain.join(', ') } });
    await fail(5, someone.person.email, through('203.0.113.9'));
    waitOf(await logIn(someone, through('203.0.113.9')));
    waitOf(await logIn(someone, through('198.51.100.1', '203.0.113.9')));
    waitOf(await logIn(someone, through('203.0.113.9', '192.168.3.4')));
    expect((await logIn(someone, through('203.0.113.10'))).status).toBe(200);
  });

  test('that somebody makes up is not believed', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await fail(5, someone.person.email, { from });
    for (const forged of ['1.2.3.4', '127.0.0.1', 'x', '1.2.3.4, 5.6.7.8']) {
      waitOf(await logIn(someone, { from, headers: { 'x-forwarded-for': forged, 'x-real-ip': forged } }));
    }
  });

  test('of IPv6 counts with all of its /64, and with nothing beyond', async () => {
    const someone = await server.signUp();
    for (const host of ['1', '2', 'a:b:c:d', 'ffff:ffff:ffff:ffff', '7']) {
      await fail(1, someone.person.email, {
        from: host.includes(':') ? `2001:db8:0:5:${host}` : `2001:db8:0:5::${host}`,
      });
    }
    waitOf(await logIn(someone, { from: '2001:db8:0:5::99' }));
    expect((await logIn(someone, { from: '2001:db8:0:6::1' })).status).toBe(200);
  });

  test.for([
    ['203.0.113.77', '203.0.113.77'],
    ['::ffff:203.0.113.77', '203.0.113.77'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:0db8:0000::1', '2001:db8:0:0::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('written %s is counted as %s', ([address = '', network]) => expect(networkOf(address)).toBe(network));

  test.for([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['128.0.0.1', false],
    ['10.127.0.1', false],
    ['::2', false],
    ['', false],
  ] as const)('of %s is of this machine: %s', ([address, expected]) => expect(isLoopback(address)).toBe(expected));
});

/** A hundred failures of one network: the last that are free for strangers. */
async function spray(from: string, on = server) {
  for (let count = 0; count < 100; count += 1) await fail(1, `spray-${count}@example.com`, { on, from });
}

describe('guessing from one network', () => {
  test('is held up after a hundred failures, whoever is tried, for 1, 2, 4 … 60 seconds (X-163)', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await spray(from);
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(waitOf(await guess('spray-x@example.com', { from }))).toBe(wait);
      waitOf(await guess('spray-x@example.com', { from, headers: { 'x-forwarded-for': '1.2.3.4' } }));
      server.turnClock(wait * SECOND - 1);
      expect(waitOf(await logIn(someone, { from }))).toBe(1);
      server.turnClock(1);
      await fail(1, `spray-${wait}@example.com`, { from });
    }
    expect((await logIn(someone, { from: aNetwork() })).status).toBe(200);
    server.turnClock(MINUTE);
    expect((await logIn(someone, { from })).status).toBe(200);
  });

  test('does not hold up whoever has logged in from there before (X-163)', async () => {
    const [known, stranger, from] = [await server.signUp(), await server.signUp(), aNetwork()];
    expect((await logIn(known, { from })).status).toBe(200);
    server.turnClock(2 * DAY);
    await spray(from);
    waitOf(await logIn(stranger, { from }));
    expect((await logIn(known, { from })).status).toBe(200);
    await fail(5, known.person.email, { from });
    waitOf(await logIn(known, { from }));
  });

  test('gains nothing from many guesses at once (X-163)', async () => {
    const from = aNetwork();
    await spray(from);
    server.turnClock(MINUTE);
    const guesses = Array.from({ length: 20 }, (_, count) => guess(`at-once-${count}@example.com`, { from }));
    expect(statusesOf(await Promise.all(guesses))).toEqual([401, ...Array<number>(19).fill(429)]);
  });

  test('starts anew an hour after the first failure', async () => {
    const from = aNetwork();
    await fail(1, 'spray@example.com', { from });
    server.turnClock(59 * MINUTE);
    for (let count = 1; count < 100; count += 1) await fail(1, `spray-${count}@example.com`, { from });
    waitOf(await guess('spray-x@example.com', { from }));
    server.turnClock(MINUTE);
    await spray(from);
  });

  test('does not keep a classroom from logging in: forty accounts at once from one address', async () => {
    const real = await startServer({ passwords: rememberPasswords() });
    const people = await Promise.all(Array.from({ length: 40 }, () => real.signUp()));
    const answers = await Promise.all(people.map((someone) => logIn(someone, { on: real, from: '203.0.113.9' })));
    expect(statusesOf(answers)).toEqual(Array<number>(40).fill(200));
  });
});

/** A failure from each of a hundred networks. */
async function besiege(email: string) {
  for (let count = 0; count < 100; count += 1) await fail(1, email, { from: aNetwork() });
}

describe('guessing from everywhere', () => {
  test('makes each network wait at its own pace after a hundred failures, and none at its first try (X-162)', async () => {
    const [someone, attacker] = [await server.signUp(), aNetwork()];
    await besiege(someone.person.email);
    await fail(1, someone.person.email, { from: attacker });
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(waitOf(await guess(someone.person.email, { from: attacker }))).toBe(wait);
      server.turnClock(wait * SECOND);
      await fail(1, someone.person.email, { from: attacker });
    }
    expect((await logIn(someone, { from: aNetwork() })).status).toBe(200);
    // That the owner is there is told by the login: the count starts anew.
    await fail(5, someone.person.email, { from: aNetwork() });
  });

  test('makes a known network wait for its own failures only', async () => {
    const [someone, home] = [await server.signUp(), aNetwork()];
    expect((await logIn(someone, { from: home })).status).toBe(200);
    await besiege(someone.person.email);
    await fail(5, someone.person.email, { from: home });
    expect(waitOf(await guess(someone.person.email, { from: home }))).toBe(1);
  });

  test('is the same for an e-mail that nobody has', async () => {
    const from = aNetwork();
    await besiege('nowhere@example.com');
    await fail(1, 'nowhere@example.com', { from });
    expect(waitOf(await guess('nowhere@example.com', { from }))).toBe(1);
  });

  test('of what is no e-mail but an id counts for nobody (X-161)', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    const { attempts } = await server.rowsOf(someone);
    await fail(5, someone.user.id, { from });
    waitOf(await guess(someone.user.id, { from }));
    await besiege(someone.user.id);
    expect((await server.rowsOf(someone)).attempts).toEqual(attempts);
    expect((await logIn(someone, { from })).status).toBe(200);
  });
});

describe('the password that goes with another request', () => {
  test.for([
    ['PUT', '/profile', { password: 'nova1234', old_password: 'outra123' }],
    ['DELETE', '/users/:id', { password: 'outra123' }],
  ] as const)('of %s %s is guessed no faster than at a login', async ([method, route, body]) => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    const path = route.replace(':id', someone.user.id);
    const request = { token: someone.token, from };
    for (let count = 0; count < 5; count += 1) {
      expect((await server.ask(method, path, { ...request, body })).status).toBe(400);
    }
    expect(waitOf(await server.ask(method, path, { ...request, body }))).toBe(1);
    const right = { ...body, ...('old_password' in body ? { old_password: 'senha123' } : { password: 'senha123' }) };
    expect(waitOf(await server.ask(method, path, { ...request, body: right }))).toBe(1);
    expect(waitOf(await logIn(someone, { from }))).toBe(1);
    expect((await server.ask('PUT', '/profile', { ...request, body: { bio: 'Mudei.' } })).status).toBe(200);
    server.turnClock(SECOND);
    expect((await server.ask(method, path, { ...request, body: right })).status).toBeLessThan(300);
  });

  test.for([
    ['PUT', '/profile', 'old_password', { password: 'nova1234' }],
    ['DELETE', '/users/:id', 'password', {}],
  ] as const)('of %s %s gains nothing from many guesses at once', async ([method, route, field, body]) => {
    const real = await startServer({ passwords: rememberPasswords() });
    const { token, user } = await real.signUp();
    const send = (password: string) =>
      real.ask(method, route.replace(':id', user.id), { token, body: { ...body, [field]: password } });
    const wrong = Array.from({ length: 20 }, () => send('outra123'));
    const right = send('senha123');
    expect(statusesOf(await Promise.all(wrong))).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
    waitOf(await right);
  });

  test('goes on through a change of the e-mail, which needs no password', async () => {
    const { token, person } = await server.signUp();
    const from = aNetwork();
    for (let count = 0; count < 5; count += 1) {
      const body = { password: 'nova1234', old_password: 'outra123' };
      expect((await server.ask('PUT', '/profile', { token, from, body })).status).toBe(400);
      const email = count % 2 === 0 ? person.email.toUpperCase() : `outra-${person.email}`;
      expect((await server.ask('PUT', '/profile', { token, from, body: { email } })).status).toBe(200);
    }
    const body = { password: 'nova1234', old_password: person.password };
    waitOf(await server.ask('PUT', '/profile', { token, from, body }));
  });
});

function setEmail(token: string, email: string, from: string) {
  return server.ask('PUT', '/profile', { token, from, body: { email } });
}

describe('asking by a change of the e-mail whether somebody has it', () => {
  test('is free five times, refused or not, and then waits for 1, 2, 4 … 60 seconds (X-164)', async () => {
    const [someone, other] = [await server.signUp(), await server.signUp()];
    for (let count = 0; count < 5; count += 1) {
      const [email, status] = count % 2 === 0 ? [other.person.email, 409] : [`${count}-${someone.person.email}`, 200];
      expect((await setEmail(someone.token, email, aNetwork())).status).toBe(status);
    }
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const before = await server.rowsOf(someone);
      expect(waitOf(await setEmail(someone.token, other.person.email, aNetwork()))).toBe(wait);
      expect(waitOf(await setEmail(someone.token, `nova-${someone.person.email}`, aNetwork()))).toBe(wait);
      expect(await server.rowsOf(someone)).toEqual(before);
      server.turnClock(wait * SECOND);
      expect((await setEmail(someone.token, other.person.email, aNetwork())).status).toBe(409);
    }
    expect((await server.ask('PUT', '/profile', { token: someone.token, body: { bio: 'Mudei.' } })).status).toBe(200);
  });

  test('is not what a form does that sends the e-mail one has (X-164)', async () => {
    const { person, token } = await server.signUp();
    for (let count = 0; count < 10; count += 1) {
      const email = count % 2 === 0 ? person.email.toUpperCase() : person.email;
      expect((await setEmail(token, email, aNetwork())).status).toBe(200);
    }
  });

  test('gains nothing from many accounts in one network, nor from many at once (X-164)', async () => {
    const [other, from] = [await server.signUp(), aNetwork()];
    const askers = [];
    for (let count = 0; count < 13; count += 1) askers.push(await server.signUp());
    const [last, ...rest] = askers;
    for (const { token } of rest) {
      const asked = Array.from({ length: 6 }, () => setEmail(token, other.person.email, from));
      expect(statusesOf(await Promise.all(asked))).toEqual([...Array<number>(5).fill(409), 429]);
    }
    expect(waitOf(await setEmail(last?.token ?? '', other.person.email, from))).toBe(1);
  });
});

const signUp = (on: TestServer, from: string, headers: Record<string, string> = {}) =>
  on.ask('POST', '/users', { body: aPerson(), from, headers });

describe('signing up', () => {
  test('is free for sixty an hour from one network, and then waits for 1, 2, 4 … 60 seconds there (X-163)', async () => {
    const from = aNetwork();
    for (let count = 0; count < 60; count += 1) expect((await signUp(server, from)).status).toBe(201);
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(waitOf(await signUp(server, from))).toBe(wait);
      server.turnClock(wait * SECOND);
      expect((await signUp(server, from)).status).toBe(201);
    }
    expect((await signUp(server, aNetwork())).status).toBe(201);
    server.turnClock(60 * MINUTE);
    for (let count = 0; count < 60; count += 1) expect((await signUp(server, from)).status).toBe(201);
  });

  test('gains nothing from many at once (X-163)', async () => {
    const from = aNetwork();
    for (let count = 0; count < 50; count += 1) expect((await signUp(server, from)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(server, from)));
    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(201), ...Array<number>(10).fill(429)]);
  });

  test('is free for whoever sits at the machine itself, unless a proxy stands there', async () => {
    const own = await startServer({ passwords: quick });
    for (let count = 0; count < 61; count += 1) expect((await signUp(own, '127.0.0.1')).status).toBe(201);
    expect((await signUp(own, '::1')).status).toBe(201);
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    for (let count = 0; count < 60; count += 1) expect((await signUp(own, '127.0.0.1', forwarded)).status).toBe(201);
    waitOf(await signUp(own, '127.0.0.1', forwarded));
  });

  test('is counted by who stands behind a trusted proxy', async () => {
    const behind = await startServer({ passwords: quick, trustedProxies: ['127.0.0.1'] });
    const of = (address: string) => signUp(behind, '127.0.0.1', { 'x-forwarded-for': address });
    for (let count = 0; count < 60; count += 1) expect((await of('203.0.113.9')).status).toBe(201);
    waitOf(await of('203.0.113.9'));
    expect((await of('203.0.113.10')).status).toBe(201);
  });
});

describe('the counters', () => {
  test('are shared by all servers of one database', async () => {
    const database = await openTestDatabase();
    const [one, two] = [
      await startServer({ database, passwords: quick }),
      await startServer({ database, passwords: quick }),
    ];
    const [someone, from] = [await one.signUp(), aNetwork()];
    await fail(3, someone.person.email, { on: one, from });
    await fail(2, someone.person.email, { on: two, from });
    waitOf(await logIn(someone, { on: one, from }));
    waitOf(await logIn(someone, { on: two, from }));
  });

  test('of a clock that was ahead make nobody wait longer than a minute (X-166)', async () => {
    const ahead = await startServer({ passwords: quick });
    const [someone, from] = [await ahead.signUp(), aNetwork()];
    ahead.turnClock(365 * DAY);
    for (let count = 0; count < 95; count += 1) await fail(1, `spray-${count}@example.com`, { on: ahead, from });
    await fail(5, someone.person.email, { on: ahead, from });
    ahead.turnClock(-365 * DAY);
    expect(waitOf(await logIn(someone, { on: ahead, from }))).toBeLessThanOrEqual(60);
    ahead.turnClock(MINUTE);
    expect((await logIn(someone, { on: ahead, from })).status).toBe(200);
    ahead.turnClock(60 * MINUTE);
    await spray(from, ahead);
  });

  test('tell nobody who was tried, or from where', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await fail(1, someone.person.email, { from });
    await fail(1, 'nobody-at-all@example.com', { from });
    const { attempts } = await server.rows();
    for (const { key, account } of attempts) {
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(account ?? key).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test('of an account go with it', async () => {
    const [someone, from] = [await server.signUp(), aNetwork()];
    await fail(5, someone.person.email, { from });
    expect((await server.rowsOf(someone)).attempts).toHaveLength(3);
    await server.ask('DELETE', `/users/${someone.user.id}`, { token: someone.token });
    expect((await server.rowsOf(someone)).attempts).toEqual([]);
    const again = await server.signUp({ email: someone.person.email });
    expect((await logIn(again, { from })).status).toBe(200);
  });

  test('are swept away in pieces: a write that comes meanwhile is answered before the end (X-167)', async () => {
    const swept = await startServer({ passwords: quick });
    const { token } = await swept.signUp();
    const past = '2020-01-01T00:00:00.000Z';
    for (let start = 0; start < 40_000; start += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        key: `old-${start + index}`,
        account: null,
        count: 1,
        last_at: past,
        expires_at: past,
      }));
      await swept.database.insertInto('attempts').values(rows).execute();
    }
    let isOver = false;
    const sweep = sweepAttempts(swept.database, new Date()).then(() => (isOver = true));
    await swept.addTechnology(token);
    expect(isOver).toBe(false);
    await sweep;
    expect((await swept.rows()).attempts.filter(({ key }) => key.startsWith('old-'))).toEqual([]);
  });

  test('are swept away when they count no more, and no sooner', async () => {
    const swept = await startServer({ passwords: quick });
    const { person } = await swept.signUp();
    await fail(1, person.email, { on: swept, from: aNetwork() });
    const kept = async (milliseconds: number) => {
      await sweepAttempts(swept.database, new Date(Date.parse('2026-03-01T12:00:00.000Z') + milliseconds));
      return (await swept.rows()).attempts.length;
    };
    expect(await kept(60 * MINUTE - 1)).toBe(4);
    expect(await kept(60 * MINUTE)).toBe(3);
    expect(await kept(DAY - 1)).toBe(3);
    expect(await kept(DAY)).toBe(1);
    expect(await kept(90 * DAY)).toBe(0);
  });
});

test('a server without limits holds up nobody (X-172)', async () => {
  const free = await startServer({ passwords: quick, limits: false, rates: { write: 1 } });
  const [someone, from] = [await free.signUp(), aNetwork()];
  await fail(20, someone.person.email, { on: free, from });
  expect((await logIn(someone, { on: free, from })).status).toBe(200);
  for (let count = 0; count < 61; count += 1) expect((await signUp(free, from)).status).toBe(201);
  expect((await free.rows()).attempts).toEqual([]);
});

/** Asks as often as is allowed, and answers what comes after that. */
async function flood(on: TestServer, times: number, method: string, path: string, from: string) {
  for (let count = 0; count < times; count += 1) expect((await on.ask(method, path, { from })).status).not.toBe(429);
  return on.ask(method, path, { from });
}

describe('a flood of requests', () => {
  // What is counted is forgotten after ten seconds: on a slow machine they would pass before the limit is reached.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const HEADERS = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'page, perPage, nextUrl, Retry-After',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  };

  test('of writes is refused past the limit, with every header that other answers have', async () => {
    const limited = await startServer({ passwords: quick, rates: { write: 5 } });
    const from = aNetwork();
    const refused = await flood(limited, 5, 'POST', '/users/techs', from);
    expect(waitOf(refused)).toBe(10);
    expect(refused.headers).toMatchObject(HEADERS);
    for (const [method, path] of [
      ['POST', '/sessions'],
      ['PUT', '/profile'],
      ['PATCH', '/users/avatar'],
      ['DELETE', '/users/x'],
      ['POST', '/nothing'],
    ] as const) {
      waitOf(await limited.ask(method, path, { from }));
    }
    expect((await limited.ask('GET', '/users', { from })).status).toBe(200);
    expect((await limited.ask('POST', '/users/techs', { from: aNetwork() })).status).toBe(401);
  });

  test('of reads is refused, what is not there included, and the profile last', async () => {
    const limited = await startServer({ rates: { read: 4, profile: 7 } });
    const from = aNetwork();
    expect((await limited.ask('GET', '/users', { from })).status).toBe(200);
    waitOf(await flood(limited, 3, 'GET', '/nothing', from));
    waitOf(await limited.ask('GET', '/users?page=2', { from }));
    waitOf(await limited.ask('HEAD', '/users', { from }).then((answer) => ({ ...answer, body: TOO_MANY })));
    waitOf(await limited.ask('GET', '/openapi.json', { from }));
    waitOf(await flood(limited, 7, 'GET', '/profile', from));
    waitOf(await limited.ask('GET', '/profile/', { from }));
  });

  test('leaves health checks, and the question whether a page may ask at all, alone', async () => {
    const limited = await startServer({ rates: { read: 1, write: 1, profile: 1 } });
    const from = aNetwork();
    waitOf(await flood(limited, 1, 'GET', '/users', from));
    waitOf(await flood(limited, 1, 'POST', '/sessions', from));
    const preflight = { origin: 'https://front.example', 'access-control-request-method': 'POST' };
    for (let count = 0; count < 3; count += 1) {
      expect((await limited.ask('GET', '/healthz', { from })).status).toBe(200);
      expect((await limited.ask('GET', '/readyz/?x', { from })).status).toBe(200);
      expect((await limited.ask('OPTIONS', '/sessions', { from, headers: preflight })).status).toBe(204);
    }
  });

  test('is counted by network, as it is known from a trusted proxy, and by nothing that a client makes up', async () => {
    const limited = await startServer({ rates: { read: 1 }, trustedProxies: ['127.0.0.1'] });
    const of = (from: string, address?: string) =>
      limited.ask('GET', '/users', { from, ...(address && { headers: { 'x-forwarded-for': address } }) });
    expect((await of('127.0.0.1', '203.0.113.9')).status).toBe(200);
    waitOf(await of('127.0.0.1', '203.0.113.9'));
    waitOf(await of('203.0.113.9', '203.0.113.10'));
    expect((await of('127.0.0.1', '203.0.113.10')).status).toBe(200);
    expect((await of('2001:db8::1')).status).toBe(200);
    waitOf(await of('2001:db8::2'));
    expect((await of('2001:db8:0:1::1')).status).toBe(200);
  });

  test('is forgiven after ten seconds', async () => {
    const limited = await startServer({ rates: { read: 2 } });
    const from = aNetwork();
    waitOf(await flood(limited, 2, 'GET', '/users', from));
    vi.advanceTimersByTime(9_000);
    expect(waitOf(await limited.ask('GET', '/users', { from }))).toBe(1);
    vi.advanceTimersByTime(1_001);
    expect((await limited.ask('GET', '/users', { from })).status).toBe(200);
  });

  test('is forgiven after ten seconds, though the clock is set back meanwhile (X-444)', async () => {
    const limited = await startServer({ rates: { read: 2 } });
    const from = aNetwork();
    waitOf(await flood(limited, 2, 'GET', '/users', from));
    vi.setSystemTime(Date.now() - 60 * 60_000);
    expect(waitOf(await limited.ask('GET', '/users', { from }))).toBeLessThanOrEqual(10);
    vi.advanceTimersByTime(10_001);
    expect((await limited.ask('GET', '/users', { from })).status).toBe(200);
  });

  test('is not what a classroom makes: thirty people who read thirty times a second each', async () => {
    const classroom = await startServer({ rates: {} });
    const { token } = await classroom.signUp();
    const from = aNetwork();
    const read = async () => {
      for (let times = 0; times < 2 * 30; times += 1) {
        expect((await classroom.ask('GET', '/users/x', { from })).status).toBe(404);
      }
    };
    await Promise.all(Array.from({ length: 30 }, read));
    expect((await classroom.ask('POST', '/users/techs', { token, from, body: aTechnology() })).status).toBe(201);
  });
});
