import type { Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { searchKey } from '#contract/search-key.ts';
import type { PublicUser } from '#contract/user.ts';
import { makePeople } from '../../scripts/database/people.ts';
import { MIGRATIONS } from '../../server/database/migrate.ts';
import type { Database } from '../../server/database/open.ts';
import { lockAccount, unlockAccount } from '../../server/database/security/administration.ts';
import type { TechnologiesTable, UsersTable } from '../../server/database/tables.ts';
import { adminEvent } from '../../server/accounts/security-log.ts';
import { startServer } from '../helpers/start-server.ts';

// More than the server asks one by one for their titles: whoever comes later is found by title.
const MANY = 1_000;

const server = await startServer();
await seed(server.database);

/** People with three technologies each; two know what hardly anybody knows, and the last ones what is new. */
async function seed(database: Database): Promise<void> {
  const people = makePeople(1, MANY, 3, 'hash');
  // An empty table numbers them as they come, from 1 on.
  const users = people.users.map(({ sequence: _sequence, ...user }) => user) as Array<Insertable<UsersTable>>;
  const technologies = people.technologies as Array<Insertable<TechnologiesTable>>;
  const retitle = (at: number, title: string) =>
    Object.assign(technologies[at] ?? {}, { title, title_key: title, search_key: searchKey(title) });
  // The test's own server takes the name of the engine for a leak.
  for (const [at, { title }] of technologies.entries()) if (title === 'SQLite') retitle(at, 'Sequelize 6');
  for (const at of [1_201, 2_702]) retitle(at, 'raríssima');
  for (let at = 2_400; at < 3_000; at += 3) retitle(at, `nova ${at % 20}`);
  for (let at = 0; at < MANY; at += 100) {
    await database
      .insertInto('users')
      .values(users.slice(at, at + 100))
      .execute();
    await database
      .insertInto('technologies')
      .values(technologies.slice(at * 3, (at + 100) * 3))
      .execute();
  }
}

/** What the list has to hold, found without any index. */
async function expected(tech: string): Promise<string[]> {
  const { database } = server;
  const users = await database.selectFrom('users').selectAll().orderBy('sequence').execute();
  const technologies = await database.selectFrom('technologies').selectAll().execute();
  const knows = new Set(
    technologies
      .filter(({ deleted_at: deleted, search_key: key }) => deleted === null && key.includes(searchKey(tech)))
      .map(({ user_id: id }) => id),
  );
  return users
    .filter(({ id, visibility, locked_at: locked }) => visibility === 'public' && locked === null && knows.has(id))
    .map(({ id }) => id);
}

async function page(query: string): Promise<{ ids: string[]; next: string | undefined }> {
  const { status, headers, body } = await server.ask<PublicUser[]>('GET', `/users${query}`);
  expect(status).toBe(200);
  const { nexturl: next } = headers as { nexturl?: string };
  return { ids: body.map(({ id }) => id), next: next === undefined ? undefined : new URL(next).search };
}

async function follow(query: string): Promise<string[]> {
  const all: string[] = [];
  for (let next: string | undefined = query; next !== undefined;) {
    const { ids, next: after } = await page(next);
    all.push(...ids);
    next = after;
  }
  return all;
}

const find = (tech: string) => follow(`?perPage=100&tech=${encodeURIComponent(tech)}`);

describe('a search among many users', () => {
  test.for(['html', 'c', 'a', 'script', 'rarissima', 'NOVA', 'nova 1', 'nova 7', '.', 'x', 'nobody knows it'])(
    'finds whoever knows %j, in the order of sign-up, by nextUrl and by page numbers (X-311)',
    async (tech) => {
      const wanted = await expected(tech);
      expect(await find(tech)).toEqual(wanted);
      expect(await follow(`?perPage=7&tech=${encodeURIComponent(tech)}`)).toEqual(wanted);
      for (const number of [1, 2, 3, 9, 40]) {
        const { ids } = await page(`?perPage=9&page=${number}&tech=${encodeURIComponent(tech)}`);
        expect(ids).toEqual(wanted.slice((number - 1) * 9, number * 9));
      }
      expect((await page(`?page=999999999&tech=${encodeURIComponent(tech)}`)).ids).toEqual([]);
    },
  );

  test('goes on after somebody, whatever page that is called, and counts when they are not in the list (X-312)', async () => {
    const wanted = await expected('html');
    const [third = '', fourth = ''] = wanted.slice(2);
    expect((await page(`?perPage=1&page=77&tech=html&after=${third}`)).ids).toEqual([fourth]);
    const everybody = await follow('?perPage=100');
    expect((await page(`?perPage=1&page=5&after=${everybody[6]}`)).ids).toEqual([everybody[7]]);
    const { id: hidden } = await server.database
      .selectFrom('users')
      .select('id')
      .where('visibility', '=', 'private')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const after of [hidden, 'nobody', '%00', '']) {
      expect((await page(`?perPage=1&page=3&tech=html&after=${after}`)).ids).toEqual([third]);
      expect((await page(`?perPage=1&page=8&after=${after}`)).ids).toEqual([everybody[7]]);
    }
    expect((await server.ask('GET', `/users?after=${hidden}&after=${hidden}`)).status).toBe(400);
  });

  test('loses and finds whoever changes who sees them, or what they know (X-313)', async () => {
    const one = await server.signUp();
    const { token, user } = one;
    const see = async (visibility: string) =>
      expect((await server.ask('PUT', '/profile', { token, body: { visibility } })).status).toBe(200);
    const early = await server.addTechnology(token, { title: 'Zig Zag' });
    expect(await find('zig zag')).toEqual([]);
    await see('public');
    const late = await server.addTechnology(token, { title: 'Zig Zague' });
    expect(await find('zig zag')).toEqual([user.id]);
    expect(await find('zague')).toEqual([user.id]);
    await see('private');
    expect(await find('zig')).toEqual([]);
    await see('public');
    await server.ask('PUT', `/users/techs/${late.id}`, { token, body: { title: 'Zágue' } });
    expect([await find('zig zague'), await find('zague')]).toEqual([[], [user.id]]);
    await server.ask('DELETE', `/users/techs/${early.id}`, { token });
    expect(await find('zig zag')).toEqual([]);
    await server.ask('POST', `/users/techs/${early.id}/restore`, { token });
    expect(await find('zig zag')).toEqual([user.id]);
    const act = { userId: user.id, event: adminEvent('locked'), now: new Date() };
    await lockAccount(server.database, act);
    expect(await find('zig zag')).toEqual([]);
    await unlockAccount(server.database, act);
    expect(await find('zig zag')).toEqual([user.id]);
    const again = await server.logIn(one.person);
    await server.ask('DELETE', `/users/${user.id}`, { token: again.token, body: {} });
    expect(await find('zig zag')).toEqual([]);
  });

  test('finds after the migration what was there before it (X-314)', async () => {
    const { database } = server;
    const before = await database.selectFrom('technologies').select(['id', 'listed']).orderBy('id').execute();
    for (const name of ['technologies_listed', 'users_listed']) await database.schema.dropIndex(name).execute();
    await database.schema.alterTable('technologies').dropColumn('listed').execute();
    await database.schema.createIndex('users_visibility').on('users').columns(['visibility', 'sequence']).execute();
    await MIGRATIONS['0015-listed-technologies']?.up(database);
    expect(await database.selectFrom('technologies').select(['id', 'listed']).orderBy('id').execute()).toEqual(before);
    expect(await find('nova')).toEqual(await expected('nova'));
  });
});
