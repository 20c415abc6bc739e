import { expect, test } from 'vitest';
import type { AccountEvent } from '#contract/event.ts';
import type { ProfileExport } from '#contract/user.ts';
import { selectEvents, sweepEvents } from '../../../server/database/accounts/events.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const FROM = '203.0.113.77';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

test('users read the events of their account, newest first', async () => {
  const { person, token } = await server.signUp();
  const change = (body: object) => server.ask('PUT', '/profile', { token, body, from: FROM });
  await server.ask('POST', '/sessions', { body: { email: person.email, password: 'errada12' }, from: FROM });
  await change({ visibility: 'public' });
  await change({ visibility: 'public', bio: 'Mudei.' });
  await change({ visibility: 'private' });
  await change({ email: `nova-${person.email}` });
  await change({ password: 'nova1234', old_password: 'errada12' });
  await change({ password: 'nova1234', old_password: person.password });
  await server.ask('DELETE', '/sessions/others', { token, from: FROM });
  const { body } = await server.ask<ProfileExport>('GET', '/profile/export', { token, from: FROM });
  const at = { actor: 'user', created_at: '2026-03-01T12:00:00.000Z' };
  const expected = 'data-exported sessions-ended password-changed email-changed made-private made-public'
    .split(' ')
    .concat('login-failed', 'login')
    .map((kind) => ({ kind, ...at, network: kind === 'login' ? '127.0.0.0/24' : '203.0.113.0/24' }));
  expect(body.events).toEqual(expected);
  expect((await server.ask<AccountEvent[]>('GET', '/profile/events', { token })).body).toEqual(expected);
});

function eventsOf({ user }: { user: { id: string } }) {
  return selectEvents(server.database, user.id).execute();
}

test('guesses are one event per network and hour, at most ten an hour (X-605)', async () => {
  const { person, user } = await server.signUp();
  const guess = (from: string) =>
    server.ask('POST', '/sessions', { body: { email: person.email, password: 'errada12' }, from });
  const events = async () => (await eventsOf({ user })).map(({ kind }) => kind);
  for (let count = 0; count < 5; count += 1) await guess(FROM);
  expect(await events()).toEqual(['login-failed', 'login']);
  for (let count = 0; count < 12; count += 1) await guess(`198.51.${count}.1`);
  expect(await events()).toHaveLength(11);
  server.turnClock(HOUR);
  await guess(FROM);
  expect(await events()).toHaveLength(12);
  server.turnClock(-HOUR);
});

test('events expire after 180 days', async () => {
  const [old, young] = [await server.signUp(), await server.signUp()];
  const last = Date.parse('2026-03-01T12:00:00.000Z') + 180 * DAY;
  await sweepEvents(server.database, new Date(last - 1));
  expect(await eventsOf(old)).toHaveLength(1);
  server.turnClock(1_000);
  await server.logIn(young.person);
  await sweepEvents(server.database, new Date(last));
  expect(await eventsOf(old)).toEqual([]);
  expect(await eventsOf(young)).toHaveLength(1);
});
