import type * as z from 'zod/mini';
import { type OwnUser, PublicUser, PrivateProfile, type User } from '#contract/user.ts';
import type { Database } from '../database/open.ts';
import { type Profile, readProfile } from '../database/users/profiles.ts';
import { unauthenticated } from '../problems.ts';

function picker<Shape extends Partial<Record<keyof OwnUser, z.core.$ZodType>>>({ shape }: z.ZodMiniObject<Shape>) {
  type Key = keyof Shape & keyof OwnUser;
  const keys = Object.keys(shape) as Key[];
  return (user: OwnUser): Pick<OwnUser, Key> => {
    const picked: Partial<Record<Key, unknown>> = {};
    for (const key of keys) picked[key] = user[key];
    return picked as Pick<OwnUser, Key>;
  };
}

const pickPublic = picker(PublicUser);
const pickPrivate = picker(PrivateProfile);

export function ownUser(profile: Profile, origin: string): OwnUser {
  return { ...profile, avatar_url: profile.avatar === null ? null : `${origin}/avatars/${profile.avatar}.webp` };
}

export function publicUser(profile: Profile, origin: string): PublicUser {
  return pickPublic(ownUser(profile, origin));
}

export function visibleTo(viewerId: string, profile: Profile, origin: string): User {
  const user = ownUser(profile, origin);
  if (user.id === viewerId) return user;
  if (user.visibility === 'public') return pickPublic(user);
  return { ...pickPrivate(user), bio: null, contact: null, works: [], avatar_url: null };
}

/** Throws `unauthenticated` if the account was deleted after its session was checked. */
export async function readOwnUser(
  database: Database,
  { userId, origin }: { userId: string; origin: string },
): Promise<OwnUser> {
  const profile = await readProfile(database, userId);
  if (!profile) throw unauthenticated();
  return ownUser(profile, origin);
}
