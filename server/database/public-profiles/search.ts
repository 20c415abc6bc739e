import { type Expression, sql } from 'kysely';
import { nextSlice, ownTime } from '../../load/continuations.ts';
import { DatabaseUnavailable } from '../errors.ts';
import type { Database } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { titleContains } from '../technologies/technologies.ts';
import { lastSequence } from './public-list.ts';

export type Range = { after: number; limit: number };

// What one statement checks or reads: on SQLite it blocks the process, and on PostgreSQL each costs a round trip.
const STEPS = { SQLite: { technologies: 4_096, titles: 1_000 }, PostgreSQL: { technologies: 16_384, titles: 5_000 } };
// Technologies checked by a search if there are too many titles.
const MOST_CHECKED = 32_768;
// Bytes of a text up to which these hold; of a longer one, fewer technologies are checked. PostgreSQL compares "b각각…" with
// "각각…" byte by byte at each letter.
const SHORT_KEY = 16;
// Few, because a user may have 500 technologies that differ only in accents, and so have one title here.
const TITLES_PER_STATEMENT = 4;
// Distinct titles read by a search, and merged. Reading one takes as long as checking five technologies, and a few thousand
// accounts can store a million.
const MOST_READ = 5_000;
const MOST_MERGED = 200;
// In milliseconds. So long, a database that has had more titles than MOST_READ is not asked for them.
const REMEMBERED = 60_000;
// For a page number: sequences counted by one statement, and technologies, because on SQLite it blocks the process.
const SLICE = 8_192;
const COUNTED = 16_384;
const MOST_COUNTED = 30_000;
// In milliseconds, for the statements of a request, which take a twentieth of it unless the database is busy.
const TIME = 1_500;

/** The time that the statements of a search may take, without waits in queues. */
export class Budget {
  #left = TIME;

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  async spend<Result>(work: () => Promise<Result>): Promise<Result> {
    const since = ownTime();
    const result = await work();
    this.#left -= ownTime() - since;
    return result;
  }
}

/** What a request searches for. Its statements share the budget. */
export type Search = { database: Database; key: string; budget: Budget };

/** `edge`: the sequence at which the search has stopped early. Without it, further users come after the last one found. */
type Found = { sequences: number[]; edge?: number | undefined };

function stepsOf({ engine }: Database) {
  return STEPS[engine.name];
}

/** When a database had too many titles to read. */
const hadManyTitles = new WeakMap<Database, number>();

/** The sequences of listed users with a matching title. Each statement takes milliseconds. */
export async function findSequences(search: Search, range: Range): Promise<Found> {
  const first = await findInOrder(search, range, stepsOf(search.database).technologies);
  const { sequences, edge } = first;
  if (edge === undefined) return first;
  const rest = { after: edge, limit: range.limit - sequences.length };
  const titles = await listTitles(search, edge);
  const merged = titles && (await mergeTitles(search, titles, rest));
  const more = merged ? { sequences: merged } : await findInOrder(search, rest, MOST_CHECKED);
  return { ...more, sequences: [...sequences, ...more.sequences] };
}

type Checked = { found: number[]; edge: number | undefined };

/** Checks the next technologies in the order of their users, up to the user `edge`, or all of them. */
async function checkTechnologies({ database, key }: Search, { after, limit }: Range): Promise<Checked> {
  const count = Math.ceil(stepsOf(database).technologies / Math.max(1, Buffer.byteLength(key) / SHORT_KEY));
  const following = selectSequences(database, after)
    // For the index in this order.
    .where('search_key', '<>', sql.lit(''))
    .orderBy('listed');
  const last = await following
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  const edge = last?.listed;
  const users = await following
    .distinct()
    .where('listed', '<=', edge ?? Number.MAX_SAFE_INTEGER)
    .where(titleContains(sql.ref('search_key'), key))
    .limit(limit)
    .execute();
  return { found: users.map(({ listed }) => listed), edge };
}

function selectSequences(database: Database, after: number) {
  return database
    .selectFrom('technologies')
    .select('listed')
    .$narrowType<{ listed: number }>()
    .where('listed', '>', after)
    .where('deleted_at', 'is', null);
}

/** Checks nothing if the budget is spent: an earlier search of this request has made progress. */
async function findInOrder(search: Search, { after, limit }: Range, most: number): Promise<Found> {
  const sequences: number[] = [];
  let edge: number | undefined = after;
  for (let checked = 0; edge !== undefined && sequences.length < limit && checked < most && !search.budget.isSpent;) {
    const range: Range = { after: edge, limit: limit - sequences.length };
    const some: Checked = await search.budget.spend(() => checkTechnologies(search, range));
    sequences.push(...some.found);
    edge = some.edge;
    checked += stepsOf(search.database).technologies;
    await nextSlice();
  }
  return sequences.length < limit ? { sequences, edge } : { sequences };
}

