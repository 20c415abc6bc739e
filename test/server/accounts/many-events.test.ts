import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#contract/event.ts';
import { EVENTS_LISTED_PER_KIND, EVENTS_PER_KIND } from '#contract/limits.ts';
import type { ProfileExport } from '#contract/user.ts';
import { adminEvent } from '../../../server/accounts/security-log.ts';
import { accountKey } from '../../../server/accounts/throttle.ts';
import { addOperatorExport, deleteAccount } from '../../../server/database/accounts/administration.ts';
import { deleteExcessEvents } from '../../../server/database/accounts/events.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const HOUR = 60 * 60_000;

/** Rows written by a version without a limit. */
async function addOldEvents(userId: string, count: number) {
  const event = { user_id: userId, kind: 'login-failed', actor: 'user', network: null } as const;
  const rows = Array.from({ length: count }, () => ({ ...event, created_at: '2026-02-28T12:00:00.000Z' }));
  for (let from = 0; from < count; from += 500) {
    await server.database
      .insertInto('events')
      .values(rows.slice(from, from + 500))
      .execute();
  }
}

async function countEvents(userId: string): Promise<number> {
  const { count } = await server.database
    .selectFrom('events')
    .select((event) => event.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function exportOf(token: string, from?: string) {
  return server.ask<ProfileExport>('GET', '/profile/export', { token, ...(from !== undefined && { from }) });
}

function guessAt({ email }: { email: string }) {
  return server.ask('POST', '/sessions', { body: { email, password: 'errada12' } });
}

describe('the events of one account', () => {
  test('are the newest hundred of each kind; ten of each are listed (X-605)', async () => {
    const { person, user, token } = await server.signUp();
    expect((await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } })).status).toBe(200);
    await addOldEvents(user.id, EVENTS_PER_KIND);
    await guessAt(person);
    expect(await countEvents(user.id)).toBe(EVENTS_PER_KIND + 2);
    const { body: listed } = await server.ask<AccountEvent[]>('GET', '/profile/events', { token });
    const failures = Array<string>(EVENTS_PER_KIND).fill('login-failed');
    expect(listed.map(({ kind }) => kind)).toEqual([
      ...failures.slice(0, EVENTS_LISTED_PER_KIND),
      'made-public',
      'login',
    ]);
    const { events } = (await exportOf(token)).body;
    expect(events.map(({ kind }) => kind)).toEqual(['data-exported', ...failures, 'made-public', 'login']);
  });

  test('from before the limit are deleted by the hundred, and not exported (X-605)', async () => {
    const { person, user, token } = await server.signUp();
    await addOldEvents(user.id, EVENTS_PER_KIND + 250);
    await guessAt(person);
    expect(await countEvents(user.id)).toBe(EVENTS_PER_KIND + 152);
    expect((await exportOf(token)).body.events).toHaveLength(EVENTS_PER_KIND + 2);
  });

  test('include one export per hour and network (X-605)', async () => {
    const { user, token } = await server.signUp();
    const exports = async (from?: string) => {
      const { body } = await exportOf(token, from);
      return body.events.filter(({ kind }) => kind === 'data-exported').length;
    };
    expect([await exports(), await exports()]).toEqual([1, 1]);
    // An export by the operator is a separate event.
    const act = { userId: user.id, event: adminEvent('data-exported'), now: new Date('2026-03-01T12:00:00.000Z') };
    expect([await addOperatorExport(server.database, act), await addOperatorExport(server.database, act)]).toEqual([
      true,
      true,
    ]);
    expect(await exports()).toBe(2);
    expect(await exports('203.0.113.9')).toBe(3);
    server.turnClock(HOUR);
    expect(await exports()).toBe(4);
    server.turnClock(-HOUR);
  });

  test('are deleted in batches, down to the newest hundred of each kind (X-605)', async () => {
    const { user } = await server.signUp();
    await addOldEvents(user.id, EVENTS_PER_KIND + 1_200);
    await deleteExcessEvents(server.database, user.id);
    expect(await countEvents(user.id)).toBe(EVENTS_PER_KIND + 1);
  });

  test.for(['user', 'operator'])('are deleted when the %s deletes the account (X-605)', async (who) => {
    const { user, token } = await server.signUp();
    await addOldEvents(user.id, EVENTS_PER_KIND + 1_200);
    if (who === 'user') expect((await server.ask('DELETE', `/users/${user.id}`, { token })).status).toBe(204);
    else expect(await deleteAccount(server.database, user.id, accountKey(user.id))).toBe(true);
    expect(await countEvents(user.id)).toBe(0);
  });
});
