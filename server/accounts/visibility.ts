import type { OwnUser, PublicUser, User } from '#contract/user.ts';
import type { Database } from '../database/open.ts';
import { type Person, readPerson } from '../database/users.ts';
import { unauthenticated } from '../problems.ts';

/** A person as they see themselves. `origin` is what the address of the picture starts with. */
export function asOwner({ avatar, ...person }: Person, origin: string): OwnUser {
  return { ...person, avatar_url: avatar === null ? null : `${origin}/avatars/${avatar}.webp` };
}

/** A person whose profile is public, as anyone sees them: without the e-mail. */
export function asAnyone(person: Person, origin: string): PublicUser {
  const { email: _email, visibility: _visibility, ...visible } = asOwner(person, origin);
  return visible;
}

/** As much of a person as `viewerId` may see; a visitor, who is nobody, is ''. */
export function asSeenBy(viewerId: string, person: Person, origin: string): User {
  if (person.id === viewerId) return asOwner(person, origin);
  const visible = asAnyone(person, origin);
  if (person.visibility === 'public') return visible;
  return { ...visible, bio: null, contact: null, works: [], avatar_url: null };
}

/** Whoever asks, as they see themselves. */
export async function readOwner(
  database: Database,
  { userId, origin }: { userId: string; origin: string },
): Promise<OwnUser> {
  const person = await readPerson(database, userId);
  // The account may have gone between the door and here, and its sessions with it.
  if (!person) throw unauthenticated();
  return asOwner(person, origin);
}
