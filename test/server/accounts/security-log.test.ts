import { expect, test } from 'vitest';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const FROM = '203.0.113.77';
const NETWORK = '203.0.113.0/24';

/** The events that are logged for a request. */
async function eventsOf(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  const before = server.log.length;
  await server.ask(method, path, { token, body, from: FROM });
  const lines = server.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ event }) => event !== undefined);
}

const logIn = (email: string, password: string) => eventsOf('POST', '/sessions', { body: { email, password } });
const hashOf = (email: string) => fingerprint(email.toLowerCase()).slice(0, 12);

test('logs each login with user and network: successful, failed, or made to wait', async () => {
  const { person, user } = await server.signUp();
  const known = { userId: user.id, emailHash: hashOf(person.email), network: NETWORK };
  const [success, fail, lock] = ['authn_login_success', 'authn_login_fail', 'authn_login_lock'];
  expect(await logIn(person.email, person.password)).toMatchObject([{ event: success, level: 30, ...known }]);
  for (let count = 0; count < 5; count += 1) {
    expect(await logIn(person.email, 'outra123')).toMatchObject([{ event: fail, level: 40, ...known }]);
  }
  expect(await logIn(person.email, person.password)).toMatchObject([{ event: lock, level: 40, ...known }]);
  const [unknown] = await logIn('Nobody@example.com', 'outra123');
  expect(unknown).toMatchObject({ event: fail, emailHash: hashOf('nobody@example.com') });
  expect(unknown).not.toHaveProperty('userId');
});

test('logs each change of an account, refused or not, in one line', async () => {
  const person = aPerson();
  const [created] = await eventsOf('POST', '/users', { body: person });
  expect(created).toMatchObject({ event: 'user_created', emailHash: hashOf(person.email), network: NETWORK });
  const [{ token, user }, { person: other }] = [await server.logIn(person), await server.signUp()];
  const by = { userId: user.id, network: NETWORK };
  const put = (body: object) => eventsOf('PUT', '/profile', { token, body });
  const email = `nova-${person.email}`;
  const taken = { level: 40, emailHash: hashOf(other.email), ...by };
  expect(await put({ bio: 'Mudei.', email: person.email })).toEqual([]);
  expect(await put({ email })).toMatchObject([{ event: 'user_updated', emailHash: hashOf(email), ...by }]);
  for (let count = 0; count < 4; count += 1) {
    expect(await put({ email: other.email })).toMatchObject([{ event: 'user_update_fail', ...taken }]);
  }
  expect(await put({ email: other.email })).toMatchObject([{ event: 'excess_rate_limit_exceeded', ...taken }]);
  const wrong = await put({ password: 'nova1234', old_password: 'outra123' });
  expect(wrong).toMatchObject([{ event: 'authn_login_fail', level: 40, ...by }]);
  const right = await put({ password: 'nova1234', old_password: person.password });
  expect(right).toMatchObject([{ event: 'authn_password_change', ...by }]);
  const others = await eventsOf('DELETE', '/sessions/others', { token });
  expect(others).toMatchObject([{ event: 'authn_token_revoked', ...by }]);
  const deleted = await eventsOf('DELETE', `/users/${user.id}`, { token });
  expect(deleted).toMatchObject([{ event: 'user_deleted', ...by }]);
});

test("logs a refusal of another user's data, and none of what nobody has", async () => {
  const [{ token: owner, user: other }, { token, user }] = [await server.signUp(), await server.signUp()];
  const [technology, deleted] = [await server.addTechnology(owner), await server.addTechnology(owner)];
  const work = await server.addWork(owner);
  await server.ask('DELETE', `/users/techs/${deleted.id}`, { token: owner });
  for (const [method, path, body] of [
    ['PUT', `/users/techs/${technology.id}`, { status: 'Avançado' }],
    ['DELETE', `/users/techs/${technology.id}`],
    ['POST', `/users/techs/${deleted.id}/restore`],
    ['PUT', `/users/works/${work.id}`, { title: 'Loja' }],
    ['DELETE', `/users/works/${work.id}`],
    ['DELETE', `/users/${other.id}`],
  ] as const) {
    const events = await eventsOf(method, path, { token, ...(body && { body }) });
    expect(events).toMatchObject([{ event: 'authz_fail', level: 40, userId: user.id, network: NETWORK }]);
  }
  for (const path of ['/users/techs/x', '/users/works/x'])
    expect(await eventsOf('DELETE', path, { token })).toEqual([]);
});

test('logs no secret, e-mail or whole address', async () => {
  const { person, token } = await server.signUp({ password: 'segredo-123' });
  await eventsOf('POST', '/sessions', { body: { ...person, password: 'segredo-456' } });
  const all = server.log.join('');
  for (const secret of ['segredo', token, person.email, FROM]) expect(all).not.toContain(secret);
});
