import { TECHNOLOGY_LIMITS, USERS_PAGE_LIMIT, WORK_LIMITS, WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { isOneOfIds, isOneOfNumbers } from '../statements/json.ts';
import { isListed, placeAt, placeOf } from '../public-profiles/public-list.ts';
import type { Database } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import { findPlaceAt, findPlaces, type Next } from '../public-profiles/search.ts';
import type { UserRow } from '../tables.ts';
import { countOfTechnologies, technologiesOfUser } from '../technologies/technologies.ts';
import { countOfWorks, workOf, type WorkRow, worksOfUser } from '../works/works.ts';

const USERS_AT_ONCE = 50;
// In bytes: no letter has more than four (RFC 3629), beside 300 for what every row has.
const HEAVIEST = {
  technology: heaviest(TECHNOLOGY_LIMITS),
  // An id, its quotes and a comma.
  work: heaviest(WORK_LIMITS) + 39 * WORK_TECHNOLOGIES_LIMIT,
};

function heaviest(limits: Record<string, number>): number {
  return Object.values(limits).reduce((sum, limit) => sum + 4 * limit, 300);
}

// What users see of themselves are columns of theirs, but for these.
const { techs: _techs, works: _works, avatar_url: _avatar, handle: _handle, ...COLUMNS } = OwnUser.shape;
const USER = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>;
type User = Pick<UserRow, keyof typeof COLUMNS> & { avatar: string | null; handle: string | null };

type Switch = 'searchable' | 'shows_history';

/** accounts/visibility.ts decides who sees how much of it. */
export type Profile = Omit<User, Switch> & Record<Switch, boolean> & { techs: Technology[]; works: Work[] };

function selectUsers(database: Database) {
  return database
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .leftJoin('handles', (join) => join.onRef('handles.user_id', '=', 'users.id').on('handles.left_at', 'is', null))
    .select([...USER.map((column) => `users.${column}` as const), 'avatars.name as avatar', 'handles.handle'])
    .select([technologiesOfUser().as('techs'), worksOfUser().as('works')]);
}

const findOne = prepared((database, { userId }: { userId: string }) =>
  selectUsers(database).where('users.id', '=', userId),
);
const findShown = prepared((database, { userId }: { userId: string }) =>
  selectUsers(database).where('users.id', '=', userId).where('users.locked_at', 'is', null),
);
const findSome = prepared((database, { ids }: { ids: string }) =>
  selectUsers(database).where(isOneOfIds('users.id', ids)).orderBy('users.sequence'),
);

const findPublic = prepared((database, { handle }: { handle: string }) =>
  selectUsers(database)
    .where('users.id', '=', (owner) =>
      owner.selectFrom('handles as asked').select('asked.user_id').where('asked.handle', '=', handle),
    )
    .where('users.visibility', '=', 'public')
    .where('users.locked_at', 'is', null),
);

function profileOf(row: User & { techs: string; works: string }): Profile {
  return {
    ...row,
    searchable: row.searchable === 1,
    shows_history: row.shows_history === 1,
    techs: JSON.parse(row.techs) as Technology[],
    works: (JSON.parse(row.works) as WorkRow[]).map(workOf),
  };
}

export async function readProfile(database: Database, userId: string): Promise<Profile | undefined> {
  const [user] = await findOne(database, { userId });
  return user && profileOf(user);
}

/** For whoever asks: a locked account is none. */
export async function readShownProfile(database: Database, userId: string): Promise<Profile | undefined> {
  const [user] = await findShown(database, { userId });
  return user && profileOf(user);
}

/** Of whoever has this handle, or had it and nobody took it since; undefined where anyone may not see the page. */
export async function readPublicProfile(database: Database, handle: string): Promise<Profile | undefined> {
  const [user] = await findPublic(database, { handle });
  return user && profileOf(user);
}

/**
 * Of one list: `after` is a listed user whom it comes after; without one, `skip` counts those before it. `take` gets each
 * profile, with about how many bytes its rows are, and ends the list by false.
 */
type Wanted = {
  after: string | undefined;
  skip: number;
  limit: number;
  tech: string;
  take: (profile: Profile, bytes: number) => boolean;
};

/** In the order of sign-up; `tech` is looked for in titles. `more` tells whether the list could go on. */
export async function listPublicProfiles(
  database: Database,
  { after, skip, limit, tech, take }: Wanted,
): Promise<{ taken: number; more: boolean }> {
  const wanted = searchKey(tech);
  // A search for accents alone has an empty key, and matches nothing.
  if (tech !== '' && wanted === '') return { taken: 0, more: false };
  let taken = 0;
  let last = await beginning(database, wanted, { after, skip });
  while (last !== undefined) {
    const left = limit - taken;
    const found = await nextListed(database, wanted, { last, limit: Math.min(left + 1, USERS_AT_ONCE) });
    for (const batch of byWeight(found.rows.slice(0, left))) {
      for (const user of await findSome(database, { ids: JSON.stringify(batch) })) {
        const bytes = Buffer.byteLength(user.techs) + Buffer.byteLength(user.works);
        if (!take(profileOf(user), bytes)) return { taken, more: true };
        taken += 1;
      }
    }
    if (found.rows.length > left) return { taken, more: true };
    last = found.last;
  }
  return { taken, more: false };
}

/** The place that a list comes after; undefined when there is nobody behind it. */
async function beginning(
  database: Database,
  wanted: string,
  { after, skip }: Pick<Wanted, 'after' | 'skip'>,
): Promise<number | undefined> {
  // Who has left the list since, or was never in it, tells nothing of where they were.
  const known = after === undefined ? undefined : await placeOf(database, after).executeTakeFirst();
  if (known) return known.sequence;
  if (skip === 0) return 0;
  return wanted === '' ? placeAt(database, skip - 1) : findPlaceAt(database, wanted, skip - 1);
}

/** `last` is where to go on; undefined at the end. */
async function nextListed(database: Database, wanted: string, next: Next) {
  if (wanted === '') {
    const rows = await findListed(database, next);
    return { rows, last: rows.length < next.limit ? undefined : rows.at(-1)?.sequence };
  }
  const places = await findPlaces(database, wanted, next);
  const rows = await findAtPlaces(database, { places: JSON.stringify(places) });
  return { rows, last: places.length < next.limit ? undefined : places.at(-1) };
}

/** What listed users weigh, before any of it is read. */
function selectListed(database: Database) {
  return database
    .selectFrom('users')
    .select(['users.id', 'users.sequence'])
    .select([countOfTechnologies().as('technologies'), countOfWorks().as('works')])
    .where(isListed)
    .orderBy('users.sequence');
}

const findListed = prepared((database, { last, limit }: Next) =>
  selectListed(database).where('users.sequence', '>', last).limit(limit),
);
const findAtPlaces = prepared((database, { places }: { places: string }) =>
  selectListed(database).where(isOneOfNumbers('users.sequence', places)),
);

/** So that what is read for a list is little more than what it takes: each batch weighs a list at most, or is one user. */
function byWeight(users: Array<{ id: string; technologies: number | null; works: number | null }>): string[][] {
  const batches: string[][] = [];
  let weight = Infinity;
  for (const { id, technologies, works } of users) {
    const own = Number(technologies) * HEAVIEST.technology + Number(works) * HEAVIEST.work;
    weight += own;
    if (weight > USERS_PAGE_LIMIT) {
      batches.push([]);
      weight = own;
    }
    batches.at(-1)?.push(id);
  }
  return batches;
}
