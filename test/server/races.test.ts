import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { TECHNOLOGIES_LIMIT, WORKS_LIMIT } from '#contract/limits.ts';
import { accountKey } from '../../server/accounts/throttle.ts';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import { clearCounts, countAttempt, forgetAccount, readCounts, sweepAttempts } from '../../server/database/attempts.ts';
import { DatabaseUnavailable, UniqueViolation } from '../../server/database/statements/failures.ts';
import { addSession, sweepSessions } from '../../server/database/sessions.ts';
import { sweepTechnologies } from '../../server/database/technologies.ts';
import { addUser, changeUser, emailKey } from '../../server/database/users.ts';
import { aPicture, aForm } from '../helpers/images.ts';
import { aPerson, aTechnology, aWork } from '../helpers/make.ts';
import { type Answer, startServer, statusesOf } from '../helpers/start-server.ts';

// `npm run test:races` asks for 200.
const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const HASH = 'hash';

const picture = await aPicture();
const server = await startServer();
const { database } = server;
const now = new Date('2026-03-01T12:00:00.000Z');

const writerOf = ({ id, token }: Someone) => ({ userId: id, tokenHash: fingerprint(token) });
const NO_MORE = { password: undefined, events: [] };
const rowsOf = ({ id }: Someone) => server.rowsOf({ user: { id } as OwnUser });

const LOGIN = { kind: 'login', actor: 'user', network: null } as const;
type Someone = { id: string; token: string; email: string };

/** A user with a session, without the work of a password. */
async function someone(): Promise<Someone> {
  const { password: _password, ...user } = aPerson();
  const id = await addUser(database, user, { passwordHash: HASH, visibility: 'private' }, now);
  return { id, token: await logIn(id), email: user.email };
}

async function logIn(id: string): Promise<string> {
  const token = makeToken();
  const session = { tokenHash: fingerprint(token), ipPrefix: null, userAgent: null, event: LOGIN };
  await addSession(database, { userId: id, passwordHash: HASH }, session, now);
  return token;
}

const add = ({ token }: Someone, title: string) =>
  server.ask<{ id: string }>('POST', '/users/techs', { token, body: aTechnology({ title }) });
const rename = ({ token }: Someone, id: string, title: string) =>
  server.ask('PUT', `/users/techs/${id}`, { token, body: { title } });
const remove = ({ token }: Someone, id: string) => server.ask('DELETE', `/users/techs/${id}`, { token });
const restore = ({ token }: Someone, id: string) =>
  server.ask<{ id: string }>('POST', `/users/techs/${id}/restore`, { token });
const take = (user: Someone, handle: string) => changeUser(database, writerOf(user), { handle }, NO_MORE, now);
const removeAccount = ({ token, id }: Someone) => server.ask('DELETE', `/users/${id}`, { token, body: {} });

/** The titles of a user's list. */
async function titles({ token }: Someone): Promise<string[]> {
  const { body } = await server.ask<{ techs: Array<{ title: string }> }>('GET', '/profile', { token });
  return body.techs.map(({ title }) => title);
}

async function inRounds(round: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < ROUNDS; index += 1) await round(index);
}

async function fill(table: 'technologies' | 'works', user: Someone, count: number): Promise<void> {
  const stamps = { created_at: now.toISOString(), updated_at: now.toISOString() };
  const rows = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), user_id: user.id, index, ...stamps }));
  if (table === 'works') {
    const works = rows.map(({ index, ...row }) => ({ ...row, ...aWork({ title: `${index}` }) }));
    await database.insertInto('works').values(works).execute();
    return;
  }
  const technologies = rows.map(({ index, ...row }) => {
    return { ...row, ...aTechnology({ title: `${index}` }), title_key: `${index}`, search_key: `${index}` };
  });
  await database.insertInto('technologies').values(technologies).execute();
  const changes = technologies.map(({ id, user_id, title, status, created_at: at }, index) => {
    return { user_id, number: index + 1, technology_id: id, title, status, at };
  });
  await database.insertInto('level_changes').values(changes).execute();
}

