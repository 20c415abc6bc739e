import { describe, expect, test } from 'vitest';
import { bearerToken } from '../../server/accounts/authentication.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import { sweepSessions } from '../../server/database/accounts/sessions.ts';
import { QUEUES } from '../../server/load/limits.ts';
import { networkPrefix } from '../../server/networks.ts';
import { startServer, statusesOf } from '../helpers/start-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const server = await startServer();

const logIn = (body?: object) => server.ask('POST', '/sessions', { body });

async function isIn(token: string, its = server): Promise<boolean> {
  return (await its.ask('GET', '/profile', { token })).status === 200;
}

async function lastUse(token: string, its = server): Promise<string | undefined> {
  const { sessions } = await its.rows();
  return sessions.find(({ token_hash }) => token_hash === fingerprint(token))?.last_used_at;
}

/** Uses a session, and waits until that is written down. */
async function use(token: string, its = server): Promise<void> {
  const before = await lastUse(token, its);
  expect(await isIn(token, its)).toBe(true);
  await expect.poll(() => lastUse(token, its), { interval: 5 }).not.toBe(before);
}

describe('login', () => {
  test('returns a new token and the user as their profile (M-083)', async () => {
    const { person, token } = await server.signUp();
    const technology = await server.addTechnology(token);
    const { user, token: another } = await server.logIn(person);
    expect(user).toMatchObject({ techs: [technology], works: [] });
    expect((await server.ask('GET', '/profile', { token: another })).body).toEqual(user);
    expect(another).not.toBe(token);
  });

  test('accepts the e-mail in any case, and the password composed or decomposed', async () => {
    const { person } = await server.signUp({ password: 'senhã12'.normalize('NFC') });
    const email = ` ${person.email.toUpperCase()} `;
    const { user } = await server.logIn({ email, password: person.password.normalize('NFD') });
    expect(user.email).toBe(person.email);
  });

  test('answers an unknown e-mail and a wrong password alike', async () => {
    const { person } = await server.signUp();
    const wrong = await logIn({ ...person, password: 'outra123' });
    const unknown = await logIn({ ...person, email: 'nobody@example.com' });
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
    expect(Object.keys(wrong.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
    const body = { message: 'Incorrect email / password combination', code: 'invalid-credentials' };
    expect(wrong).toMatchObject({ status: 401, body });
  });

  test('requires e-mail and password, in any format', async () => {
    expect((await logIn({ email: 'ana', password: 'x' })).status).toBe(401);
    expect((await logIn()).body).toMatchObject({ fields: { email: 'required', password: 'required' } });
  });

  test('replaces a hash of another cost, and only when the password is right (X-329)', async () => {
    const rising = await startServer({ passwords: makePasswords({ passes: 3, timeOut: 60_000 }) });
    const { person, user } = await rising.signUp();
    const hashOf = async () => (await rising.rowsOf({ user })).users[0]?.password_hash;
    const old = await makePasswords().hash(person.password);
    await rising.database.updateTable('users').set('password_hash', old).where('id', '=', user.id).execute();
    const wrong = { email: person.email, password: 'errada12' };
    expect((await rising.ask('POST', '/sessions', { body: wrong })).status).toBe(401);
    expect(await hashOf()).toBe(old);
    const logIns = await Promise.all([1, 2, 3].map(() => rising.ask('POST', '/sessions', { body: person })));
    expect(statusesOf(logIns)).toEqual([200, 200, 200]);
    const renewed = await hashOf();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
    await rising.logIn(person);
    expect(await hashOf()).toBe(renewed);
  });
});

describe('a session', () => {
  test('is stored as a hash with the network and the browser', async () => {
    const { person, user, token } = await server.signUp();
    await server.ask('POST', '/sessions', { body: person, headers: { 'user-agent': 'x'.repeat(300) } });
    const { sessions } = await server.rowsOf({ user });
    expect(JSON.stringify(sessions)).not.toContain(token);
    const row = { token_hash: fingerprint(token), ip_prefix: '127.0.0.0/24' };
    expect(sessions).toContainEqual(expect.objectContaining(row));
    expect(sessions.map(({ user_agent }) => user_agent?.length)).toContain(120);
  });

  test('that ends while a request waits for its turn reads nothing more (X-644)', async () => {
    const own = await startServer();
    const released = Promise.withResolvers<void>();
    let waiting = 0;
    own.app.addHook('preValidation', async ({ headers }) => {
      if (headers['x-waits'] === undefined) return;
      waiting += 1;
      await released.promise;
    });
    const { person, user, token } = await own.signUp({ bio: 'Só minha' });
    const start = performance.now();
    const [reading, readingAsVisitor] = ['/profile', `/users/${user.id}`].map((path) =>
      own.ask('GET', path, { token, headers: { 'x-waits': 'yes' } }),
    );
    await expect.poll(() => waiting).toBe(2);
    const { token: other } = await own.logIn(person);
    expect((await own.ask('DELETE', '/sessions/others', { token: other })).status).toBe(204);
    await expect.poll(() => performance.now() - start).toBeGreaterThan(100);
    released.resolve();
    expect(await reading).toMatchObject({ status: 401 });
    expect(await readingAsVisitor).toMatchObject({ status: 200, body: { bio: null } });
  });

  test.for([
    ['an export', '/profile/export', '/sessions/others', 401],
    ['a large class', '/classes/:id', '/sessions/others', 401],
    ['a large class', '/classes/:id', '/classes/:id/members/:member', 404],
  ] as const)('reads nothing of %s (%s) after DELETE %s during its wait (X-644)', async ([, path, end, status]) => {
    const { total: slots } = QUEUES[path === '/classes/:id' ? 'rosters' : 'documents'].running;
    const own = await startServer();
    const released = Promise.withResolvers<void>();
    let reading = -Infinity;
    own.app.addHook('preSerialization', async ({ url }, _reply, payload) => {
      if (url === '/profile') return payload;
      reading += 1;
      if (reading >= 1 && reading <= slots) await released.promise;
      return payload;
    });
    const [teacher, student] = [await own.signUp(), await own.signUp()];
    const opened = await own.openClass(teacher.token);
    await own.fillTechnologies(student.user.id, 3_001);
    await own.joinClass(student.token, opened);
    const { token: other } = await own.logIn(student.person);
    const address = (template: string) => template.replace(':id', opened.id).replace(':member', student.user.id);
    const ask = (token: string) => own.ask('GET', address(path), { token });
    reading = 0;
    const occupying = Array.from({ length: slots }, () => ask(teacher.token));
    await expect.poll(() => reading).toBe(slots);
    const waiting = ask(student.token);
    // By the end of these reads it waits.
    for (let count = 0; count < 3; count += 1) await own.ask('GET', '/profile', { token: student.token });
    const ended = await own.ask('DELETE', address(end), { token: status === 404 ? teacher.token : other });
    expect(ended.status).toBe(204);
    released.resolve();
    expect((await waiting).status).toBe(status);
    expect(new Set(statusesOf(await Promise.all(occupying)))).toEqual(new Set([200]));
  });

  test.for([undefined, 3_000])(
    'ends three days after its last use, or %i ms where the operator says so',
    async (idle) => {
      const own = await startServer(idle === undefined ? {} : { sessionIdle: idle });
      const { token } = await own.signUp();
      const limit = idle ?? 3 * DAY;
      for (let count = 0; count < 2; count += 1) {
        own.turnClock(limit - 1_000);
        await use(token, own);
      }
      own.turnClock(limit);
      expect(await isIn(token, own)).toBe(false);
    },
  );

  test('ends thirty days after login, however much it is used', async () => {
    const { token } = await server.signUp();
    for (let day = 2; day < 30; day += 2) {
      server.turnClock(2 * DAY);
      await use(token);
    }
    server.turnClock(2 * DAY - MINUTE);
    expect(await isIn(token)).toBe(true);
    server.turnClock(MINUTE);
    expect(await isIn(token)).toBe(false);
  });

  test('records its use at most every fifteen minutes', async () => {
    const { token } = await server.signUp();
    const before = await server.rows();
    server.turnClock(14 * MINUTE);
    expect(await isIn(token)).toBe(true);
    expect(await server.rows()).toEqual(before);
  });

  test('is one of at most twenty; a new one ends the oldest', async () => {
    const [{ person, token }, stranger] = [await server.signUp(), await server.signUp()];
    const tokens = [token];
    while (tokens.length < 21) {
      server.turnClock(1);
      tokens.push((await server.logIn(person)).token);
    }
    const [oldest, ...rest] = await Promise.all(tokens.map((each) => isIn(each)));
    expect([oldest, rest]).toEqual([false, Array<boolean>(20).fill(true)]);
    expect(await isIn(stranger.token)).toBe(true);
  });

  test('is swept after it expires, and no other is', async () => {
    const { token } = await server.signUp();
    server.turnClock(4 * DAY);
    const { user, token: fresh } = await server.signUp();
    await sweepSessions(server.database, new Date(user.created_at), 3 * DAY);
    const hashes = (await server.rows()).sessions.map(({ token_hash }) => token_hash);
    expect(hashes).not.toContain(fingerprint(token));
    expect(hashes).toContain(fingerprint(fresh));
  });
});

describe('the Authorization header', () => {
  const token = makeToken();

  test('has a token in any case, between blanks or quotes', () => {
    const quoted = [` Bearer "${token}" `, `Bearer " ${token} "`];
    for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}  `, ...quoted]) {
      expect(bearerToken(header), header).toBe(token);
    }
  });

  test('has no other token', () => {
    const others = [undefined, '', 'Bearer', 'Bearer null', `Basic ${token}`, token, 'Bearer \u00e9\u0000'];
    const longer = [`${token}x`, `x${token}`, `${token} ${token}`].map((text) => `Bearer ${text}`);
    const altered = [`Bearer ${token.slice(0, -1)}`, `Bearer ${token.toUpperCase()}`, `${' '.repeat(50_000)}Bearer`];
    for (const header of [...others, ...longer, ...altered]) expect(bearerToken(header), header).toBeUndefined();
  });
});

test.for([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', ''],
] as const)('the network of %s is %s', ([address, network]) => expect(networkPrefix(address)).toBe(network));
