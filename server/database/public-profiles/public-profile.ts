import type { Database } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
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
