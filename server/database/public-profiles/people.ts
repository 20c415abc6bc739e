import { type RawBuilder, sql } from 'kysely';
import { PEOPLE_PER_PAGE } from '#contract/limits.ts';
import type { Technology } from '#contract/technology.ts';
import { nextSlice } from '../../load/continuations.ts';
import type { Database } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { StatementSize } from '../statements/statement-size.ts';
import { levelsSpelled } from '../technologies/technologies.ts';
import { countOfWorks } from '../works/works.ts';
import { isListed } from './public-list.ts';

/** Users with works first, then by the day of their last change, then the newest. */
export type Position = { rank: number; sequence: number };

type PeopleFilter = {
  /** The spellings of each technology. A person knows all of them. */
  technologies: ReadonlyArray<readonly string[]>;
  /** Undefined for any. */
  statuses: readonly string[] | undefined;
  module: string | undefined;
};

// Its rank is above all others.
const START: Position = { rank: 999_999_999, sequence: 0 };
// Above all sequences, and times the highest rank below 2^63.
const PACKED = sql.lit(2 ** 36);
// How many users of the rarest technology a request checks, until a page is full.
const CHECKED = 1_344;
const CHECKED_AT_ONCE = { fewest: { SQLite: 16, PostgreSQL: 64 }, most: 1_024 };
// Enough to tell rare technologies from common ones.
const COUNTED = 1_024;

/** A page of people after `after`. If `next` is set, more may follow, even if this page is empty. */
export async function findPeople(database: Database, filter: PeopleFilter, after: Position | undefined) {
  const technologies = await rarestFirst(database, filter.technologies);
  if (technologies.length === 0) return { people: [], next: undefined };
  const size = new StatementSize(database.engine, CHECKED_AT_ONCE);
  const found: Position[] = [];
  let last = after;
  let checked = 0;
  while (checked < CHECKED) {
    await nextSlice();
    const step = Math.min(size.users, CHECKED - checked);
    const from = last;
    const users = await size.run(() => checkUsers(database, { ...filter, technologies }, from, step));
    found.push(...users.filter(({ matches }) => matches === 1));
    const people = found.slice(0, PEOPLE_PER_PAGE);
    if (found.length > PEOPLE_PER_PAGE) return { people, next: people.at(-1) };
    last = users.at(-1);
    if (!last) return { people, next: undefined };
    checked += step;
  }
  return { people: found, next: last };
}

/** Empty if nobody knows one of them. */
async function rarestFirst(database: Database, technologies: PeopleFilter['technologies']) {
  if (technologies.some((spellings) => spellings.length === 0)) return [];
  if (technologies.length < 2) return technologies;
  const counts = technologies.map((spellings, index) =>
    sql<number>`(select count(*) from (
      select 1 from technologies
      where spelling in (${sql.join(spellings)}) and rank is not null and deleted_at is null limit ${COUNTED}
    ) as known)`.as(`${index}`),
  );
  const row = await database.selectNoFrom(counts).executeTakeFirstOrThrow();
  const counted = technologies.map((spellings, index) => ({ spellings, count: row[`${index}`] ?? 0 }));
  if (counted.some(({ count }) => count === 0)) return [];
  return counted.toSorted((one, other) => one.count - other.count).map(({ spellings }) => spellings);
}

type Checked = Position & { matches: 0 | 1 };

