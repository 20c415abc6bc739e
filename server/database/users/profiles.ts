import type { Technology } from '#contract/technology.ts';
import { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import type { Queryable } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import type { UserRow } from '../tables.ts';
import { technologiesOfUser } from '../technologies/technologies.ts';
import { workOf, type WorkRow, worksOfUser } from '../works/works.ts';

const { techs: _techs, works: _works, avatar_url: _avatar, handle: _handle, ...COLUMNS } = OwnUser.shape;
const USER = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>;
type User = Pick<UserRow, keyof typeof COLUMNS> & { avatar: string | null; handle: string | null };
type ProfileRow = User & { techs: string; works: string };

type Switch = 'searchable' | 'shows_history';

/** Everything about a user except credentials; accounts/visibility.ts selects what a reader may see. */
export type Profile = Omit<User, Switch | 'featured'> &
  Record<Switch, boolean> & { featured: string[]; techs: Technology[]; works: Work[] };

export function selectProfiles(database: Queryable) {
  return database
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .leftJoin('handles', (join) => join.onRef('handles.user_id', '=', 'users.id').on('handles.left_at', 'is', null))
    .select([...USER.map((column) => `users.${column}` as const), 'avatars.name as avatar', 'handles.handle'])
    .select([technologiesOfUser().as('techs'), worksOfUser().as('works')]);
}

export function profileOf(row: ProfileRow): Profile {
  const techs = JSON.parse(row.techs) as Technology[];
  const featured = JSON.parse(row.featured) as string[];
  return {
    ...row,
    searchable: row.searchable === 1,
    shows_history: row.shows_history === 1,
    featured: featured.filter((id) => techs.some((technology) => technology.id === id)),
    techs,
    works: (JSON.parse(row.works) as WorkRow[]).map(workOf),
  };
}

type Profiles = ReturnType<typeof selectProfiles>;

/** Prepares a query for one profile, which the conditions of `choose` select. */
export function profileReader<Values extends object>(
  name: string,
  choose: (profiles: Profiles, values: Values) => Profiles,
) {
  const find = prepared(name, (database, values: Values) => choose(selectProfiles(database), values));
  return async (database: Queryable, values: Values): Promise<Profile | undefined> => {
    const [user] = await find(database, values);
    return user && profileOf(user);
  };
}

type ById = { userId: string };

export const readProfile = profileReader('read-profile', (profiles, { userId }: ById) =>
  profiles.where('users.id', '=', userId),
);
export const readUnlockedProfile = profileReader('read-unlocked-profile', (profiles, { userId }: ById) =>
  profiles.where('users.id', '=', userId).where('users.locked_at', 'is', null),
);