describe('at once, at the last free place:', () => {
  test('of two technologies one is added (X-110)', async () => {
    const user = await someone();
    await fill('technologies', user, TECHNOLOGIES_LIMIT - 1);
    await inRounds(async (index) => {
      const answers = await Promise.all([add(user, `a${index}`), add(user, `b${index}`)]);
      expect(statusesOf(answers)).toEqual([201, 400]);
      await remove(user, answers.find(({ status }) => status === 201)?.body.id ?? '');
    });
  });

  test('of two works one is added (X-110)', async () => {
    const user = await someone();
    await fill('works', user, WORKS_LIMIT - 1);
    await inRounds(async () => {
      const post = () => server.ask<{ id: string }>('POST', '/users/works', { token: user.token, body: aWork() });
      const answers = await Promise.all([post(), post()]);
      expect(statusesOf(answers)).toEqual([201, 400]);
      const added = answers.find(({ status }) => status === 201)?.body.id ?? '';
      await server.ask('DELETE', `/users/works/${added}`, { token: user.token });
    });
  });

  test('of a new technology and the undo of another one is there (X-110)', async () => {
    const user = await someone();
    await fill('technologies', user, TECHNOLOGIES_LIMIT - 1);
    await inRounds(async (index) => {
      const { body } = await add(user, `gone${index}`);
      await remove(user, body.id);
      const answers = await Promise.all([add(user, `new${index}`), restore(user, body.id)]);
      expect([
        [200, 400],
        [201, 400],
      ]).toContainEqual(statusesOf(answers));
      for (const {
        status,
        body: { id },
      } of answers)
        if (status < 300) await remove(user, id);
    });
  });

  test('logins leave twenty sessions (X-110)', async () => {
    const user = await someone();
    await inRounds(async () => {
      await Promise.all([logIn(user.id), logIn(user.id), logIn(user.id)]);
      const { sessions } = await rowsOf(user);
      expect(sessions.length).toBeLessThanOrEqual(20);
    });
  });
});

describe('at once, for one name:', () => {
  test('of two sign-ups one wins (X-111)', async () => {
    await inRounds(async () => {
      const { password: _password, ...user } = aPerson();
      const signUp = (email: string) =>
        addUser(database, { ...user, email }, { passwordHash: HASH, visibility: 'private' }, now);
      const results = await Promise.allSettled([signUp(user.email), signUp(user.email.toUpperCase())]);
      const lost = results.filter((result) => result.status === 'rejected');
      expect(lost.map(({ reason }) => reason)).toEqual([expect.any(UniqueViolation)]);
    });
  });

  test('two users who exchange their e-mails keep one each (X-111)', async () => {
    const [ana, bia] = [await someone(), await someone()];
    await inRounds(async () => {
      const swaps = [
        changeUser(database, writerOf(ana), { email: bia.email }, NO_MORE, now),
        changeUser(database, writerOf(bia), { email: ana.email }, NO_MORE, now),
      ];
      const results = await Promise.allSettled(swaps);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(UniqueViolation);
      }
      const rows = await database.selectFrom('users').select('email').where('id', 'in', [ana.id, bia.id]).execute();
      expect(new Set(rows.map(({ email }) => emailKey(email))).size).toBe(2);
    });
  });

  test('of two users who take one handle one gets it; while its user leaves it, nobody (X-111)', async () => {
    const [ana, bia, caio] = [await someone(), await someone(), await someone()];
    await inRounds(async (index) => {
      const results = await Promise.all([take(ana, `handle-${index}`), take(bia, `handle-${index}`)]);
      expect(results.toSorted()).toEqual(['handle-taken', undefined]);
      const winner = results[0] === undefined ? ana : bia;
      const [left, slipped] = await Promise.all([take(winner, `next-${index}`), take(caio, `handle-${index}`)]);
      expect([left, slipped]).toEqual([undefined, 'handle-taken']);
      await database.deleteFrom('handles').where('user_id', 'in', [ana.id, bia.id, caio.id]).execute();
    });
  });

  test('of two technologies one is added (X-111)', async () => {
    const user = await someone();
    await inRounds(async (index) => {
      const answers = await Promise.all([add(user, `React ${index}`), add(user, `REACT ${index}`)]);
      expect(statusesOf(answers)).toEqual([201, 409]);
    });
  });

  test('two technologies that exchange their titles keep one each (X-111)', async () => {
    const user = await someone();
    const [one, other] = [(await add(user, 'A')).body, (await add(user, 'B')).body];
    await inRounds(async () => {
      const answers = await Promise.all([rename(user, one.id, 'B'), rename(user, other.id, 'A')]);
      for (const { status } of answers) expect([201, 409]).toContain(status);
      expect(new Set(await titles(user)).size).toBe(2);
    });
  });

  test('of an undo and a new technology one is there (X-111)', async () => {
    const user = await someone();
    await inRounds(async (index) => {
      const title = `Undo ${index}`;
      const { body } = await add(user, title);
      await remove(user, body.id);
      const answers = await Promise.all([restore(user, body.id), add(user, title)]);
      expect([
        [200, 409],
        [201, 409],
      ]).toContainEqual(statusesOf(answers));
      expect((await titles(user)).filter((each) => each === title)).toEqual([title]);
    });
  });

  test('of two undos one restores (X-111)', async () => {
    const user = await someone();
    const { body } = await add(user, 'Twice');
    await inRounds(async () => {
      await remove(user, body.id);
      const answers = await Promise.all([restore(user, body.id), restore(user, body.id)]);
      expect(statusesOf(answers)).toEqual([200, 404]);
    });
  });
});

