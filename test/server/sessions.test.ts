import { describe, expect, test } from 'vitest';
import { bearerToken } from '../../server/accounts/authentication.ts';
import { sweepSessions } from '../../server/database/sessions.ts';
import { networkPrefix } from '../../server/http/networks.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import { startServer } from '../helpers/start-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const server = await startServer();

function isIn(token: string): Promise<boolean> {
  return server.ask('GET', '/profile', { token }).then(({ status }) => status === 200);
}

describe('login', () => {
  test('answers a token and the user with technologies, as their profile does (M-083)', async () => {
    const { person, token } = await server.signUp();
    const technology = await server.addTechnology(token);
    const { user, token: another } = await server.logIn(person);
    expect(user).toMatchObject({ techs: [technology], works: [] });
    expect((await server.ask('GET', '/profile', { token: another })).body).toEqual(user);
    expect(another).not.toBe(token);
  });

  test('takes the e-mail in any case and with blanks around', async () => {
    const { person } = await server.signUp();
    const { user } = await server.logIn({ ...person, email: ` ${person.email.toUpperCase()} ` });
    expect(user.email).toBe(person.email);
  });

  test('takes a password composed or decomposed', async () => {
    const { person } = await server.signUp({ password: 'senhã12'.normalize('NFC') });
    await server.logIn({ ...person, password: person.password.normalize('NFD') });
  });

  test('answers an unknown e-mail and a wrong password with the same bytes', async () => {
    const { person } = await server.signUp();
    const wrong = await server.ask('POST', '/sessions', { body: { ...person, password: 'outra123' } });
    const unknown = await server.ask('POST', '/sessions', { body: { ...person, email: 'nobody@example.com' } });
    expect(wrong.text).toBe(unknown.text);
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body).toEqual({
      status: 'error',
      message: 'Incorrect email / password combination',
      code: 'invalid-credentials',
    });
    const named = ({ headers }: typeof wrong) => Object.keys(headers).toSorted();
    expect(named(wrong)).toEqual(named(unknown));
  });

  test('does not check the form of the e-mail, only that it is there', async () => {
    expect(await server.ask('POST', '/sessions', { body: { email: 'ana', password: 'x' } })).toMatchObject({
      status: 401,
    });
    expect((await server.ask('POST', '/sessions')).body).toMatchObject({
      message: ['email is required', 'password is required'],
      fields: { email: 'required', password: 'required' },
    });
  });

  test('tells all characters of a long password apart', async () => {
    const { person } = await server.signUp({ password: `${'a'.repeat(72)}b` });
    const body = { ...person, password: `${'a'.repeat(72)}c` };
    expect((await server.ask('POST', '/sessions', { body })).status).toBe(401);
  });

  test('renews a hash when the cost rises, at the first login and not before (X-329)', async () => {
    const rising = await startServer({ passwords: makePasswords({ passes: 3, timeOut: 60_000 }) });
    const { person, user } = await rising.signUp();
    const hashOf = async () => (await rising.rows()).users.find(({ id }) => id === user.id)?.password_hash ?? 'none';
    const old = await makePasswords().hash(person.password);
    await rising.database.updateTable('users').set('password_hash', old).where('id', '=', user.id).execute();
    const body = { email: person.email, password: 'errada12' };
    expect((await rising.ask('POST', '/sessions', { body })).status).toBe(401);
    expect(await hashOf()).toBe(old);
    await rising.logIn(person);
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
    await rising.logIn(person);
  });

  test('renews a hash that was made at another cost', async () => {
    const { person, user } = await server.signUp();
    const hashOf = async () => (await server.rows()).users.find(({ id }) => id === user.id)?.password_hash ?? 'none';
    const old = await makePasswords({ passes: 3 }).hash(person.password);
    await server.database.updateTable('users').set('password_hash', old).where('id', '=', user.id).execute();
    await server.logIn(person);
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const renewed = await hashOf();
    await server.logIn(person);
    expect(await hashOf()).toBe(renewed);
  });
});

