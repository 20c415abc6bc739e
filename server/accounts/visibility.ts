import { type OwnUser, PublicUser, PrivateProfile, type User } from '#contract/user.ts';
import type { Database } from '../database/open.ts';
import { type Profile, readProfile } from '../database/users/profiles.ts';
import { unauthenticated } from '../problems.ts';

function pick<Key extends keyof OwnUser>(user: OwnUser, { shape }: { shape: Record<Key, unknown> }) {
  const keys = Object.keys(shape) as Key[];
  return Object.fromEntries(keys.map((key) => [key, user[key]])) as Pick<OwnUser, Key>;
}

export function ownUser(profile: Profile, origin: string): OwnUser {
  return { ...profile, avatar_url: profile.avatar === null ? null : origin + avatarPath(profile.avatar) };
}

export function avatarPath(avatar: string): string {
  return `/avatars/${avatar}.webp`;
}

export function publicUser(profile: Profile, origin: string): PublicUser {
  return pick(ownUser(profile, origin), PublicUser);
}

export function visibleTo(viewerId: string, profile: Profile, origin: string): User {
  const user = ownUser(profile, origin);
  if (user.id === viewerId) return user;
  if (user.visibility === 'public') return pick(user, PublicUser);
  return { ...pick(user, PrivateProfile), bio: null, contact: null, works: [], avatar_url: null };
}

/** Throws `unauthenticated` if the account was deleted after its session was checked. */
export async function readOwnUser(database: Database, { userId, origin }: { userId: string; origin: string }) {
  const profile = await readProfile(database, userId);
  if (!profile) throw unauthenticated();
  return ownUser(profile, origin);
}
