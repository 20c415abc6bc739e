import type { Class, ClassMember } from '#contract/class.ts';
import { type OwnUser, PublicUser, PrivateProfile, type User } from '#contract/user.ts';
import type { ClassRow } from '../database/classes/classes.ts';
import type { Member } from '../database/classes/members.ts';
import type { Database } from '../database/open.ts';
import { type Profile, readProfile } from '../database/users/profiles.ts';
import { unauthenticated } from '../problems.ts';

function pick<Key extends keyof OwnUser>(user: OwnUser, { shape }: { shape: Record<Key, unknown> }) {
  const picked = {} as Pick<OwnUser, Key>;
  // Faster than Object.fromEntries; a page has many users.
  for (const key of Object.keys(shape) as Key[]) picked[key] = user[key];
  return picked;
}

export function ownUser(profile: Profile, origin: string): OwnUser {
  return { ...profile, avatar_url: avatarUrl(profile.avatar, origin) };
}

function avatarUrl(avatar: string | null, origin: string): string | null {
  return avatar === null ? null : origin + avatarPath(avatar);
}

export function avatarPath(avatar: string): string {
  return `/avatars/${avatar}.webp`;
}

export function publicUser(profile: Profile, origin: string): PublicUser {
  return pick(ownUser(profile, origin), PublicUser);
}

export function userVisibleTo(relation: 'self' | 'anyone', profile: Profile, origin: string): User {
  const user = ownUser(profile, origin);
  if (relation === 'self') return user;
  if (user.visibility === 'public') return pick(user, PublicUser);
  return { ...pick(user, PrivateProfile), bio: null, contact: null, works: [], avatar_url: null };
}

/** The fields of a member that the class sees. Only the teacher gets `changed_at`. */
export function memberVisibleTo(relation: 'teacher' | 'classmate', profile: Member, origin: string): ClassMember {
  const { id, name, course_module, joined_at, techs, changed_at } = profile;
  return {
    id,
    name,
    course_module,
    handle: profile.visibility === 'public' ? profile.handle : null,
    avatar_url: avatarUrl(profile.avatar, origin),
    joined_at,
    techs,
    ...(relation === 'teacher' && { changed_at }),
  };
}

export function visibleClass(userId: string, { teacher_id, code, ...row }: ClassRow): Class {
  const { id, name, members, ends_at, created_at } = row;
  const shared = { id, name, members, ends_at, created_at };
  return teacher_id === userId ? { ...shared, role: 'teacher', code } : { ...shared, role: 'student' };
}

/** Throws `unauthenticated` if the account was deleted after its session was checked. */
export async function readOwnUser(database: Database, { userId, origin }: { userId: string; origin: string }) {
  const profile = await readProfile(database, { userId });
  if (!profile) throw unauthenticated();
  return ownUser(profile, origin);
}
