import { TECHNOLOGY_LIMITS, USERS_PAGE_LIMIT, WORK_LIMITS, WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Database, Queryable } from '../open.ts';
import { isOneOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { countOfTechnologies } from '../technologies/technologies.ts';
import { type Profile, profileOf, selectProfiles } from '../users/profiles.ts';
import { countOfWorks } from '../works/works.ts';
import { positionAt, positionOf, selectPositions } from './public-list.ts';
import { findPositionAt, findPositions, type Range } from './search.ts';

const USERS_PER_STATEMENT = 50;
// In bytes: at most four per character (RFC 3629), and 300 for the rest of a row.
const LARGEST = {
  technology: largestRow(TECHNOLOGY_LIMITS),
  // An id, its quotes and a comma take 39.
  work: largestRow(WORK_LIMITS) + 39 * WORK_TECHNOLOGIES_LIMIT,
};

function largestRow(limits: Record<string, number>): number {
  return Object.values(limits).reduce((sum, limit) => sum + 4 * limit, 300);
}

type PageQuery = {
  /** Start after this user, else after the first `skip` users. */
  after: string | undefined;
  skip: number;
  limit: number;
  tech: string;
  /** Receives each profile, with the approximate size of its lists in bytes. Returns false to end the page. */
  take: (profile: Profile, bytes: number) => boolean;
};

/** Reads one page of the public list, in the order of sign-up. `more`: the list may go on. */
export async function listPublicProfiles(database: Database, { after, skip, limit, tech, take }: PageQuery) {
  const key = searchKey(tech);
  // A search for accents alone has an empty key, and matches nothing.
  if (tech !== '' && key === '') return { taken: 0, more: false };
  let taken = 0;
  let position = await startOf(database, key, { after, skip });
  while (position !== undefined) {
    const left = limit - taken;
    const next = await nextUsers(database, key, { after: position, limit: Math.min(left + 1, USERS_PER_STATEMENT) });
    for (const ids of batchesBySize(next.users.slice(0, left))) {
      for (const user of await findProfiles(database, { ids: JSON.stringify(ids) })) {
        const bytes = Buffer.byteLength(user.techs) + Buffer.byteLength(user.works);
        if (!take(profileOf(user), bytes)) return { taken, more: true };
        taken += 1;
      }
    }
    if (next.users.length > left) return { taken, more: true };
    position = next.end;
  }
  return { taken, more: false };
}

/** The position before the page; undefined past the end of the list. */
async function startOf(database: Database, key: string, { after, skip }: Pick<PageQuery, 'after' | 'skip'>) {
  const user = after === undefined ? undefined : await positionOf(database, after).executeTakeFirst();
  if (user) return user.sequence;
  if (skip === 0) return 0;
  return key === '' ? positionAt(database, skip - 1) : findPositionAt(database, key, skip - 1);
}

/** `end` is where the next range starts; undefined at the end of the list. */
async function nextUsers(database: Database, key: string, range: Range) {
  if (key === '') {
    const users = await findListed(database, range);
    return { users, end: users.length < range.limit ? undefined : users.at(-1)?.sequence };
  }
  const positions = await findPositions(database, key, range);
  const users = await findAtPositions(database, { positions: JSON.stringify(positions) });
  return { users, end: positions.length < range.limit ? undefined : positions.at(-1) };
}

function selectListed(database: Queryable) {
  return selectPositions(database)
    .select(['users.id', countOfTechnologies().as('technologies'), countOfWorks().as('works')])
    .orderBy('users.sequence');
}

const findListed = prepared('list-public-users', (database, { after, limit }: Range) =>
  selectListed(database).where('users.sequence', '>', after).limit(limit),
);
const findAtPositions = prepared('list-public-users-at-positions', (database, { positions }: { positions: string }) =>
  selectListed(database).where(isOneOf('users.sequence', 'bigint', positions)),
);
const findProfiles = prepared('read-profiles', (database, { ids }: { ids: string }) =>
  selectProfiles(database)
    .where(isOneOf('users.id', 'uuid', ids))
    .orderBy('users.sequence'),
);

type ListedUser = { id: string; technologies: number | null; works: number | null };

/** Ids in batches that each fit into a page at their largest, or hold one user. */
function batchesBySize(users: readonly ListedUser[]): string[][] {
  const batches: string[][] = [];
  let size = Infinity;
  for (const { id, technologies, works } of users) {
    const largest = Number(technologies) * LARGEST.technology + Number(works) * LARGEST.work;
    size += largest;
    if (size > USERS_PAGE_LIMIT) {
      batches.push([]);
      size = largest;
    }
    batches.at(-1)?.push(id);
  }
  return batches;
}
