import { TECHNOLOGY_LIMITS, USERS_PAGE_LIMIT, WORK_LIMITS, WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import { nextSlice } from '../../load/continuations.ts';
import type { Database, Queryable } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { StatementSize } from '../statements/statement-size.ts';
import { countOfTechnologies } from '../technologies/technologies.ts';
import { type Profile, profileOf, selectProfiles } from '../users/profiles.ts';
import { countOfWorks } from '../works/works.ts';
import { isListed, selectListedUsers, selectSequence, sequenceAt } from './public-list.ts';
import { Budget, findSequenceAt, findSequences, type Range, type Search } from './search.ts';

const READ_AT_ONCE = { fewest: { SQLite: 4, PostgreSQL: 50 }, most: 50 };
// Statements of a search have sizes of their own.
const FOUND_AT_ONCE = { fewest: { SQLite: 50, PostgreSQL: 50 }, most: 50 };
// The largest row in bytes: four per character, and 300 for its other columns.
const LARGEST = {
  technology: largestRow(TECHNOLOGY_LIMITS),
  // Each id takes 39 bytes, with its quotes and a comma.
  work: largestRow(WORK_LIMITS) + 39 * WORK_TECHNOLOGIES_LIMIT,
};

function largestRow(limits: Record<string, number>): number {
  return Object.values(limits).reduce((sum, limit) => sum + 4 * limit, 300);
}

type PageQuery = {
  /** Starts after this user, else after `skip` users. */
  after: string | undefined;
  skip: number;
  limit: number;
  tech: string;
  /** Receives each profile and the approximate size of its lists. Returns false to end the page. */
  take: (profile: Profile, bytes: number) => boolean;
};

/** Reads one page of the public list. `more`: the list may continue; if the search has stopped early, after the user `edge`. */
export async function listPublicProfiles(database: Database, { after, skip, limit, tech, take }: PageQuery) {
  const key = searchKey(tech);
  // A search for accents alone has an empty key.
  if (tech !== '' && key === '') return { count: 0, more: false };
  const search = { database, key, budget: new Budget() };
  let count = 0;
  let last = await startOf(search, { after, skip });
  const size = new StatementSize(database.engine, key === '' ? READ_AT_ONCE : FOUND_AT_ONCE);
  while (last !== undefined) {
    const left = limit - count;
    // One user more than needed shows whether the list continues.
    const range = { after: last, limit: Math.min(left + 1, size.users) };
    const next = await size.run(() => nextUsers(search, range));
    for (const users of batchesBySize(next.users.slice(0, left))) {
      await nextSlice();
      const sequences = JSON.stringify(users.map(({ sequence }) => sequence));
      for (const user of await findProfiles(database, { sequences })) {
        const bytes = Buffer.byteLength(user.techs) + Buffer.byteLength(user.works);
        if (!take(profileOf(user), bytes)) return { count, more: true };
        count += 1;
      }
    }
    if (next.users.length > left) return { count, more: true };
    if (next.edge !== undefined) return { count, more: true, edge: await idAt(database, next.edge) };
    last = next.end;
  }
  return { count, more: false };
}

async function startOf(search: Search, { after, skip }: Pick<PageQuery, 'after' | 'skip'>) {
  const { database, key } = search;
  // Also of a user who has left the list since `after` was sent.
  const user = after === undefined ? undefined : await selectSequence(database, after).executeTakeFirst();
  if (user) return user.sequence;
  if (skip === 0) return 0;
  return key === '' ? sequenceAt(database, skip - 1) : findSequenceAt(search, skip - 1);
}

async function nextUsers(search: Search, range: Range) {
  const { database, key } = search;
  if (key === '') {
    const users = await findListed(database, range);
    return { users, end: users.length < range.limit ? undefined : users.at(-1)?.sequence, edge: undefined };
  }
  const { sequences, edge } = await findSequences(search, range);
  const users = await findBySequence(database, { sequences: JSON.stringify(sequences) });
  return { users, end: sequences.length < range.limit ? undefined : sequences.at(-1), edge };
}

async function idAt(database: Database, sequence: number): Promise<string | undefined> {
  const user = selectListedUsers(database).select('users.id').where('users.sequence', '=', sequence);
  return (await user.executeTakeFirst())?.id;
}

function selectWithCounts(database: Queryable) {
  return selectListedUsers(database)
    .select([countOfTechnologies().as('technologies'), countOfWorks().as('works')])
    .orderBy('users.sequence');
}

const findListed = prepared('list-public-users', (database, { after, limit }: Range) =>
  selectWithCounts(database).where('users.sequence', '>', after).limit(limit),
);
const findBySequence = prepared('list-public-users-by-sequence', (database, { sequences }: { sequences: string }) =>
  selectWithCounts(database).where(isOneOf('users.sequence', 'bigint', sequences)),
);
const findProfiles = prepared('read-profiles', (database, { sequences }: { sequences: string }) =>
  selectProfiles(database)
    // By id, SQLite would search all listed users.
    .where(isOneOf('users.sequence', 'bigint', sequences))
    // A user may have turned private since `sequences` were read.
    .where(isListed)
    .orderBy('users.sequence'),
);

type Counts = { technologies: number | null; works: number | null };

/** A batch fits into a page even at the largest size of each row, unless it is a single user. */
function batchesBySize<User extends Counts>(users: readonly User[]): User[][] {
  const batches: User[][] = [];
  let size = Infinity;
  for (const user of users) {
    const largest = Number(user.technologies) * LARGEST.technology + Number(user.works) * LARGEST.work;
    size += largest;
    if (size > USERS_PAGE_LIMIT) {
      batches.push([]);
      size = largest;
    }
    batches.at(-1)?.push(user);
  }
  return batches;
}
