import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { searchKey } from '#contract/search-key.ts';
import type { PublicUser } from '#contract/user.ts';
import { makePeople } from '../../scripts/database/fake-people.ts';
import { adminEvent } from '../../server/accounts/security-log.ts';
import type { Row } from '../../server/database/bulk.ts';
import { MIGRATIONS } from '../../server/database/migrate.ts';
import { lockAccount, unlockAccount } from '../../server/database/accounts/administration.ts';
import type { Tables } from '../../server/database/tables.ts';
import { startServer } from '../helpers/start-server.ts';

// A search checks some technologies in the order of their users, then merges the matching titles, 4 per statement.
// If more than two hundred titles match, it checks further technologies in order.
const MANY = 600;

// What the titles begin with that make a search read more than one step.
const UNSEARCHED = 'z';

const titlesOf = (title: string) => ({ title, title_key: title, search_key: searchKey(title) });

// A search has a time, which it may use up on a slow machine.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  return () => void vi.restoreAllMocks();
});

const server = await startServer();
const { database } = server;
await seed();

/**
 * People with three or more technologies: two have a rare title, and the last two hundred one of twenty others. The first
 * hundred have so many that a search does not check all in order.
 */
async function seed(): Promise<void> {
  const people = makePeople(1, MANY, 3, 'hash');
  const users = people.users.map(({ sequence: _sequence, ...user }) => user) as Array<Insertable<Tables['users']>>;
  const technologies = people.technologies as Array<Insertable<Tables['technologies']>>;
  const retitle = (at: number, title: string) => Object.assign(technologies[at] ?? {}, titlesOf(title));
  // The leak check of `ask` rejects responses that contain the name of an engine.
  for (const [at, { title }] of technologies.entries()) if (title === 'SQLite') retitle(at, 'Sequelize 6');
  for (const at of [901, 1_602]) retitle(at, 'raríssima');
  for (let at = 1_200; at < 1_800; at += 3) retitle(at, `nova ${at % 20}`);
  const copy = (from: number, to: number, titleAt: (at: number) => string) =>
    technologies
      .slice(from, to)
      .filter(({ listed }) => listed !== null)
      .map((row, at) => ({ ...row, id: randomUUID(), ...titlesOf(titleAt(at)) }));
  const more = [
    ...Array.from({ length: 150 }, (_, part) => copy(0, 300, (at) => `${UNSEARCHED} ${part} ${at % 3}`)),
    ...Array.from({ length: 4 }, (_, part) => copy(600, 1_600, (at) => `muitas ${part} ${at}`)),
  ];
  for (let at = 0; at < MANY; at += 100) {
    const [someUsers, some] = [users.slice(at, at + 100), technologies.slice(at * 3, (at + 100) * 3)];
    await database.insertInto('users').values(someUsers).execute();
    await database.insertInto('technologies').values(some).execute();
  }
  for (const some of more) await database.insertInto('technologies').values(some).execute();
}

/** Reading all would delay the event loop of a slow machine, which then responds 503. */
function selectSearched() {
  return database.selectFrom('technologies').where('title', 'not like', `${UNSEARCHED} %`);
}

/** The ids that a search must return, computed without an index. */
async function expected(tech: string): Promise<string[]> {
  const users = await database.selectFrom('users').selectAll().orderBy('sequence').execute();
  const technologies = await selectSearched().select(['user_id', 'search_key', 'deleted_at']).execute();
  const found = new Set(
    technologies
      .filter(({ deleted_at, search_key }) => deleted_at === null && search_key.includes(searchKey(tech)))
      .map(({ user_id }) => user_id),
  );
  return users
    .filter(({ id, visibility, locked_at }) => visibility === 'public' && locked_at === null && found.has(id))
    .map(({ id }) => id);
}

async function page(query: string): Promise<{ ids: string[]; next: string | undefined }> {
  const { status, headers, body } = await server.ask<PublicUser[]>('GET', `/users${query}`);
  expect(status).toBe(200);
  const { nexturl } = headers as { nexturl?: string };
  return { ids: body.map(({ id }) => id), next: nexturl === undefined ? undefined : new URL(nexturl).search };
}

