import type * as z from 'zod/mini';
import { type OwnUser, PublicUser, ShownOfPrivateUser, type User } from '#contract/user.ts';
import type { Database } from '../database/open.ts';
import { type Profile, readProfile } from '../database/profiles.ts';
import { unauthenticated } from '../problems.ts';

function pick<Shape extends Partial<Record<keyof OwnUser, z.core.$ZodType>>>(
  { shape }: z.ZodMiniObject<Shape>,
  user: OwnUser,
): Pick<OwnUser, keyof Shape & keyof OwnUser> {
  const keys = Object.keys(shape) as Array<keyof Shape & keyof OwnUser>;
  return Object.fromEntries(keys.map((key) => [key, user[key]])) as Pick<OwnUser, keyof Shape & keyof OwnUser>;
}

/** `origin` is what the avatar's address starts with. */
export function ownUser({ avatar, ...user }: Profile, origin: string): OwnUser {
  return { ...user, avatar_url: avatar === null ? null : `${origin}/avatars/${avatar}.webp` };
}

export function publicUser(profile: Profile, origin: string): PublicUser {
  return pick(PublicUser, ownUser(profile, origin));
}

/** As much of a profile as `viewerId` may see. */
export function visibleTo(viewerId: string, profile: Profile, origin: string): User {
  const user = ownUser(profile, origin);
  if (user.id === viewerId) return user;
  if (user.visibility === 'public') return pick(PublicUser, user);
  return { ...pick(ShownOfPrivateUser, user), bio: null, contact: null, works: [], avatar_url: null };
}

/** Throws `unauthenticated` when the account was deleted after its session was checked. */
export async function readOwnUser(
  database: Database,
  { userId, origin }: { userId: string; origin: string },
): Promise<OwnUser> {
  const profile = await readProfile(database, userId);
  if (!profile) throw unauthenticated();
  return ownUser(profile, origin);
}
