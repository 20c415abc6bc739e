import { expect, test } from 'vitest';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const FROM = '203.0.113.77';
const NETWORK = '203.0.113.0/24';

async function eventsOf(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const before = server.log.length;
  await server.ask(method, path, { token, body, from: FROM });
  const lines = server.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ event }) => event !== undefined);
}

const logIn = (email: string, password: string) => eventsOf('POST', '/sessions', { body: { email, password } });
const hashOf = (email: string) => fingerprint(email.toLowerCase()).slice(0, 12);

test('logs each login with user and network, without secrets, e-mails or whole IP addresses', async () => {
  const { person, user, token } = await server.signUp({ password: 'segredo-123' });
  const known = { userId: user.id, emailHash: hashOf(person.email), network: NETWORK };
  const [success, fail, lock] = ['authn_login_success', 'authn_login_fail', 'authn_login_lock'];
  expect(await logIn(person.email, person.password)).toMatchObject([{ event: success, level: 30, ...known }]);
  for (let count = 0; count < 5; count += 1) {
    expect(await logIn(person.email, 'segredo-456')).toMatchObject([{ event: fail, level: 40, ...known }]);
  }
  expect(await logIn(person.email, person.password)).toMatchObject([{ event: lock, level: 40, ...known }]);
  const [unknown] = await logIn('Nobody@example.com', 'outra123');
  expect(unknown).toMatchObject({ event: fail, emailHash: hashOf('nobody@example.com') });
  expect(unknown).not.toHaveProperty('userId');
  for (const secret of ['segredo', token, person.email, FROM]) expect(server.log.join('')).not.toContain(secret);
});

test('logs each change of an account, refused or not, in one line', async () => {
  const person = aPerson();
  const [created] = await eventsOf('POST', '/users', { body: person });
  expect(created).toMatchObject({ event: 'user_created', emailHash: hashOf(person.email), network: NETWORK });
  const [{ token, user }, { person: other }] = [await server.logIn(person), await server.signUp()];
  const email = `nova-${person.email}`;
  const taken = { level: 40, emailHash: hashOf(other.email) };
  const changes: Array<[object, object?]> = [
    [{ bio: 'Mudei.', email: person.email }],
    [{ email }, { event: 'user_updated', emailHash: hashOf(email) }],
    ...[1, 2, 3, 4].map((): [object, object] => [{ email: other.email }, { event: 'user_update_fail', ...taken }]),
    [{ email: other.email }, { event: 'excess_rate_limit_exceeded', ...taken }],
    [
      { password: 'nova1234', old_password: 'outra123' },
      { event: 'authn_login_fail', level: 40 },
    ],
    [{ password: 'nova1234', old_password: person.password }, { event: 'authn_password_change' }],
  ];
  const by = { userId: user.id, network: NETWORK };
  for (const [body, event] of changes) {
    expect(await eventsOf('PUT', '/profile', { token, body })).toMatchObject(event ? [{ ...by, ...event }] : []);
  }
  const others = await eventsOf('DELETE', '/sessions/others', { token });
  expect(others).toMatchObject([{ event: 'authn_token_revoked', ...by }]);
  const deleted = await eventsOf('DELETE', `/users/${user.id}`, { token });
  expect(deleted).toMatchObject([{ event: 'user_deleted', ...by }]);
});

test("logs a request for another user's row, not for a missing one", async () => {
  const [{ token: owner, user: other }, { token, user }] = [await server.signUp(), await server.signUp()];
  const [technology, deleted] = [await server.addTechnology(owner), await server.addTechnology(owner)];
  const work = await server.addWork(owner);
  await server.ask('DELETE', `/users/techs/${deleted.id}`, { token: owner });
  const foreign = { event: 'authz_fail', level: 40, userId: user.id, network: NETWORK };
  for (const [method, path, ...events] of [
    ['PUT', `/users/techs/${technology.id}`, foreign],
    ['DELETE', `/users/techs/${technology.id}`, foreign],
    ['POST', `/users/techs/${deleted.id}/restore`, foreign],
    ['PUT', `/users/works/${work.id}`, foreign],
    ['DELETE', `/users/works/${work.id}`, foreign],
    ['DELETE', `/users/${other.id}`, foreign],
    ['DELETE', '/users/techs/x'],
    ['DELETE', '/users/works/x'],
  ] as const) {
    expect(await eventsOf(method, path, { token, body: {} }), path).toMatchObject(events);
  }
});
