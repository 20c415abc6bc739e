import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import type { AccountEvent } from '#contract/event.ts';
import type { OwnUser } from '#contract/user.ts';
import { accountKey } from '../../server/accounts/throttle.ts';
import { fingerprint } from '../../server/accounts/tokens.ts';
import { countAttempt, deleteCounters, sweepAttempts } from '../../server/database/accounts/attempts.ts';
import { sweepSessions } from '../../server/database/accounts/sessions.ts';
import { DatabaseUnavailable, UniqueViolation } from '../../server/database/errors.ts';
import { sweepTechnologies } from '../../server/database/technologies/technologies.ts';
import { changeUser, emailKey } from '../../server/database/users/users.ts';
import { aForm, aPicture } from '../helpers/images.ts';
import { aTechnology, aWork } from '../helpers/make.ts';
import { type Answer, type SignedIn, startServer, statusesOf } from '../helpers/start-server.ts';

// `npm run test:races` asks for 200.
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const LOGIN = { kind: 'login', actor: 'user', network: null } as const;

const picture = await aPicture();
const server = await startServer();
const { database } = server;
const now = new Date('2026-03-01T12:00:00.000Z');

const someone = () => server.signUp();
const logIn = ({ person }: SignedIn) => server.ask('POST', '/sessions', { body: person });
const add = ({ token }: SignedIn, title: string) =>
  server.ask<{ id: string }>('POST', '/users/techs', { token, body: aTechnology({ title }) });
const addWork = ({ token }: SignedIn) => server.ask<{ id: string }>('POST', '/users/works', { token, body: aWork() });
const rename = ({ token }: SignedIn, id: string, title: string) =>
  server.ask('PUT', `/users/techs/${id}`, { token, body: { title } });
const remove = ({ token }: SignedIn, id = '') => server.ask('DELETE', `/users/techs/${id}`, { token });
const restore = ({ token }: SignedIn, id: string) =>
  server.ask<{ id: string }>('POST', `/users/techs/${id}/restore`, { token });
const removeAccount = ({ token, user }: SignedIn) => server.ask('DELETE', `/users/${user.id}`, { token });
function change({ user: { id, email }, token }: SignedIn, values: Parameters<typeof changeUser>[2]) {
  const recorded = { checkedEmail: emailKey(email), password: undefined, activity: () => [] };
  return changeUser(database, { userId: id, tokenHash: fingerprint(token) }, values, recorded, now);
}
/** Undefined if the user has the handle now. */
const take = async (user: SignedIn, handle: string) => {
  const result = await change(user, { handle });
  return typeof result === 'string' ? result : undefined;
};

async function titles({ token }: SignedIn): Promise<string[]> {
  const { body } = await server.ask<OwnUser>('GET', '/profile', { token });
  return body.techs.map(({ title }) => title);
}

async function inRounds(round: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < ROUNDS; index += 1) await round(index);
}

type Race = (user: SignedIn, title: string, goneId: string) => Array<Promise<Answer<{ id: string }>>>;

const addedOrRestored = (code: number) => [200, 201].map((success) => [success, code]);

test.for<[string, number, number[][], Race]>([
  ['adds a title', 0, [[201, 409]], (user, title) => [add(user, title), add(user, title.toUpperCase())]],
  ['adds or restores a title', 0, addedOrRestored(409), (user, title, gone) => [add(user, title), restore(user, gone)]],
  ['restores a technology', 0, [[200, 404]], (user, _title, gone) => [restore(user, gone), restore(user, gone)]],
  [
    'takes the last place',
    TECHNOLOGIES_LIMIT - 1,
    addedOrRestored(400),
    (user, title, gone) => [add(user, `other ${title}`), restore(user, gone)],
  ],
])('one of two concurrent requests %s', async ([, others, statuses, compete]) => {
  const user = await someone();
  if (others > 0) await server.fillTechnologies(user.user.id, others);
  await inRounds(async (index) => {
    const { body } = await add(user, `React ${index}`);
    await remove(user, body.id);
    const answers = await Promise.all(compete(user, `React ${index}`, body.id));
    expect(statuses).toContainEqual(statusesOf(answers));
    expect(await titles(user)).toHaveLength(others + 1);
    await remove(user, answers.find(({ status }) => status < 300)?.body.id);
  });
});

