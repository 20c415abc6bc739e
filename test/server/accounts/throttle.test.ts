import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountKey, makeThrottle, unknownKey } from '../../../server/accounts/throttle.ts';
import { sweepAttempts } from '../../../server/database/accounts/attempts.ts';
import type { ProblemError } from '../../../server/problems.ts';
import { openTestDatabase } from '../../helpers/database/test-database.ts';
import { aPerson } from '../../helpers/make.ts';
import { atEnd } from '../../helpers/server-process.ts';
import { type Answer, ratesOf, startServer } from '../../helpers/start-server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let now = Date.parse('2026-03-01T12:00:00.000Z');
const clock = () => new Date(now);
const server = await startServer({ clock });
const throttle = makeThrottle(server.database, clock);

let made = 0;
const next = () => (made += 1).toString(16);
/** An address in a network that nothing was counted for. */
const aNetwork = () => `2001:db8:${next()}::7`;
const anAccount = () => accountKey(randomUUID());
/** From another address of the network each time. */
function guess(account: string, network: string, isRight = false): Promise<boolean> {
  const ip = network.replace('::7', `::${next()}:7`);
  return throttle.attempt({ account, userId: undefined, ip }, async () => isRight);
}

const askForLink = (email: string, ip: string) =>
  throttle.requestLink(email, { account: unknownKey(email), userId: undefined, ip });
const changeEmail = (account: string, ip: string) => throttle.changeEmail({ account, userId: undefined, ip });

/** The seconds that it must wait; 0 if it is let through. */
function waitOf(act: Promise<unknown>): Promise<number> {
  return act.then(
    () => 0,
    (error: ProblemError) => {
      expect(error).toMatchObject({ problem: { code: 'too-many-requests' } });
      return Number(error.headers['retry-after']);
    },
  );
}

async function pass(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count += 1) expect(await waitOf(act())).toBe(0);
}

/** A hundred failures of one account, each from another network. */
const besiege = (account: string) => pass(100, () => guess(account, aNetwork()));
/** A hundred failures from one network, each of another account. */
const spray = (network: string) => pass(100, () => guess(anAccount(), network));

type Limit = {
  free: number;
  /** The first wait. */
  unit: number;
  lifetime: number;
  isRenewed: boolean;
  before?: (account: string) => Promise<unknown>;
  /** `ip` is another network each time, unless a test says which. */
  act: (account: string, network: string, ip: string) => Promise<unknown>;
  others: (account: string, network: string) => Array<Promise<unknown>>;
};
const byAccount = (free: number, unit = SECOND) => ({ free, unit, lifetime: DAY, isRenewed: true });
const byNetwork = (free: number) => ({ free, unit: SECOND, lifetime: HOUR, isRenewed: false });

const LIMITS: Record<string, Limit> = {
  'wrong passwords of one account in one network': {
    ...byAccount(5),
    act: (account, network) => guess(account, network),
    others: (account, network) => [guess(account, aNetwork(), true), guess(anAccount(), network, true)],
  },
  'wrong passwords of one network for an account under attack': {
    ...byAccount(1),
    before: besiege,
    act: (account, network) => guess(account, network),
    others: (account) => [guess(account, aNetwork(), true)],
  },
  'wrong passwords in one network': {
    ...byNetwork(100),
    act: (_account, network) => guess(anAccount(), network),
    others: () => [guess(anAccount(), aNetwork())],
  },
  'sign-ups in one network': {
    ...byNetwork(60),
    act: (_account, network) => throttle.signUp(network),
    others: () => [throttle.signUp(aNetwork())],
  },
  "changes of one account's e-mail": {
    ...byAccount(5),
    act: (account, _network, ip) => changeEmail(account, ip),
    others: (account, network) => [changeEmail(anAccount(), network), guess(account, network)],
  },
  'links that one network asks for': {
    ...byNetwork(60),
    act: (_account, network) => askForLink(randomUUID(), network),
    others: (_account, network) => [askForLink(randomUUID(), aNetwork()), throttle.signUp(network)],
  },
  'links to one e-mail': {
    ...byAccount(3, MINUTE),
    act: (email, _network, ip) => askForLink(email, ip),
    others: (_email, network) => [askForLink(randomUUID(), network)],
  },
};

