import { sql } from 'kysely';
import { PEOPLE_PER_PAGE } from '#contract/limits.ts';
import type { Technology } from '#contract/technology.ts';
import type { Database } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { technologiesSpelled } from '../technologies/technologies.ts';
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

// How many users of the rarest technology each step checks, until a page is full. Their sum bounds the time of a request.
const STEPS = [64, 256, 1_024];
// Enough to tell rare technologies from common ones.
const COUNTED = 2_048;

/** A page of people after `after`. If `next` is set, more may follow, even if this page is empty. */
export async function findPeople(database: Database, filter: PeopleFilter, after: Position | undefined) {
  const technologies = await rarestFirst(database, filter.technologies);
  const found: Position[] = [];
  let last = after;
  for (const step of technologies.length > 0 ? STEPS : []) {
    const users = await checkUsers(database, { ...filter, technologies }, last, step);
    found.push(...users.filter(({ matches }) => matches === 1));
    const people = found.slice(0, PEOPLE_PER_PAGE);
    if (found.length > PEOPLE_PER_PAGE) return { people, next: people.at(-1) };
    last = users.at(-1);
    if (!last) return { people, next: undefined };
  }
  return { people: found, next: technologies.length > 0 ? last : undefined };
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
  const [first = [], ...others] = technologies;
  const following = after ? sql`and (rank, listed) < (${after.rank}, ${after.sequence})` : sql``;
  const isHighEnough = statuses ? sql`status in (${sql.join(statuses)})` : sql`true`;
  const lists = first.map(
    (spelling) => sql`select rank, listed, status from (
      select rank, listed, status from technologies
      where spelling = ${spelling} and rank is not null and deleted_at is null ${following}
      order by rank desc, listed desc limit ${step}
    ) as list`,
  );
  // Not `exists`, for which PostgreSQL may read the whole list.
  const known = others.map(
    (spellings) => sql`(
      select 1 from technologies
      where spelling in (${sql.join(spellings)}) and technologies.rank = candidates.rank
        and technologies.listed = candidates.listed and ${isHighEnough} and deleted_at is null limit 1
    ) = 1`,
  );
  // The cheapest first.
  const conditions = [
    sql`is_high_enough = 1`,
    ...known,
    ...(module === undefined ? [] : [sql`(select course_module from users where sequence = listed) = ${module}`]),
  ];
  // A user may have several of the spellings, each with its level.
  const users = sql<Checked>`(
    with candidates as materialized (
      select rank, listed, max(case when ${isHighEnough} then 1 else 0 end) as is_high_enough
      from (${sql.join(lists, sql` union all `)}) as lists
      group by rank, listed order by rank desc, listed desc limit ${step}
    )
    select rank, listed as sequence, case when ${sql.join(conditions, sql` and `)} then 1 else 0 end as matches
    from candidates
  )`.as('checked');
  // A Kysely select: on SQLite, raw SQL would wait for writes.
  return database.selectFrom(users).selectAll().orderBy('rank', 'desc').orderBy('sequence', 'desc').execute();
}

type ByPosition = { sequences: string; spellings: string };

const readBySequence = prepared('read-people', (database, { sequences, spellings }: ByPosition) =>
  database
    .selectFrom('users')
    .innerJoin('handles', (join) => join.onRef('handles.user_id', '=', 'users.id').on('handles.left_at', 'is', null))
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select(['users.sequence', 'users.name', 'users.course_module', 'handles.handle', 'avatars.name as avatar'])
    .select([technologiesSpelled(spellings).as('techs'), countOfWorks().as('works')])
    .where(isOneOf('users.sequence', 'bigint', sequences))
    .where(isListed),
);

type SpelledTechnology = Pick<Technology, 'title' | 'status'> & { spelling: string };

/** Public people by their sequence, with the technologies of these spellings. */
export async function readPeople(database: Database, positions: readonly Position[], spellings: readonly string[]) {
  const sequences = JSON.stringify(positions.map(({ sequence }) => sequence));
  const rows = await readBySequence(database, { sequences, spellings: JSON.stringify(spellings) });
  return new Map(rows.map((row) => [row.sequence, { ...row, techs: JSON.parse(row.techs) as SpelledTechnology[] }]));
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