describe('at once with the deletion of the account, nothing is left of', () => {
  const others: Array<[string, (user: Someone, techId: string, goneId: string) => Promise<Answer | boolean | void>]> = [
    ['a new technology', (user) => add(user, 'New')],
    ['a change', (user, techId) => rename(user, techId, 'Gone')],
    ['an undo', (user, _techId, goneId) => restore(user, goneId)],
    ['a deletion', (user, techId) => remove(user, techId)],
    ['a new work', ({ token }) => server.ask('POST', '/users/works', { token, body: aWork() })],
    ['an avatar', ({ token }) => server.ask('PATCH', '/users/avatar', { token, body: aForm(picture) })],
    ['a change of the profile', ({ token }) => server.ask('PUT', '/profile', { token, body: { bio: 'Novo' } })],
    ['a login', async ({ id }) => void (await logIn(id))],
    ['a logout elsewhere', ({ token }) => server.ask('DELETE', '/sessions/others', { token })],
    ['another deletion', (user) => removeAccount(user)],
    [
      'a wrong password',
      ({ id }) => {
        const key = accountKey(id);
        const counter = { key, account: key, lifetime: 1_000_000, renewed: true };
        return countAttempt(database, [counter], now, { userId: id, event: { ...LOGIN, kind: 'login-failed' } });
      },
    ],
  ];

  test.for(others)('%s (X-112)', async ([, act]) => {
    await inRounds(async () => {
      const user = await someone();
      const technology = (await add(user, 'Kept')).body;
      const gone = (await add(user, 'Gone')).body;
      await remove(user, gone.id);
      const [deletion, other] = await Promise.all([removeAccount(user), act(user, technology.id, gone.id)]);
      expect([204, 401]).toContain(deletion.status);
      if (typeof other === 'object') expect(other.status).toBeLessThan(500);
      expect(await rowsOf(user)).toEqual({
        users: [],
        sessions: [],
        technologies: [],
        works: [],
        level_changes: [],
        work_technologies: [],
        avatars: [],
        handles: [],
        attempts: [],
        password_resets: [],
        events: [],
      });
    });
  });
});

describe('at once, nobody waits for another who waits for them:', () => {
  const account = fingerprint('account');
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const countersOf = (order: string[]) => order.map((key) => ({ key, account, lifetime: 3_600_000, renewed: true }));
  const count = (order: string[]) => countAttempt(database, countersOf(order), now);

  test('counters of the same keys in any order each count (X-113)', async () => {
    await inRounds(async () => {
      await Promise.all([count(keys), count(keys.toReversed()), count(keys)]);
      const counts = await readCounts(database, countersOf(keys), now);
      expect(keys.map((key) => counts.get(key)?.count)).toEqual(keys.map(() => 3));
      await Promise.all([clearCounts(database, keys.toReversed()), forgetAccount(database, account)]);
    });
  });

  test('what is counted, cleared, forgotten and swept (X-113)', async () => {
    await inRounds(async () => {
      const later = new Date(now.getTime() + 7_200_000);
      const acts = [
        count(keys),
        clearCounts(database, keys.toReversed()),
        forgetAccount(database, account),
        sweepAttempts(database, later),
        count(keys.toReversed()),
      ];
      expect(await Promise.allSettled(acts)).not.toContainEqual({
        status: 'rejected',
        reason: expect.any(DatabaseUnavailable),
      });
    });
  });

  test('the sweep, a login and an undo (X-113)', async () => {
    const month = new Date(now.getTime() + 40 * 86_400_000);
    await inRounds(async (index) => {
      const user = await someone();
      for (let session = 0; session < 3; session += 1) await logIn(user.id);
      const { body } = await add(user, `${index}`);
      await remove(user, body.id);
      const [restored] = await Promise.all([
        restore(user, body.id),
        logIn(user.id),
        sweepTechnologies(database, month),
        sweepSessions(database, month, 1),
      ]);
      expect([200, 401, 404]).toContain(restored.status);
    });
  });
});
