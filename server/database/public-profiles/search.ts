import { setImmediate } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import { isOneOfTexts } from '../statements/json.ts';
import { isListed, lastPlace, placeAt } from './public-list.ts';
import type { Database } from '../open.ts';
import { selectMatching, titleContains } from '../technologies/technologies.ts';

/** Who comes after this place, and how many of them. */
export type Next = { last: number; limit: number };

// Users who are asked for their titles, before the titles are asked for their users: enough for what many know.
const NEAR = 128;
// Titles of one statement.
const AT_ONCE = 16;
// Places that are counted in one statement: nothing else happens on SQLite meanwhile.
const SLICE = 8_192;

/**
 * The places of those who know it. The next users are asked, and then each title for its first users: that takes as long
 * for a million as for a thousand.
 */
export async function findPlaces(database: Database, wanted: string, { last, limit }: Next): Promise<number[]> {
  const edge = await placeAt(database, NEAR - 1, last);
  const near = await database
    .selectFrom('users')
    .select('users.sequence')
    .where(isListed)
    .where((user) => user.exists(selectMatching(wanted)))
    .where('users.sequence', '>', last)
    .where('users.sequence', '<=', edge ?? Number.MAX_SAFE_INTEGER)
    .orderBy('users.sequence')
    .limit(limit)
    .execute();
  const found = near.map(({ sequence }) => sequence);
  if (edge === undefined || found.length === limit) return found;
  return [...found, ...(await mergeTitles(database, wanted, { last: edge, limit: limit - found.length }))];
}

/** The first places of many ordered lists: one of each title. */
async function mergeTitles(database: Database, wanted: string, next: Next): Promise<number[]> {
  const titles = await listTitles(database, wanted, next.last);
  let found: number[] = [];
  for (let at = 0; at < titles.length; at += AT_ONCE) {
    const some = titles.slice(at, at + AT_ONCE);
    // Every later title begins behind this page.
    if (found.length === next.limit && (some[0]?.first ?? 0) > (found.at(-1) ?? 0)) break;
    const places = await firstPlaces(database, some, next);
    found = [...new Set([...found, ...places])].toSorted((one, other) => one - other).slice(0, next.limit);
  }
  return found;
}

type Title = { search_key: string; first: number };

/** The titles of listed users that contain it, each with its first user after that place: who has the first comes first. */
async function listTitles(database: Database, wanted: string, last: number): Promise<Title[]> {
  // From one title to the next one in the index: there are few, whatever the number of users.
  const { rows } = await sql<Title>`
    with recursive titles(search_key) as (
      select min(search_key) from technologies where listed is not null and deleted_at is null
      union all
      select (
        select min(search_key) from technologies
        where listed is not null and deleted_at is null and search_key > titles.search_key
      ) from titles where search_key is not null
    ), matching as materialized (
      select search_key, (
        select min(listed) from technologies
        where search_key = titles.search_key and listed > ${last} and deleted_at is null
      ) as first
      from titles where ${titleContains(sql.ref('search_key'), wanted)}
    )
    select search_key, first from matching where first is not null order by first`.execute(database);
  return rows;
}

async function firstPlaces(database: Database, titles: Title[], { last, limit }: Next): Promise<number[]> {
  const lists: Array<Expression<unknown>> = titles.map(
    ({ search_key: key }) => sql`select listed from (
      select distinct listed from technologies
      where search_key = ${key} and listed > ${last} and deleted_at is null order by listed limit ${limit}
    ) as places`,
  );
  const { rows } = await sql<{ listed: number }>`${sql.join(lists, sql` union all `)}`.execute(database);
  return rows.map(({ listed }) => listed);
}

/** The same, of those who know it. They are counted, in steps of some milliseconds: `after` is what spares this. */
export async function findPlaceAt(database: Database, wanted: string, offset: number): Promise<number | undefined> {
  const titles = await listTitles(database, wanted, 0);
  const keys = JSON.stringify(titles.map(({ search_key: key }) => key));
  const end = await lastPlace(database);
  let before = 0;
  for (let from = (titles[0]?.first ?? end + 1) - 1; from < end; from += SLICE) {
    const places = database
      .selectFrom('technologies')
      .where(isOneOfTexts('search_key', keys))
      .where('listed', '>', from)
      .where('listed', '<=', from + SLICE)
      .where('deleted_at', 'is', null);
    const { count } = await places
      .select(({ fn }) => fn.count<number>('listed').distinct().as('count'))
      .executeTakeFirstOrThrow();
    if (before + count > offset) {
      const at = places
        .select('listed')
        .distinct()
        .orderBy('listed')
        .limit(1)
        .offset(offset - before);
      return (await at.executeTakeFirst())?.listed ?? undefined;
    }
    before += count;
    await setImmediate();
  }
  return undefined;
}