/** The next `step` users who know the first technology, in order. One index search per user and condition. */
async function checkUsers(database: Database, filter: PeopleFilter, after: Position | undefined, step: number) {
  const { technologies, statuses, module } = filter;
  const [first = []] = technologies;
  const lists = first.map((spelling) => listUsers(spelling, after ?? START, step));
  // Not `exists`, for which PostgreSQL may read the whole list.
  const known = technologies.map(
    (spellings) => sql`(
      select 1 from technologies
      where spelling in (${sql.join(spellings)}) and technologies.rank = candidates.rank
        and technologies.listed = candidates.listed
        ${statuses ? sql`and status in (${sql.join(statuses)})` : sql``} and deleted_at is null limit 1
    ) = 1`,
  );
  const hasModule = sql`(select course_module from users where sequence = listed) = ${module}`;
  const conditions = module === undefined ? known : [...known, hasModule];
  // A user may have several of the spellings.
  const users = sql<Checked>`(
    with candidates as materialized (
      select distinct rank, listed from (${sql.join(lists, sql` union all `)}) as lists
      order by rank desc, listed desc limit ${step}
    )
    select rank, listed as sequence, case when ${sql.join(conditions, sql` and `)} then 1 else 0 end as matches
    from candidates
  )`.as('checked');
  // A Kysely select: on SQLite, raw SQL would wait for writes.
  return database.selectFrom(users).selectAll().orderBy('rank', 'desc').orderBy('sequence', 'desc').execute();
}

/** A loose index scan: one index search per user, because 500 technologies of a user may have one spelling. */
function listUsers(spelling: string, after: Position, step: number): RawBuilder<unknown> {
  // The rank and the sequence as one number: a subquery can return one column only.
  const firstAfter = (rank: unknown, sequence: unknown) => sql`(
    select rank * ${PACKED} + listed from technologies
    where spelling = ${spelling} and rank is not null and deleted_at is null and (rank, listed) < (${rank}, ${sequence})
    order by rank desc, listed desc limit 1
  )`;
  return sql`select position / ${PACKED} as rank, position % ${PACKED} as listed from (
    with recursive users(number, position) as (
      select 1, ${firstAfter(after.rank, after.sequence)}
      union all
      select number + 1, ${firstAfter(sql`users.position / ${PACKED}`, sql`users.position % ${PACKED}`)}
      from users where position is not null and number < ${step}
    )
    select position from users where position is not null
  ) as list`;
}

type ByPosition = { sequences: string; spellings: string };

const readBySequence = prepared('read-people', (database, { sequences, spellings }: ByPosition) =>
  database
    .selectFrom('users')
    .innerJoin('handles', (join) => join.onRef('handles.user_id', '=', 'users.id').on('handles.left_at', 'is', null))
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select(['users.sequence', 'users.name', 'users.course_module', 'handles.handle', 'avatars.name as avatar'])
    .select([levelsSpelled(spellings).as('levels'), countOfWorks().as('works')])
    .where(isOneOf('users.sequence', 'bigint', sequences))
    .where(isListed),
);

type SpelledLevel = Pick<Technology, 'status'> & { spelling: string };

/** Public people by their sequence, with their levels of these spellings. */
export async function readPeople(database: Database, positions: readonly Position[], spellings: readonly string[]) {
  await nextSlice();
  const sequences = JSON.stringify(positions.map(({ sequence }) => sequence));
  const rows = await readBySequence(database, { sequences, spellings: JSON.stringify(spellings) });
  return new Map(rows.map((row) => [row.sequence, { ...row, levels: JSON.parse(row.levels) as SpelledLevel[] }]));
}

const findSequence = prepared('read-sequence-of-handle', (database, { handle }: { handle: string }) =>
  database
    .selectFrom('handles')
    .innerJoin('users', 'users.id', 'handles.user_id')
    .select('users.sequence')
    .where('handles.handle', '=', handle)
    .where('handles.left_at', 'is', null)
    .where(isListed),
);

/** A position as text: the rank and, because a sequence would reveal the number of users, the handle. */
export function positionText(rank: number, handle: string): string {
  return `${rank}.${handle}`;
}

/** Returns undefined for an invalid position, and for the handle of a private profile as for an unknown one. */
export async function readPosition(database: Database, text: string): Promise<Position | undefined> {
  const [, rank = '', handle = ''] = /^(\d{1,9})\.([a-z0-9-]{1,50})$/.exec(text) ?? [];
  const [user] = handle === '' ? [] : await findSequence(database, { handle });
  return user && { rank: Number(rank), sequence: user.sequence };
}