describe('concurrently', () => {
  test('many logins leave twenty sessions', async () => {
    const user = await someone();
    await Promise.all(Array.from({ length: 18 }, () => logIn(user)));
    await inRounds(async () => {
      await Promise.all([logIn(user), logIn(user), logIn(user)]);
      expect((await server.rowsOf(user)).sessions.length).toBeLessThanOrEqual(20);
    });
  });

  test('two users who swap e-mails each end with one', async () => {
    const [ana, bia] = [await someone(), await someone()];
    await inRounds(async () => {
      const swaps = [change(ana, { email: bia.user.email }), change(bia, { email: ana.user.email })];
      for (const result of await Promise.allSettled(swaps)) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(UniqueViolation);
      }
      const rows = await database
        .selectFrom('users')
        .select('email')
        .where('id', 'in', [ana.user.id, bia.user.id])
        .execute();
      expect(new Set(rows.map(({ email }) => emailKey(email))).size).toBe(2);
    });
  });

  test('a request with the e-mail that its check found does not undo a later change (X-609)', async () => {
    const ana = await someone();
    const email = `nova-${ana.user.email}`;
    await change(ana, { email });
    await change(ana, { email: ana.user.email.toUpperCase(), bio: 'Oi' });
    const { body } = await server.ask<OwnUser>('GET', '/profile', { token: ana.token });
    expect(body).toMatchObject({ email, bio: 'Oi' });
  });

  test('after concurrent changes of visibility, the last event matches the profile', async () => {
    const { token } = await someone();
    const put = (visibility: string) => server.ask('PUT', '/profile', { token, body: { visibility } });
    await inRounds(async () => {
      await Promise.all([put('public'), put('private'), put('public'), put('private')]);
      const { body: profile } = await server.ask<OwnUser>('GET', '/profile', { token });
      const { body: events } = await server.ask<AccountEvent[]>('GET', '/profile/events', { token });
      const last = events.find(({ kind }) => kind.startsWith('made-'))?.kind;
      expect(last ?? 'made-private').toBe(`made-${profile.visibility}`);
    });
  });

  test('concurrent claims give a handle to one user, and a reserved one to none', async () => {
    const [ana, bia, caio] = [await someone(), await someone(), await someone()];
    const ids = [ana, bia, caio].map(({ user }) => user.id);
    await inRounds(async (index) => {
      const results = await Promise.all([take(ana, `handle-${index}`), take(bia, `handle-${index}`)]);
      expect(results.toSorted()).toEqual(['handle-taken', undefined]);
      const winner = results[0] === undefined ? ana : bia;
      const [left, slipped] = await Promise.all([take(winner, `next-${index}`), take(caio, `handle-${index}`)]);
      expect([left, slipped]).toEqual([undefined, 'handle-taken']);
      await database.deleteFrom('handles').where('user_id', 'in', ids).execute();
    });
  });
});

test.for<[string, (user: SignedIn, techId: string, goneId: string) => Promise<Answer | boolean | string | void>]>([
  ['a new technology', (user) => add(user, 'New')],
  ['a change', (user, techId) => rename(user, techId, 'Gone')],
  ['an undo', (user, _techId, goneId) => restore(user, goneId)],
  ['a deletion', (user, techId) => remove(user, techId)],
  ['a new work', (user) => addWork(user)],
  ['an avatar', ({ token }) => server.ask('PATCH', '/users/avatar', { token, body: aForm(picture) })],
  ['a change of the profile', ({ token }) => server.ask('PUT', '/profile', { token, body: { bio: 'Novo' } })],
  ['a login', (user) => logIn(user)],
  ['a logout elsewhere', ({ token }) => server.ask('DELETE', '/sessions/others', { token })],
  ['another deletion of the account', (user) => removeAccount(user)],
  [
    'a wrong password',
    ({ user: { id } }) => {
      const key = accountKey(id);
      const counter = { key, account: key, lifetime: 1_000_000, renewed: true };
      return countAttempt(database, [counter], now, { userId: id, event: { ...LOGIN, kind: 'login-failed' } });
    },
  ],
])('deleting an account removes the rows of a concurrent %s', async ([, act]) => {
  await inRounds(async () => {
    const user = await someone();
    const [technology, gone] = [(await add(user, 'Kept')).body, (await add(user, 'Gone')).body];
    await remove(user, gone.id);
    const [deletion, other] = await Promise.all([removeAccount(user), act(user, technology.id, gone.id)]);
    expect([204, 401]).toContain(deletion.status);
    if (typeof other === 'object') expect(other.status).toBeLessThan(500);
    expect(Object.values(await server.rowsOf(user)).flat()).toEqual([]);
  });
});

describe('no deadlock', () => {
  const account = fingerprint('account');
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const countersOf = (order: string[]) => order.map((key) => ({ key, account, lifetime: 3_600_000, renewed: true }));
  const count = (order: string[]) => countAttempt(database, countersOf(order), now);

  test('between counts, resets and the sweep', async () => {
    const reason = expect.any(DatabaseUnavailable);
    const later = new Date(now.getTime() + 7_200_000);
    await inRounds(async () => {
      const acts = [
        count(keys),
        deleteCounters(database, 'key', keys.toReversed()),
        database.transaction().execute((transaction) => deleteCounters(transaction, 'account', [account])),
        sweepAttempts(database, later),
        count(keys.toReversed()),
      ];
      expect(await Promise.allSettled(acts)).not.toContainEqual({ status: 'rejected', reason });
    });
  });

  test('between the sweeps, a login and an undo', async () => {
    const month = new Date(now.getTime() + 40 * 86_400_000);
    await inRounds(async (index) => {
      const user = await someone();
      await Promise.all([logIn(user), logIn(user), logIn(user)]);
      const { body } = await add(user, `${index}`);
      await remove(user, body.id);
      const [restored] = await Promise.all([
        restore(user, body.id),
        logIn(user),
        sweepTechnologies(database, month),
        sweepSessions(database, month, 1),
      ]);
      expect([200, 401, 404]).toContain(restored.status);
    });
  });
});
