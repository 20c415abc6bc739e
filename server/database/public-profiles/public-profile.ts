import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import type { Database } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import type { UserRow } from '../tables.ts';
import { type Profile, profileOf, selectProfiles } from '../users/profiles.ts';
import { isListed } from './public-list.ts';

const findPublic = prepared('read-public-profile', (database, { handle }: { handle: string }) =>
  selectProfiles(database)
    .where('users.id', '=', (user) =>
      user.selectFrom('handles as requested').select('requested.user_id').where('requested.handle', '=', handle),
    )
    .where(isListed),
);

/** The public profile with this current or former handle. */
export async function readPublicProfile(database: Database, handle: string): Promise<Profile | undefined> {
  const [user] = await findPublic(database, { handle });
  return user && profileOf(user);
}

/** The content of cards and badges. */
export type Card = Pick<UserRow, 'name' | 'course_module'> & {
  technologies: Array<Pick<Technology, 'title' | 'status'>>;
};

/** Finds the same users as `readPublicProfile`. A title selects its technologies, ignoring case and accents. */
export async function readCard(database: Database, handle: string, title?: string): Promise<Card | undefined> {
  const key = title === undefined ? undefined : searchKey(title);
  const rows = await database
    .selectFrom('handles')
    .innerJoin('users', 'users.id', 'handles.user_id')
    .leftJoin('technologies', (join) => {
      const all = join.onRef('technologies.user_id', '=', 'users.id').on('technologies.deleted_at', 'is', null);
      return key === undefined ? all : all.on('technologies.search_key', '=', key);
    })
    .select(['users.name', 'users.course_module', 'technologies.title', 'technologies.status'])
    .where('handles.handle', '=', handle)
    .where(isListed)
    .orderBy('technologies.sequence')
    .execute();
  const [user] = rows;
  if (!user) return undefined;
  const technologies = rows.flatMap((row) =>
    row.title === null || row.status === null ? [] : [{ title: row.title, status: row.status }],
  );
  return { name: user.name, course_module: user.course_module, technologies };
}
