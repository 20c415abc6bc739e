import { type Expression, sql } from 'kysely';
import { nextSlice } from '../../load/continuations.ts';
import type { Database } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { technologiesMatching, titleContains } from '../technologies/technologies.ts';
import { lastSequence, selectListedUsers, sequenceAt } from './public-list.ts';

export type Range = { after: number; limit: number };

// Users checked one by one before the search by title: enough to fill a page if the technology is popular.
const CHECKED_USERS = 128;
const TITLES_PER_STATEMENT = 16;
// Distinct titles read by one statement, and the most that a search reads and merges. A few thousand accounts can store a
// million, among which a search would take twenty seconds.
const SCANNED_TITLES = 1_000;
const MOST_SCANNED_TITLES = 30_000;
const MOST_TITLES = 1_000;
// Statements of a search that checks users one by one, each up to 128 users with 500 technologies.
const MOST_CHECKS = 8;
// Sequences counted per statement: on SQLite, a statement blocks the process.
const SLICE = 8_192;

/** `edge`: the sequence at which the search has stopped early. Without it, further users come after the last one found. */
type Found = { sequences: number[]; edge?: number | undefined };

/** The sequences of listed users with a matching title. Each statement takes milliseconds. */
export async function findSequences(database: Database, key: string, range: Range): Promise<Found> {
  const { found, edge } = await checkUsers(database, key, range);
  if (edge === undefined || found.length === range.limit) return { sequences: found };
  const rest = { after: edge, limit: range.limit - found.length };
  const titles = await listTitles(database, key, edge);
  const more = titles
    ? { sequences: await mergeTitles(database, titles, rest) }
    : await findByUser(database, key, rest);
  return { ...more, sequences: [...found, ...more.sequences] };
}

type Checked = { found: number[]; edge: number | undefined };

/** Checks the next listed users, up to `edge`, or all of them. */
async function checkUsers(database: Database, key: string, { after, limit }: Range): Promise<Checked> {
  const edge = await sequenceAt(database, CHECKED_USERS - 1, after);
  const users = await selectListedUsers(database)
    .where((user) => user.exists(technologiesMatching(key)))
    .where('users.sequence', '>', after)
    .where('users.sequence', '<=', edge ?? Number.MAX_SAFE_INTEGER)
    .orderBy('users.sequence')
    .limit(limit)
    .execute();
  return { found: users.map(({ sequence }) => sequence), edge };
}

async function findByUser(database: Database, key: string, { after, limit }: Range): Promise<Found> {
  const sequences: number[] = [];
  let edge: number | undefined = after;
  for (let checks = 0; checks < MOST_CHECKS && edge !== undefined && sequences.length < limit; checks += 1) {
    const checked: Checked = await checkUsers(database, key, { after: edge, limit: limit - sequences.length });
    sequences.push(...checked.found);
    edge = checked.edge;
    await nextSlice();
  }
  return sequences.length < limit ? { sequences, edge } : { sequences };
}

async function mergeTitles(database: Database, titles: Title[], range: Range): Promise<number[]> {
  let sequences: number[] = [];
  for (let index = 0; index < titles.length; index += TITLES_PER_STATEMENT) {
    const some = titles.slice(index, index + TITLES_PER_STATEMENT);
    // The users of all further titles come after this page.
    if (sequences.length === range.limit && (some[0]?.first ?? 0) > (sequences.at(-1) ?? 0)) break;
    const more = await firstSequences(database, some, range);
    sequences = [...new Set([...sequences, ...more])].toSorted((one, other) => one - other).slice(0, range.limit);
    await nextSlice();
  }
  return sequences;
}

type Title = { search_key: string; first: number };

/**
 * Matching titles of listed users, each with its `first` sequence above `after`, in the order of `first`. Undefined if
 * there are too many, matching or not: then it takes less time to check users one by one.
 */
async function listTitles(database: Database, key: string, after: number): Promise<Title[] | undefined> {
  const matching: Title[] = [];
  let scanned = 0;
  for (let last: string | null | undefined; last !== null; await nextSlice()) {
    if (scanned === MOST_SCANNED_TITLES) return undefined;
    const titles = await scanTitles(database, key, after, last);
    scanned += SCANNED_TITLES;
    for (const { search_key, first } of titles) {
      if (search_key !== null && first !== null) matching.push({ search_key, first });
    }
    if (matching.length > MOST_TITLES) return undefined;
    last = titles.find(({ number }) => number === SCANNED_TITLES)?.search_key ?? null;
  }
  return matching.toSorted((one, other) => one.first - other.first);
}

type Scanned = { number: number; search_key: string | null; first: number | null };

/** The matching ones of the first distinct titles above `last`, and the last of these. */
async function scanTitles(database: Database, key: string, after: number, last?: string): Promise<Scanned[]> {
  const above = last === undefined ? sql`` : sql`and search_key > ${last}`;
  const contains = titleContains(sql.ref<string>('search_key'), key);
  // A loose index scan: one index search per distinct title.
  const scanned = sql<Scanned>`(
    with recursive titles(number, search_key) as (
      select 1, min(search_key) from technologies where listed is not null and deleted_at is null ${above}
      union all
      select number + 1, (
        select min(search_key) from technologies
        where listed is not null and deleted_at is null and search_key > titles.search_key
      ) from titles where search_key is not null and number < ${SCANNED_TITLES}
    )
    select number, search_key, case when ${contains} then (
      select min(listed) from technologies
      where search_key = titles.search_key and listed > ${after} and deleted_at is null
    ) end as first
    from titles where ${contains} or number = ${SCANNED_TITLES}
  )`.as('scanned');
  return database.selectFrom(scanned).selectAll().execute();
}

async function firstSequences(database: Database, titles: Title[], { after, limit }: Range): Promise<number[]> {
  const lists: Array<Expression<unknown>> = titles.map(
    ({ search_key: key }) => sql`select listed from (
      select distinct listed from technologies
      where search_key = ${key} and listed > ${after} and deleted_at is null order by listed limit ${limit}
    ) as sequences`,
  );
  const all = sql<{ listed: number }>`(${sql.join(lists, sql` union all `)})`.as('lists');
  const rows = await database.selectFrom(all).selectAll().execute();
  return rows.map(({ listed }) => listed);
}

/**
 * Like `sequenceAt`, among the users with a matching title. If there are too many titles, among the first thousand users
 * only. Each statement takes milliseconds.
 */
export async function findSequenceAt(database: Database, key: string, offset: number): Promise<number | undefined> {
  const titles = await listTitles(database, key, 0);
  if (!titles) return (await findByUser(database, key, { after: 0, limit: offset + 1 })).sequences[offset];
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
    await nextSlice();
  }
  return undefined;
}