async function follow(query: string): Promise<string[]> {
  const { ids, next } = await page(query);
  return next === undefined ? ids : [...ids, ...(await follow(next))];
}

const find = (tech: string) => follow(`?perPage=100&tech=${encodeURIComponent(tech)}`);

describe('a search among many users', () => {
  test.for(['html', 'c', 'a', 'script', 'rarissima', 'NOVA', 'nova 1', 'muitas', '.', 'nobody knows it'])(
    'finds %j in the order of sign-up, by next page and by page number (X-311)',
    async (tech) => {
      const wanted = await expected(tech);
      const query = `tech=${encodeURIComponent(tech)}`;
      expect(await follow(`?perPage=100&${query}`)).toEqual(wanted);
      expect(await follow(`?perPage=17&${query}`)).toEqual(wanted);
      for (const number of [1, 2, 9, 40]) {
        const { ids } = await page(`?perPage=9&page=${number}&${query}`);
        expect(ids, `page ${number}`).toEqual(wanted.slice((number - 1) * 9, number * 9));
      }
      expect((await page(`?page=999999999&${query}`)).ids).toEqual([]);
    },
  );

  test('ignores the page number if `after` is the id of a user, listed or not (X-311)', async () => {
    const wanted = await expected('html');
    const [third = '', fourth = ''] = wanted.slice(2);
    expect((await page(`?perPage=1&page=77&tech=html&after=${third}`)).ids).toEqual([fourth]);
    const everybody = await follow('?perPage=100');
    expect((await page(`?perPage=1&page=5&after=${everybody[6]}`)).ids).toEqual([everybody[7]]);
    const { id: last } = (await server.signUp()).user;
    expect((await page(`?page=1&tech=html&after=${last}`)).ids).toEqual([]);
    const { id: locked } = (await server.signUp()).user;
    await lockAccount(database, { userId: locked, event: adminEvent('locked'), now: new Date() });
    for (const after of [locked, randomUUID(), 'nobody', '%00', '']) {
      expect((await page(`?perPage=1&page=3&tech=html&after=${after}`)).ids).toEqual([third]);
      expect((await page(`?perPage=1&page=8&after=${after}`)).ids).toEqual([everybody[7]]);
    }
    expect((await server.ask('GET', `/users?after=${last}&after=${last}`)).status).toBe(400);
  });

  test('follows visibility, titles, locks and the deletion of an account (X-313)', async () => {
    const { token, user, person } = await server.signUp();
    const { id } = await server.addTechnology(token, { title: 'Zig Zag' });
    const see = (visibility: string) => server.ask('PUT', '/profile', { token, body: { visibility } });
    const lock = { userId: user.id, event: adminEvent('locked'), now: new Date() };
    const path = `/users/techs/${id}`;
    const acts: Array<[act: () => Promise<unknown>, tech: string, isFound: boolean]> = [
      [async () => undefined, 'zag', false],
      [() => see('public'), 'zag', true],
      [() => server.addTechnology(token, { title: 'Zebra' }), 'zebra', true],
      [() => see('private'), 'z', false],
      [() => see('public'), 'zag', true],
      [() => server.ask('PUT', path, { token, body: { title: 'Zágue' } }), 'zig', false],
      [async () => undefined, 'zague', true],
      [() => server.ask('DELETE', path, { token }), 'zague', false],
      [() => server.ask('POST', `${path}/restore`, { token }), 'zague', true],
      [() => lockAccount(database, lock), 'zague', false],
      [() => unlockAccount(database, lock), 'zague', true],
    ];
    for (const [index, [act, tech, isFound]] of acts.entries()) {
      await act();
      expect((await find(tech)).includes(user.id), `act ${index}`).toBe(isFound);
    }
    const again = await server.logIn(person);
    await server.ask('DELETE', `/users/${user.id}`, { token: again.token });
    expect(await find('zague')).toEqual([]);
  });

  test('finds Hangul, also in rows that are older than its composed keys', async () => {
    const { token, user } = await server.signUp();
    await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
    const { id } = await server.addTechnology(token, { title: '각' });
    expect(await find('각')).toEqual([user.id]);
    const keys = () =>
      database.selectFrom('technologies').select(['search_key', 'spelling']).where('id', '=', id).executeTakeFirst();
    const composed = await keys();
    const key = '각'.normalize('NFD');
    await database.updateTable('technologies').set({ search_key: key, spelling: key }).where('id', '=', id).execute();
    await database.schema.dropIndex('technologies_in_order').execute();
    await MIGRATIONS['0025-technologies-in-order']?.up(database);
    expect(await keys()).toEqual(composed);
    expect(await find('각')).toEqual([user.id]);
  });

  test('finds rows that are older than the migration of its index', async () => {
    const listed = selectSearched().select(['id', 'listed']).orderBy('id');
    const before = await listed.execute();
    for (const name of ['technologies_listed', 'technologies_people', 'technologies_in_order', 'users_listed'])
      await database.schema.dropIndex(name).execute();
    await database.schema.alterTable('technologies').dropColumn('listed').execute();
    await database.schema.createIndex('users_visibility').on('users').columns(['visibility', 'sequence']).execute();
    await MIGRATIONS['0015-listed-technologies']?.up(database);
    expect(await listed.execute()).toEqual(before);
    expect(await find('nova')).toEqual(await expected('nova'));
  });
});