async function start({ before, act, others }: Limit) {
  const [account, network] = [anAccount(), aNetwork()];
  await before?.(account);
  return { act: (ip = aNetwork()) => act(account, network, ip), others: () => others(account, network) };
}

const limits = Object.entries(LIMITS);

describe('the throttle', () => {
  test.for(limits)(
    'delays %s beyond the free ones by up to 60 s, no other client (X-164, X-322)',
    async ([, limit]) => {
      const { act, others } = await start(limit);
      await pass(limit.free, act);
      for (const units of [1, 2, 4, 8, 16, 32, 60, 60]) {
        expect(await waitOf(act())).toBe((units * limit.unit) / SECOND);
        now += units * limit.unit - 1;
        expect(await waitOf(act())).toBe(1);
        now += 1;
        await pass(1, act);
      }
      for (const other of others()) expect(await waitOf(other)).toBe(0);
    },
  );

  test.for(limits)('accepts one of ten concurrent tries of %s', async ([, limit]) => {
    const { act } = await start(limit);
    const network = aNetwork();
    await pass(limit.free, act);
    now += 60 * limit.unit;
    const waits = await Promise.all(Array.from({ length: 10 }, () => waitOf(act(network))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  });

  test('accepts every concurrent login with the right password', async () => {
    const [classroom, account] = [aNetwork(), anAccount()];
    const pupils = Array.from({ length: 40 }, () => guess(anAccount(), classroom, true));
    const owner = Array.from({ length: 12 }, () => guess(account, classroom, true));
    expect(new Set(await Promise.all([...pupils, ...owner]))).toEqual(new Set([true]));
  });

  test("forgets an account's failures at its right password, and never a network's", async () => {
    const [account, network] = [anAccount(), aNetwork()];
    await pass(99, () => guess(anAccount(), network));
    await besiege(account);
    await pass(1, () => guess(account, network, true));
    await pass(1, () => guess(account, network));
    expect(await waitOf(guess(anAccount(), network))).toBe(1);
    const elsewhere = aNetwork();
    await pass(5, () => guess(account, elsewhere));
  });

  test('delays only wrong passwords after the failures of a network (X-653)', async () => {
    const network = aNetwork();
    await spray(network);
    now += SECOND;
    const pupils = Array.from({ length: 30 }, () => guess(anAccount(), network, true));
    expect(new Set(await Promise.all(pupils))).toEqual(new Set([true]));
    await pass(1, () => guess(anAccount(), network));
    expect(await waitOf(guess(anAccount(), network, true))).toBe(2);
    now += 2 * SECOND;
    const failed = throttle.attempt({ account: anAccount(), userId: undefined, ip: network }, () =>
      Promise.reject(new Error('No slot')),
    );
    await expect(failed).rejects.toThrow('No slot');
    await pass(1, () => guess(anAccount(), network, true));
  });

  test('lets two processes check one first login of an attacked network at a time (X-653)', async () => {
    const [network, elsewhere] = [aNetwork(), makeThrottle(server.database, clock)];
    await spray(network);
    now += SECOND;
    const [checking, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
    const first = elsewhere.attempt({ account: anAccount(), userId: undefined, ip: network }, () => {
      checking.resolve();
      return checked.promise;
    });
    await checking.promise;
    expect(await waitOf(guess(anAccount(), network, true))).toBe(1);
    checked.resolve(true);
    expect(await first).toBe(true);
    await pass(1, () => guess(anAccount(), network, true));
  });

  test('admits three of forty concurrent requests for a link to one e-mail (X-322)', async () => {
    const email = `${randomUUID()}@example.com`;
    const waits = await Promise.all(Array.from({ length: 40 }, () => waitOf(askForLink(email, aNetwork()))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('makes a network that an account knows wait for its own failures only (X-163)', async () => {
    const [account, home] = [anAccount(), aNetwork()];
    await throttle.remember({ account, userId: undefined, ip: home });
    await besiege(account);
    await spray(home);
    expect(await waitOf(guess(anAccount(), home))).toBe(1);
    await pass(5, () => guess(account, home));
    expect(await waitOf(guess(account, home))).toBe(1);
  });

  test('remembers a network for 90 days after its last login', async () => {
    const [account, home] = [anAccount(), aNetwork()];
    const attempt = { account, userId: undefined, ip: home };
    await throttle.remember(attempt);
    now += 60 * DAY;
    await throttle.remember(attempt);
    now += 90 * DAY - 1;
    await spray(home);
    await pass(1, () => guess(account, home, true));
    now += 1;
    expect(await waitOf(guess(account, home, true))).toBe(1);
  });

  test('remembers the newest hundred networks of an account', async () => {
    const { user } = await server.signUp();
    const [account, networks] = [accountKey(user.id), Array.from({ length: 103 }, aNetwork)];
    for (const ip of networks) {
      await throttle.remember({ account, userId: user.id, ip });
      now += SECOND;
    }
    const { attempts } = await server.rows();
    expect(attempts.filter((row) => row.account === account)).toHaveLength(100);
    const [oldest = '', newest = ''] = [networks[2], networks[3]];
    for (const ip of [oldest, newest]) await spray(ip);
    expect(await waitOf(guess(account, oldest, true))).toBe(1);
    expect(await waitOf(guess(account, newest, true))).toBe(0);
  });

  test('gives a known network the highest priority for one right password a minute (X-606, X-643)', async () => {
    const [account, home, elsewhere] = [anAccount(), aNetwork(), aNetwork()];
    await throttle.remember({ account, userId: undefined, ip: home });
    const priorities: number[] = [];
    const logIn = (ip: string, isRight = true) =>
      throttle.attempt({ account, userId: undefined, ip }, async (priority) => {
        priorities.push(priority);
        return isRight;
      });
    // A wrong password must not take the owner's priority.
    await logIn(home, false);
    await logIn(home);
    await logIn(home);
    await logIn(elsewhere);
    now += MINUTE;
    await logIn(home);
    expect(priorities.splice(0)).toEqual([2, 2, 1, 1, 2]);
    now += MINUTE;
    for (let count = 0; count < 4; count += 1) await logIn(home, false);
    expect(priorities).toEqual([2, 2, 2, 1]);
  });

  test('gives other networks priority, but not after attempts in vain (X-643)', async () => {
    const priorities: number[] = [];
    const logIn = async (ip: string, account: string, isRight: boolean) => {
      const check = async (priority: number) => {
        priorities.push(priority);
        return isRight;
      };
      await throttle.attempt({ account, userId: undefined, ip }, check);
    };
    const [guesser, school, robot] = [aNetwork(), aNetwork(), aNetwork()];
    for (let count = 0; count < 4; count += 1) await logIn(guesser, anAccount(), false);
    expect(priorities.splice(0)).toEqual([1, 1, 1, 0]);
    // A class in which one in three mistypes the password.
    for (let count = 0; count < 30; count += 1) await logIn(school, anAccount(), count % 3 > 0);
    expect(new Set(priorities.splice(0))).toEqual(new Set([1]));
    const account = anAccount();
    for (let count = 0; count < 6; count += 1) await logIn(robot, account, true);
    expect(priorities.splice(0)).toEqual([1, 1, 1, 1, 1, 0]);
    const [signUps, network] = [[], aNetwork()] as [number[], string];
    for (let count = 0; count < 50; count += 1) signUps.push(await throttle.signUp(network));
    expect(signUps).toEqual([...Array<number>(41).fill(1), ...Array<number>(9).fill(0)]);
    expect(await throttle.signUp(guesser)).toBe(0);
    now += MINUTE;
    expect(await throttle.signUp(guesser)).toBe(1);
  });

  test('counts guesses at an id, used as an e-mail, for no account (X-161)', async () => {
    const [id, network] = [randomUUID(), aNetwork()];
    await pass(5, () => guess(unknownKey(id), network));
    expect(await waitOf(guess(unknownKey(id), network))).toBe(1);
    await pass(1, () => guess(accountKey(id), network));
  });

  test('counts sign-ups and changes of e-mails of a network together', async () => {
    const network = aNetwork();
    await pass(30, () => throttle.signUp(network));
    await pass(30, () => changeEmail(anAccount(), network));
    expect(await waitOf(throttle.signUp(network))).toBe(1);
    expect(await waitOf(changeEmail(anAccount(), network))).toBe(1);
  });

  test('shares its counts with all servers of the database', async () => {
    const [account, ip] = [anAccount(), aNetwork()];
    const another = makeThrottle(server.database, clock);
    await pass(5, () => another.attempt({ account, userId: undefined, ip }, async () => false));
    expect(await waitOf(guess(account, ip))).toBe(1);
  });
});

// Decided by the clock and the addresses, not by the database.
describe.skipIf(process.env['TEST_ENGINE'] === 'postgres')('the throttle on every engine', () => {
  test.for([
    ['sign-ups', 240, (ip: string) => throttle.signUp(ip)],
    ['links', 240, (ip: string) => askForLink(randomUUID(), ip)],
    ['wrong passwords', 400, (ip: string) => guess(anAccount(), ip)],
  ] as const)('%s from many networks of one IPv6 /56 are delayed after %d (X-606)', async ([, free, act]) => {
    const site = aNetwork().replace('::7', '');
    let count = 0;
    const actFrom = (subnet: number) => act(`${site}:${(subnet + (count++ % 256)).toString(16)}::7`);
    await pass(free, () => actFrom(0x100));
    expect(await waitOf(actFrom(0x100))).toBe(1);
    expect(await waitOf(actFrom(0x200))).toBe(0);
  });

  test('delays links to accounts that know the network after six hundred (X-322)', async () => {
    const network = aNetwork();
    const ask = async () => {
      const attempt = { account: anAccount(), userId: undefined, ip: network };
      await throttle.remember(attempt, true);
      await throttle.requestLink(randomUUID(), attempt);
    };
    await pass(600, ask);
    expect(await waitOf(ask())).toBe(1);
  });

  test.for(limits)('resets %s after their lifetime, not before', async ([, limit]) => {
    const { lifetime, isRenewed, free } = limit;
    const { act } = await start(limit);
    await pass(1, act);
    let end = now + lifetime;
    now += lifetime / 2;
    await pass(free - 1, act);
    if (isRenewed && free > 1) end = now + lifetime;
    now = end - 1;
    await pass(1, act);
    if (isRenewed) end = now + lifetime;
    expect(await waitOf(act())).toBeGreaterThan(0);
    now = end;
    await pass(free, act);
  });

  test.for(limits)('counts %s from now if a clock was ahead', async ([, limit]) => {
    now += 365 * DAY;
    const { act } = await start(limit);
    await pass(limit.free, act);
    now -= 365 * DAY;
    expect(await waitOf(act())).toBe(limit.unit / SECOND);
    now += limit.lifetime;
    await pass(limit.free, act);
  });
});

async function ownDatabase() {
  const database = await openTestDatabase();
  atEnd(() => database.destroy());
  return database;
}

describe('the counters', () => {
  test('are stored as fingerprints, and swept when they expire', async () => {
    const database = await ownDatabase();
    const own = makeThrottle(database, clock);
    const attempt = { account: accountKey('ana'), userId: undefined, ip: aNetwork() };
    await own.attempt(attempt, async () => false);
    await own.remember(attempt);
    await own.changeEmail(attempt);
    await own.requestLink('ana@example.com', { ...attempt, account: anAccount() });
    const rows = () => database.selectFrom('attempts').select(['key', 'account']).execute();
    for (const { key, account } of await rows()) {
      for (const stored of [key, account ?? key]) expect(stored).toMatch(/^[0-9a-f]{64}$/);
    }
    const left = [];
    for (const age of [HOUR - 1, HOUR, DAY - 1, DAY, 90 * DAY - 1, 90 * DAY]) {
      await sweepAttempts(database, new Date(now + age));
      left.push((await rows()).length);
    }
    expect(left).toEqual([16, 7, 7, 1, 1, 0]);
  });

  test('are swept in batches, and writes proceed between them', async () => {
    const database = await ownDatabase();
    const old = { account: null, count: 1, last_at: '2020-01-01', expires_at: '2020-01-01' };
    for (let batch = 0; batch < 40; batch += 1) {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({ ...old, key: `old-${batch}-${index}` }));
      await database.insertInto('attempts').values(rows).execute();
    }
    let isOver = false;
    const sweep = sweepAttempts(database, clock()).then(() => (isOver = true));
    await makeThrottle(database, clock).signUp('203.0.113.7');
    expect(isOver).toBe(false);
    await sweep;
    expect(await database.selectFrom('attempts').select('count').execute()).toEqual([{ count: 1 }]);
  });
});

const logIn = (email: string, password: string, { from, on = server }: { from: string; on?: typeof server }) =>
  on.ask('POST', '/sessions', { body: { email, password }, from });

const MUST_WAIT = {
  status: 429,
  body: { status: 'error', message: 'Too many requests, try again in a moment', code: 'too-many-requests' },
  headers: { 'retry-after': '1' },
};

async function inTurn<Each>(items: readonly Each[], ask: (item: Each) => Promise<Answer>): Promise<Answer[]> {
  const answers = [];
  for (const item of items) answers.push(await ask(item));
  return answers;
}

/** The responses to seven guesses, under two spellings of the e-mail. */
async function answersFor(email: string) {
  const [from, one, other] = [aNetwork(), ` ${email}`, email.toUpperCase()];
  const spellings = [one, other, one, other, one, other, one];
  const answers = await inTurn(spellings, (spelling) => logIn(spelling, 'outra123', { from }));
  expect(answers.at(-1)).toMatchObject(MUST_WAIT);
  return answers.map(({ status, text, headers }) => [status, text, Object.keys(headers)]);
}

const signUp = (from: string, headers = {}) => server.ask('POST', '/users', { body: aPerson(), from, headers });

describe('over HTTP', () => {
  test('a delayed login gets the same response for known and unknown e-mails', async () => {
    const known = await answersFor((await server.signUp()).person.email);
    expect(known.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await answersFor('nobody@example.com')).toEqual(known);
  });

  test('a login makes its network known', async () => {
    const [{ person }, from] = [await server.signUp(), aNetwork()];
    const { person: stranger } = await server.signUp();
    expect((await logIn(person.email, person.password, { from })).status).toBe(200);
    await spray(from);
    expect(await logIn(stranger.email, stranger.password, { from })).toMatchObject(MUST_WAIT);
    expect((await logIn(person.email, person.password, { from })).status).toBe(200);
  });

  test('a sign-up makes its network known (X-163)', async () => {
    const [person, from] = [aPerson(), aNetwork()];
    expect((await server.ask('POST', '/users', { body: person, from })).status).toBe(201);
    await spray(from);
    expect((await logIn(person.email, person.password, { from })).status).toBe(200);
  });

  test('a sign-up succeeds even if its network cannot be stored (X-608)', async () => {
    const own = await startServer();
    await own.database.schema.dropTable('attempts').execute();
    expect((await own.ask('POST', '/users', { body: aPerson() })).status).toBe(201);
    expect(own.log.filter((line) => line.includes('known network not stored'))).toHaveLength(1);
  });

  const GUARDED = [
    ['PUT', '/profile', 'old_password', { password: 'nova1234' }],
    ['DELETE', '/users/:id', 'password', {}],
  ] as const;

  test.for(GUARDED)(
    '%s %s guards the password as a login does, whatever the e-mail',
    async ([method, route, field, more]) => {
      const [{ person, user, token }, from] = [await server.signUp(), aNetwork()];
      const send = (password: string) =>
        server.ask(method, route.replace(':id', user.id), { token, from, body: { ...more, [field]: password } });
      const put = (body: object) => server.ask('PUT', '/profile', { token, from, body });
      for (let count = 0; count < 5; count += 1) {
        expect((await send('outra123')).status).toBe(400);
        expect((await put({ email: `${count}-${person.email}` })).status).toBe(200);
      }
      expect(await send(person.password)).toMatchObject(MUST_WAIT);
      expect(await logIn(`4-${person.email}`, person.password, { from })).toMatchObject(MUST_WAIT);
      expect((await put({ bio: 'Mudei.' })).status).toBe(200);
      now += SECOND;
      expect((await send(person.password)).status).toBeLessThan(300);
    },
  );

  test.for(GUARDED)(
    '%s %s waits for failures of its account, not of its network (X-163)',
    async ([method, route, field, more]) => {
      const [{ person, user, token }, from] = [await server.signUp(), aNetwork()];
      const send = (password: string) =>
        server.ask(method, route.replace(':id', user.id), { token, from, body: { ...more, [field]: password } });
      await spray(from);
      expect(await logIn(person.email, person.password, { from })).toMatchObject(MUST_WAIT);
      for (let count = 0; count < 5; count += 1) expect((await send('outra123')).status).toBe(400);
      expect(await send(person.password)).toMatchObject(MUST_WAIT);
      now += SECOND;
      expect((await send(person.password)).status).toBeLessThan(300);
    },
  );

  test('e-mail changes count, refused or not, except to the current e-mail (X-164)', async () => {
    const [someone, { person: other }] = [await server.signUp(), await server.signUp()];
    const { email } = someone.person;
    const setEmail = (to: string) =>
      server.ask('PUT', '/profile', { token: someone.token, from: aNetwork(), body: { email: to } });
    const own = Array<string>(10).fill(email.toUpperCase());
    const emails = [...own, other.email, `1-${email}`, other.email, `2-${email}`, other.email];
    const statuses = (await inTurn(emails, setEmail)).map(({ status }) => status);
    expect(statuses).toEqual([...own.map(() => 200), 409, 200, 409, 200, 409]);
    const before = await server.rowsOf(someone);
    for (const to of [other.email, `3-${email}`]) expect(await setEmail(to)).toMatchObject(MUST_WAIT);
    expect(await server.rowsOf(someone)).toEqual(before);
  });

  test('sign-ups wait as well, except on the machine itself with no proxy between', async () => {
    const network = aNetwork();
    for (const ip of [network, '127.0.0.1', '::1']) await pass(59, () => throttle.signUp(ip));
    expect((await signUp(network)).status).toBe(201);
    expect(await signUp(network)).toMatchObject(MUST_WAIT);
    for (const ip of ['127.0.0.1', '::1']) {
      expect((await signUp(ip, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(201);
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
        expect(await signUp(ip, { [name]: 'for=203.0.113.9' })).toMatchObject(MUST_WAIT);
      }
      expect((await signUp(ip)).status).toBe(201);
    }
  });

  test('a server without limits counts and delays nothing', async () => {
    const free = await startServer({ rateLimit: false, machine: ratesOf({ write: 1 }) });
    const [{ person }, from] = [await free.signUp(), aNetwork()];
    const wrong = Array<string>(6).fill('outra123');
    const answers = await inTurn([...wrong, person.password], (password) =>
      logIn(person.email, password, { on: free, from }),
    );
    expect(answers.map(({ status }) => status)).toEqual([...wrong.map(() => 401), 200]);
    expect((await free.rows()).attempts).toEqual([]);
  });
});
