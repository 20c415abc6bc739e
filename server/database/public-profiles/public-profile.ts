import type { ExpressionBuilder } from 'kysely';
import { HANDLE } from '#contract/public/handle-rules.ts';
import type { TechnologyInput } from '#contract/technology.ts';
import type { Queryable } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import type { Tables } from '../tables.ts';
import { technologiesOfUser } from '../technologies/technologies.ts';
import { type Profile, profileReader } from '../users/profiles.ts';
import { isListed } from './public-list.ts';

type ByHandle = { handle: string };

/** With this current or former handle. */
function isListedAt({ handle }: ByHandle) {
  return (user: ExpressionBuilder<Tables, 'users'>) => {
    const owner = user.selectFrom('handles as requested').select('user_id').where('requested.handle', '=', handle);
    return user.and([user('users.id', '=', owner), isListed(user)]);
  };
}

const findByHandle = profileReader('read-public-profile', (profiles, values: ByHandle) =>
  profiles.where(isListedAt(values)),
);
const findTechnologies = prepared('read-public-technologies', (database, values: ByHandle) =>
  database
    .selectFrom('users')
    .innerJoin('handles as current', (join) =>
      join.onRef('current.user_id', '=', 'users.id').on('current.left_at', 'is', null),
    )
    .select(technologiesOfUser(['title', 'status']).as('techs'))
    .where(isListedAt(values)),
);

type WithPage = Profile & { handle: string };

/** Finds a public profile by its current or a former handle, in upper or lower case. Undefined if it has no current handle. */
export async function readPublicProfile(database: Queryable, text: string): Promise<WithPage | undefined> {
  const handle = text.toLowerCase();
  const profile = HANDLE.test(handle) ? await findByHandle(database, { handle }) : undefined;
  return profile && hasPage(profile) ? profile : undefined;
}

/** The technologies of `readPublicProfile` alone: its works may be much larger. Empty without a profile. */
export async function readPublicTechnologies(database: Queryable, text: string): Promise<TechnologyInput[]> {
  const handle = text.toLowerCase();
  const [user] = HANDLE.test(handle) ? await findTechnologies(database, { handle }) : [];
  return user === undefined ? [] : (JSON.parse(user.techs) as TechnologyInput[]);
}

function hasPage(profile: Profile): profile is WithPage {
  return profile.handle !== null;
}
