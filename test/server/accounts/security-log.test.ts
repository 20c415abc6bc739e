import { expect, test } from 'vitest';
import { makePasswords } from '../../../server/accounts/passwords.ts';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer({ passwords: makePasswords({ timeOut: 60_000 }) });
const FROM = '203.0.113.77';
const NETWORK = '203.0.113.0/24';

/** The events that are logged meanwhile. */
async function eventsOf(act: () => Promise<unknown>): Promise<Array<Record<string, unknown>>> {
  const before = server.log.length;
  await act();
  const lines = server.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter(({ event }) => event !== undefined);
}

function hashOf(email: string): string {
  return fingerprint(email.toLowerCase()).slice(0, 12);
}

test('a login leaves one line, and so do a wrong password and a wait, each with who and from where (X-168)', async () => {
  const { person, user } = await server.signUp();
  const logIn = (email: string, password: string) => () =>
    server.ask('POST', '/sessions', { body: { email, password }, from: FROM });
  const known = { userId: user.id, emailHash: hashOf(person.email), network: NETWORK };
  expect(await eventsOf(logIn(person.email, person.password))).toMatchObject([
    { event: 'authn_login_success', level: 30, ...known },
  ]);
  for (let count = 0; count < 5; count += 1) {
    const events = await eventsOf(logIn(person.email, 'outra123'));
    expect(events).toMatchObject([{ event: 'authn_login_fail', level: 40, ...known }]);
  }
  expect(await eventsOf(logIn(person.email, person.password))).toMatchObject([
    { event: 'authn_login_lock', level: 40, ...known },
  ]);
  const [unknown] = await eventsOf(logIn('Nobody@example.com', 'outra123'));
  expect(unknown).toMatchObject({ event: 'authn_login_fail', emailHash: hashOf('nobody@example.com') });
  expect(unknown).not.toHaveProperty('userId');
});

test('what changes an account leaves one line each, refused or not (X-168)', async () => {
  const person = aPerson();
  const [created] = await eventsOf(() => server.ask('POST', '/users', { body: person, from: FROM }));
  expect(created).toMatchObject({ event: 'user_created', emailHash: hashOf(person.email), network: NETWORK });
  const [{ token, user }, other] = [await server.logIn(person), await server.signUp()];
  const put = (body: object) => eventsOf(() => server.ask('PUT', '/profile', { token, body, from: FROM }));
  const by = { userId: user.id, network: NETWORK };
  const email = `nova-${person.email}`;
  expect(await put({ bio: 'Mudei.', email: person.email })).toEqual([]);
  expect(await put({ email })).toMatchObject([{ event: 'user_updated', emailHash: hashOf(email), ...by }]);
  expect(await put({ email: other.person.email })).toMatchObject([
    { event: 'user_update_fail', level: 40, emailHash: hashOf(other.person.email), ...by },
  ]);
  for (let count = 0; count < 3; count += 1) await put({ email: other.person.email });
  expect(await put({ email })).toEqual([]);
  expect(await put({ email: other.person.email })).toMatchObject([
    { event: 'excess_rate_limit_exceeded', level: 40, emailHash: hashOf(other.person.email), ...by },
  ]);
  expect(await put({ password: 'nova1234', old_password: 'outra123' })).toMatchObject([
    { event: 'authn_login_fail', level: 40, ...by },
  ]);
  expect(await put({ password: 'nova1234', old_password: person.password })).toMatchObject([
    { event: 'authn_password_change', ...by },
  ]);
  const others = await eventsOf(() => server.ask('DELETE', '/sessions/others', { token, from: FROM }));
  expect(others).toMatchObject([{ event: 'authn_token_revoked', ...by }]);
  const gone = await eventsOf(() => server.ask('DELETE', `/users/${user.id}`, { token, from: FROM }));
  expect(gone).toMatchObject([{ event: 'user_deleted', ...by }]);
});

test("a refusal of another's data leaves one line, and what nobody has leaves none (X-168)", async () => {
  const [{ token: owner, user: other }, { token, user }] = [await server.signUp(), await server.signUp()];
  const [technology, work] = [await server.addTechnology(owner), await server.addWork(owner)];
  await server.ask('DELETE', `/users/techs/${technology.id}`, { token: owner });
  const deleted = technology.id;
  const { id } = await server.addTechnology(owner);
  for (const [method, path, body] of [
    ['PUT', `/users/techs/${id}`, { status: 'Avançado' }],
    ['DELETE', `/users/techs/${id}`],
    ['POST', `/users/techs/${deleted}/restore`],
    ['PUT', `/users/works/${work.id}`, { title: 'Loja' }],
    ['DELETE', `/users/works/${work.id}`],
    ['DELETE', `/users/${other.id}`],
  ] as const) {
    const events = await eventsOf(() => server.ask(method, path, { token, body, from: FROM }));
    expect(events).toMatchObject([{ event: 'authz_fail', level: 40, userId: user.id, network: NETWORK }]);
  }
  for (const path of ['/users/techs/x', '/users/works/x']) {
    expect(await eventsOf(() => server.ask('DELETE', path, { token }))).toEqual([]);
  }
});

test('no line tells a secret, an e-mail or a whole address (X-168)', async () => {
  const { person, token } = await server.signUp({ password: 'segredo-123' });
  await server.ask('POST', '/sessions', { body: { ...person, password: 'segredo-456' }, from: FROM });
  const all = server.log.join('');
  for (const secret of ['segredo', token, person.email, FROM]) expect(all).not.toContain(secret);
});
