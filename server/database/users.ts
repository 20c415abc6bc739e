import { randomUUID } from 'node:crypto';
import type { SignUp, OwnUser, User } from '#contract/user.ts';
import type { Database } from './connect.ts';
import { UniqueViolation } from './failures.ts';
import type { UserRow } from './tables.ts';
import { listTechnologies } from './technologies.ts';

const USER = [
  'id',
  'name',
  'email',
  'bio',
  'contact',
  'course_module',
  'visibility',
  'created_at',
  'updated_at',
] as const;
type PersonRow = Pick<UserRow, (typeof USER)[number]>;

// Addresses are ASCII, by rule of the contract, so lower case is the same on every machine and database.
function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Undefined when someone has this e-mail, in whatever case. */
export async function addUser(
  database: Database,
  { name, email, bio, contact, course_module }: Omit<SignUp, 'password'>,
  passwordHash: string,
  now: Date,
): Promise<OwnUser | undefined> {
  const time = now.toISOString();
  try {
    const row = await database
      .insertInto('users')
      .values({
        id: randomUUID(),
        name,
        email,
        email_key: emailKey(email),
        password_hash: passwordHash,
        bio,
        contact,
        course_module,
        created_at: time,
        updated_at: time,
      })
      .returning(USER)
      .executeTakeFirstOrThrow();
    return { ...row, techs: [], works: [], avatar_url: null };
  } catch (error) {
    if (error instanceof UniqueViolation) return undefined;
    throw error;
  }
}

function readRow(database: Database, id: string): Promise<PersonRow | undefined> {
  return database.selectFrom('users').select(USER).where('id', '=', id).executeTakeFirst();
}

/** Everything a person may see of themselves. */
export async function readOwnUser(database: Database, ownerId: string): Promise<OwnUser | undefined> {
  const row = await readRow(database, ownerId);
  return row && { ...row, techs: await listTechnologies(database, row.id), works: [], avatar_url: null };
}

/** As much of a person as `viewerId` may see; a visitor, who is nobody, passes ''. */
export async function readUser(database: Database, id: string, viewerId: string): Promise<User | undefined> {
  const own = await readOwnUser(database, id);
  if (!own || own.id === viewerId) return own;
  const { email: _email, visibility, ...visible } = own;
  if (visibility === 'public') return visible;
  return { ...visible, bio: null, contact: null, works: [], avatar_url: null };
}

/** What checking a password takes, or undefined when nobody has this e-mail. */
export function readCredentials(
  database: Database,
  email: string,
): Promise<Pick<UserRow, 'id' | 'password_hash'> | undefined> {
  return database
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
}

/** Replaces one hash of a password by another of the same one; does nothing if the password was changed meanwhile. */
export async function changePasswordHash(
  database: Database,
  ownerId: string,
  hashes: { from: string; to: string },
): Promise<void> {
  await database
    .updateTable('users')
    .set('password_hash', hashes.to)
    .where('id', '=', ownerId)
    .where('password_hash', '=', hashes.from)
    .execute();
}