/** Undefined if the budget is spent. */
async function mergeTitles({ database, budget }: Search, titles: Title[], range: Range): Promise<number[] | undefined> {
  let sequences: number[] = [];
  for (let index = 0; index < titles.length; index += TITLES_PER_STATEMENT) {
    const some = titles.slice(index, index + TITLES_PER_STATEMENT);
    // The users of all further titles come after this page.
    if (sequences.length === range.limit && (some[0]?.first ?? 0) > (sequences.at(-1) ?? 0)) break;
    if (budget.isSpent) return undefined;
    const more = await budget.spend(() => firstSequences(database, some, range));
    sequences = [...new Set([...sequences, ...more])].toSorted((one, other) => one - other).slice(0, range.limit);
    await nextSlice();
  }
  return sequences;
}

type Title = { search_key: string; first: number };

/**
 * Matching titles of listed users, each with its `first` sequence above `after`, in the order of `first`. Undefined if
 * there are too many, or the budget is spent: technologies are checked in order instead.
 */
async function listTitles(search: Search, after: number): Promise<Title[] | undefined> {
  const { database, budget } = search;
  const step = stepsOf(database).titles;
  if (performance.now() - (hadManyTitles.get(database) ?? -Infinity) < REMEMBERED) return undefined;
  const matching: Title[] = [];
  let scanned = 0;
  for (let last: string | null | undefined; last !== null; await nextSlice()) {
    if (scanned === MOST_READ) hadManyTitles.set(database, performance.now());
    if (scanned === MOST_READ || budget.isSpent) return undefined;
    const from = last;
    const titles = await budget.spend(() => scanTitles(search, after, from));
    scanned += step;
    for (const { search_key, first } of titles) {
      if (search_key !== null && first !== null) matching.push({ search_key, first });
    }
    if (matching.length > MOST_MERGED) return undefined;
    last = titles.find(({ number }) => number === step)?.search_key ?? null;
  }
  return matching.toSorted((one, other) => one.first - other.first);
}

type Scanned = { number: number; search_key: string | null; first: number | null };

/** The matching ones of the first distinct titles above `last`, and the last of these. */
async function scanTitles({ database, key }: Search, after: number, last?: string): Promise<Scanned[]> {
  const step = stepsOf(database).titles;
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
      ) from titles where search_key is not null and number < ${step}
    )
    select number, search_key, case when ${contains} then (
      select min(listed) from technologies
      where search_key = titles.search_key and listed > ${after} and deleted_at is null
    ) end as first
    from titles where ${contains} or number = ${step}
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
 * Like `sequenceAt`, among the users with a matching title; among the first ones only if it would have to read too much.
 * Throws DatabaseUnavailable if the budget is spent: an empty page would look like the end.
 */
export async function findSequenceAt(search: Search, offset: number): Promise<number | undefined> {
  const { database, budget } = search;
  const titles = await listTitles(search, 0);
  if (!titles) {
    const { sequences } = await findInOrder(search, { after: 0, limit: offset + 1 }, MOST_CHECKED);
    if (sequences.length <= offset) refuseIfSpent(budget);
    return sequences[offset];
  }
  const keys = JSON.stringify(titles.map(({ search_key }) => search_key));
  const end = await lastSequence(database);
  let left = offset;
  let read = 0;
  let size = SLICE;
  const isOver = () => read >= MOST_COUNTED || budget.isSpent;
  for (let from = (titles[0]?.first ?? end + 1) - 1; from < end && !isOver(); await nextSlice()) {
    const slice = selectMatching(database, keys, { after: from, limit: size });
    const { users, technologies } = await budget.spend(() => countMatching(database, slice));
    if (technologies === COUNTED) {
      size /= 4;
      continue;
    }
    if (users > left) {
      const last = await slice.distinct().orderBy('listed').limit(1).offset(left).executeTakeFirst();
      return last?.listed ?? undefined;
    }
    left -= users;
    read += technologies;
    from += size;
    size = Math.min(4 * size, SLICE);
  }
  refuseIfSpent(budget);
  return undefined;
}

function refuseIfSpent(budget: Budget): void {
  if (budget.isSpent) throw new DatabaseUnavailable('A search by page number took too long');
}

function selectMatching(database: Database, keys: string, { after, limit }: Range) {
  return selectSequences(database, after)
    .where('listed', '<=', after + limit)
    .where(isOneOf('search_key', 'text', keys));
}

function countMatching(database: Database, slice: ReturnType<typeof selectMatching>) {
  return database
    .selectFrom(slice.limit(COUNTED).as('slice'))
    .select(({ fn }) => [fn.count<number>('listed').distinct().as('users'), fn.countAll<number>().as('technologies')])
    .executeTakeFirstOrThrow();
}
