import type * as z from 'zod/mini';
import { type OwnUser, PublicUser, ShownOfPrivateUser, type User } from '#contract/user.ts';
import type { Database } from '../database/open.ts';
import { type Person, readPerson } from '../database/users.ts';
import { unauthenticated } from '../problems.ts';

/** The fields of a user that the contract lists for these readers, and no other. */
function pick<Shape extends Partial<Record<keyof OwnUser, z.core.$ZodType>>>(
  { shape }: z.ZodMiniObject<Shape>,
  user: OwnUser,
): Pick<OwnUser, keyof Shape & keyof OwnUser> {
  const keys = Object.keys(shape) as Array<keyof Shape & keyof OwnUser>;
  return Object.fromEntries(keys.map((key) => [key, user[key]])) as Pick<OwnUser, keyof Shape & keyof OwnUser>;
}

/** A profile as its user sees it. `origin` is what the avatar's address starts with. */
export function ownUser({ avatar, ...user }: Person, origin: string): OwnUser {
  return { ...user, avatar_url: avatar === null ? null : `${origin}/avatars/${avatar}.webp` };
}

/** A public profile as others see it. */
export function publicUser(user: Person, origin: string): PublicUser {
  return pick(PublicUser, ownUser(user, origin));
}

/** As much of a profile as `viewerId` may see; a visitor is ''. */
export function visibleTo(viewerId: string, user: Person, origin: string): User {
  if (user.id === viewerId) return ownUser(user, origin);
  if (user.visibility === 'public') return publicUser(user, origin);
  return { ...pick(ShownOfPrivateUser, ownUser(user, origin)), bio: null, contact: null, works: [], avatar_url: null };
}

/** The profile of whoever asks. Throws `unauthenticated` when the account has gone since the session was checked. */
export async function readOwnUser(
  database: Database,
  { userId, origin }: { userId: string; origin: string },
): Promise<OwnUser> {
  const user = await readPerson(database, userId);
  if (!user) throw unauthenticated();
  return ownUser(user, origin);
}
