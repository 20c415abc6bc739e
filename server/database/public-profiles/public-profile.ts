import { HANDLE } from '#contract/public/handle-rules.ts';
import type { Queryable } from '../open.ts';
import { type Profile, profileReader } from '../users/profiles.ts';
import { isListed } from './public-list.ts';

const findByHandle = profileReader('read-public-profile', (profiles, { handle }: { handle: string }) =>
  profiles
    .where('users.id', '=', (user) =>
      user.selectFrom('handles as requested').select('requested.user_id').where('requested.handle', '=', handle),
    )
    .where(isListed),
);

type WithPage = Profile & { handle: string };

/** Finds a public profile by its current or a former handle, in upper or lower case. Undefined if it has no current handle. */
export async function readPublicProfile(database: Queryable, text: string): Promise<WithPage | undefined> {
  const handle = text.toLowerCase();
  const profile = HANDLE.test(handle) ? await findByHandle(database, { handle }) : undefined;
  return profile && hasPage(profile) ? profile : undefined;
}

function hasPage(profile: Profile): profile is WithPage {
  return profile.handle !== null;
}