/** A server of its own with 1,500 public users, each with so many technologies. */
async function startWith(each: number, titleAt: (at: number) => string) {
  const own = await startServer();
  const people = makePeople(1, 1_500, each, 'hash');
  const users = people.users.map((user): Row => ({ ...user, visibility: 'public' }));
  const technologies = people.technologies.map((row, at): Row => {
    const listed = users[Math.floor(at / each)]?.['sequence'];
    return { ...row, ...titlesOf(titleAt(at)), listed };
  });
  await own.database.transaction().execute(async (transaction) => {
    await own.database.engine.bulk.append(transaction, 'users', users);
    // A statement may take five seconds.
    for (let at = 0; at < technologies.length; at += 5_000) {
      await own.database.engine.bulk.append(transaction, 'technologies', technologies.slice(at, at + 5_000));
    }
  });
  return { own, idAt: (at: number) => users[at]?.['id'] };
}

test('a search among very many titles checks some technologies, and offers to continue (X-315)', async () => {
  const rare = [1_400 * 40, 1_499 * 40];
  const { own, idAt } = await startWith(40, (at) => `${rare.includes(at) ? 'raríssima' : 'título'} ${at}`);
  const pages: string[][] = [];
  for (let path: string | undefined = '/users?tech=rarissima'; path !== undefined;) {
    const { body, headers } = await own.ask<PublicUser[]>('GET', path);
    pages.push(body.map(({ id }) => id));
    const { nexturl } = headers as { nexturl?: string };
    path = nexturl === undefined ? undefined : `/users${new URL(nexturl).search}`;
  }
  expect(pages).toEqual([[], [idAt(1_400), idAt(1_499)]]);
});

test('a search for a long text checks fewer technologies (X-317)', async () => {
  const { own } = await startWith(40, (at) => `título ${at}`);
  const skipped = async (text: string) => {
    const { headers } = await own.ask('GET', `/users?tech=${text}`);
    const after = new URL((headers as { nexturl: string }).nexturl).searchParams.get('after') ?? '';
    const { sequence } = await own.database
      .selectFrom('users')
      .select('sequence')
      .where('id', '=', after)
      .executeTakeFirstOrThrow();
    return sequence;
  };
  expect(await skipped('a'.repeat(64))).toBeLessThan((await skipped('raríssima')) / 3);
});

test('a page number of a search counts a limited number of technologies (X-316)', async () => {
  const { own, idAt } = await startWith(30, (at) => `comum ${at % 30}`);
  const firstOf = async (number: number) => {
    const { body } = await own.ask<PublicUser[]>('GET', `/users?tech=comum&perPage=1&page=${number}`);
    return body[0]?.id;
  };
  expect([await firstOf(2), await firstOf(600), await firstOf(1_020)]).toEqual([1, 599, 1_019].map(idAt));
  expect(await firstOf(1_250)).toBeUndefined();
});
