import { setImmediate } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import type { Database } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { technologiesMatching, titleContains } from '../technologies/technologies.ts';
import { lastSequence, selectListedUsers, sequenceAt } from './public-list.ts';

export type Range = { after: number; limit: number };

// Users checked one by one before the search by title: enough to fill a page if the technology is popular.
const CHECKED_USERS = 128;
const TITLES_PER_STATEMENT = 16;
// Sequences counted per statement: on SQLite, a statement blocks the process.
const SLICE = 8_192;

/** The sequences of listed users with a matching title. The time does not grow with the number of users. */
export async function findSequences(database: Database, key: string, { after, limit }: Range): Promise<number[]> {
  const edge = await sequenceAt(database, CHECKED_USERS - 1, after);
  const near = await selectListedUsers(database)
    .where((user) => user.exists(technologiesMatching(key)))
    .where('users.sequence', '>', after)
    .where('users.sequence', '<=', edge ?? Number.MAX_SAFE_INTEGER)
    .orderBy('users.sequence')
    .limit(limit)
    .execute();
  const sequences = near.map(({ sequence }) => sequence);
  if (edge === undefined || sequences.length === limit) return sequences;
  return [...sequences, ...(await mergeTitles(database, key, { after: edge, limit: limit - sequences.length }))];
}

async function mergeTitles(database: Database, key: string, range: Range): Promise<number[]> {
  const titles = await listTitles(database, key, range.after);
  let sequences: number[] = [];
  for (let index = 0; index < titles.length; index += TITLES_PER_STATEMENT) {
    const some = titles.slice(index, index + TITLES_PER_STATEMENT);
    // The users of all further titles come after this page.
    if (sequences.length === range.limit && (some[0]?.first ?? 0) > (sequences.at(-1) ?? 0)) break;
    const more = await firstSequences(database, some, range);
    sequences = [...new Set([...sequences, ...more])].toSorted((one, other) => one - other).slice(0, range.limit);
  }
  return sequences;
}

type Title = { search_key: string; first: number };

/** Matching titles of listed users, each with its `first` sequence above `after`, in the order of `first`. */
async function listTitles(database: Database, key: string, after: number): Promise<Title[]> {
  // A loose index scan: one index search per distinct title.
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
        where search_key = titles.search_key and listed > ${after} and deleted_at is null
      ) as first
      from titles where ${titleContains(sql.ref('search_key'), key)}
    )
    select search_key, first from matching where first is not null order by first`.execute(database);
  return rows;
}

async function firstSequences(database: Database, titles: Title[], { after, limit }: Range): Promise<number[]> {
  const lists: Array<Expression<unknown>> = titles.map(
    ({ search_key: key }) => sql`select listed from (
      select distinct listed from technologies
      where search_key = ${key} and listed > ${after} and deleted_at is null order by listed limit ${limit}
    ) as sequences`,
  );
  const { rows } = await sql<{ listed: number }>`${sql.join(lists, sql` union all `)}`.execute(database);
  return rows.map(({ listed }) => listed);
}

/** Like `sequenceAt`, among the users with a matching title. Each statement takes milliseconds. */
export async function findSequenceAt(database: Database, key: string, offset: number): Promise<number | undefined> {
  const titles = await listTitles(database, key, 0);
  const keys = JSON.stringify(titles.map(({ search_key }) => search_key));
  const end = await lastSequence(database);
  let left = offset;
  for (let from = (titles[0]?.first ?? end + 1) - 1; from < end; from += SLICE) {
    const slice = database
      .selectFrom('technologies')
      .where(isOneOf('search_key', 'text', keys))
      .where('listed', '>', from)
      .where('listed', '<=', from + SLICE)
      .where('deleted_at', 'is', null);
    const { count } = await slice
      .select(({ fn }) => fn.count<number>('listed').distinct().as('count'))
      .executeTakeFirstOrThrow();
    if (count > left) {
      const sequences = slice.select('listed').distinct().orderBy('listed');
      return (await sequences.limit(1).offset(left).executeTakeFirst())?.listed ?? undefined;
    }
    left -= count;
    await setImmediate();
  }
  return undefined;
}
