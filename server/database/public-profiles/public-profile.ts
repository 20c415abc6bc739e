import { profileReader } from '../users/profiles.ts';
import { isListed } from './public-list.ts';

/** The public profile with this current or former handle. */
export const readPublicProfile = profileReader('read-public-profile', (profiles, { handle }: { handle: string }) =>
  profiles
    .where('users.id', '=', (user) =>
      user.selectFrom('handles as requested').select('requested.user_id').where('requested.handle', '=', handle),
    )
    .where(isListed),
);