describe('a session', () => {
  test('is stored as a fingerprint, with the network and the browser only', async () => {
    const person = await server.signUp();
    const { token } = await server.logIn(person.person);
    const headers = { 'user-agent': 'x'.repeat(300) };
    await server.ask('POST', '/sessions', { body: person.person, headers });
    const { sessions } = await server.rows();
    expect(JSON.stringify(sessions)).not.toContain(token);
    expect(sessions.find(({ token_hash }) => token_hash === fingerprint(token))).toMatchObject({
      user_id: person.user.id,
      ip_prefix: '127.0.0.0/24',
    });
    expect(sessions.map(({ user_agent }) => user_agent?.length)).toContain(120);
  });

  test('ends at logout at once, and the other ones of the user do not', async () => {
    const { person, token } = await server.signUp();
    const other = await server.logIn(person);
    expect(await server.ask('DELETE', '/sessions', { token })).toMatchObject({ status: 204, text: '' });
    expect(await isIn(token)).toBe(false);
    expect((await server.ask('DELETE', '/sessions', { token })).status).toBe(401);
    expect(await isIn(other.token)).toBe(true);
  });

  test('ends three days after its last use', async () => {
    const { token } = await server.signUp();
    server.turnClock(3 * DAY - MINUTE);
    expect(await isIn(token)).toBe(true);
    await expect
      .poll(() =>
        server
          .rows()
          .then(({ sessions }) => sessions.some(({ last_used_at, created_at }) => last_used_at > created_at)),
      )
      .toBe(true);
    server.turnClock(3 * DAY - MINUTE);
    expect(await isIn(token)).toBe(true);
    server.turnClock(3 * DAY);
    expect(await isIn(token)).toBe(false);
  });

  test('ends sooner without use where the server says so, and is kept open by use (X-173)', async () => {
    const short = await startServer({ sessionIdle: 3_000 });
    const { token } = await short.signUp();
    const status = async () => (await short.ask('GET', '/profile', { token })).status;
    for (let second = 0; second < 6; second += 2) {
      short.turnClock(2_000);
      const before = (await short.rows()).sessions[0]?.last_used_at;
      expect(await status()).toBe(200);
      await expect.poll(async () => (await short.rows()).sessions[0]?.last_used_at).not.toBe(before);
    }
    short.turnClock(3_000);
    expect(await status()).toBe(401);
  });

  test('ends thirty days after login, however much it is used', async () => {
    const { token } = await server.signUp();
    const lastUse = async () =>
      (await server.rows()).sessions.find(({ token_hash }) => token_hash === fingerprint(token))?.last_used_at;
    for (let day = 2; day < 30; day += 2) {
      server.turnClock(2 * DAY);
      const before = await lastUse();
      expect(await isIn(token)).toBe(true);
      await expect.poll(lastUse).not.toBe(before);
    }
    server.turnClock(2 * DAY - MINUTE);
    expect(await isIn(token)).toBe(true);
    server.turnClock(MINUTE);
    expect(await isIn(token)).toBe(false);
  });

  test('writes its use down every fifteen minutes at most', async () => {
    const { token } = await server.signUp();
    const before = await server.rows();
    server.turnClock(14 * MINUTE);
    expect(await isIn(token)).toBe(true);
    expect(await server.rows()).toEqual(before);
  });

  test('is one of twenty at most: a new one ends the oldest', async () => {
    const { person, token } = await server.signUp();
    const stranger = await server.signUp();
    const tokens = [token];
    for (let count = 1; count < 20; count += 1) {
      server.turnClock(1);
      tokens.push((await server.logIn(person)).token);
    }
    expect(await isIn(token)).toBe(true);
    server.turnClock(1);
    tokens.push((await server.logIn(person)).token);
    const [oldest, ...rest] = await Promise.all(tokens.map(isIn));
    expect(oldest).toBe(false);
    expect(rest).toEqual(Array<boolean>(20).fill(true));
    expect(await isIn(stranger.token)).toBe(true);
  });

  test('that has expired is swept away for good, and no other', async () => {
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

  test.for([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}  `, ` Bearer "${token}" `, `Bearer " ${token} "`])(
    'holds a token as %s',
    (header) => expect(bearerToken(header)).toBe(token),
  );

  test.for([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer null',
    'Bearer undefined',
    'Bearer ""',
    `Basic ${token}`,
    token,
    `Bearer ${token}x`,
    `Bearer x${token}`,
    `Bearer ""${token}""`,
    `Bearer ${token} ${token}`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer\t${'x'.repeat(10_000)}`,
    `${' '.repeat(50_000)}Bearer`,
    'Bearer \u00e9\u0000',
  ])('holds none as %j', (header) => expect(bearerToken(header)).toBeUndefined());
});

describe('the network of an address', () => {
  test.for([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', ''],
  ])('of %s is %s', ([address, network]) => expect(networkPrefix(address ?? '')).toBe(network));
});
