import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import type { Work } from '#contract/work.ts';
import type { Database } from './open.ts';
import type { UserRow } from './tables.ts';
import { listTechnologies, selectMatching } from './technologies.ts';
import { listWorks } from './works.ts';

const USER = [
  'id',
  'name',
  'email',
  'bio',
  'contact',
  'course_module',
  'visibility',
  'created_at',
  'updated_at',
] as const;
type User = Pick<UserRow, (typeof USER)[number]> & { avatar: string | null };

/** accounts/visibility.ts decides who sees how much of it. */
export type Profile = User & { techs: Technology[]; works: Work[] };

function selectUsers(database: Database) {
  return database
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select([...USER.map((column) => `users.${column}` as const), 'avatars.name as avatar']);
}

async function withBelongings(database: Database, users: User[]): Promise<Profile[]> {
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const [techs, works] = await Promise.all([listTechnologies(database, ids), listWorks(database, ids)]);
  return users.map((user) => ({ ...user, techs: techs.get(user.id) ?? [], works: works.get(user.id) ?? [] }));
}

export async function readProfile(database: Database, userId: string): Promise<Profile | undefined> {
  const user = await selectUsers(database).where('users.id', '=', userId).executeTakeFirst();
  const [profile] = user ? await withBelongings(database, [user]) : [];
  return profile;
}

/** In the order of sign-up; `tech` is looked for in titles. `more` tells whether another page follows. */
export async function listPublicProfiles(
  database: Database,
  { page, perPage, tech }: { page: number; perPage: number; tech: string },
): Promise<{ profiles: Profile[]; more: boolean }> {
  const wanted = searchKey(tech);
  // A search for accents alone has an empty key, and matches nothing.
  if (tech !== '' && wanted === '') return { profiles: [], more: false };
  let query = selectUsers(database).where('users.visibility', '=', 'public');
  if (wanted !== '') query = query.where((user) => user.exists(selectMatching(wanted)));
  const rows = await query
    .orderBy('users.sequence')
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
    .execute();
  return { profiles: await withBelongings(database, rows.slice(0, perPage)), more: rows.length > perPage };
}
