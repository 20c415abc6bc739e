import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Visibility } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import type { ProfileChange, SignUp } from '#contract/user.ts';
import type { Technology } from '#contract/technology.ts';
import type { Work } from '#contract/work.ts';
import { forgetAccount } from './attempts.ts';
import { hideAvatar } from './avatars.ts';
import type { Database } from './open.ts';
import { UniqueViolation } from './failures.ts';
import { removeOtherSessions } from './sessions.ts';
import type { UserRow } from './tables.ts';
import { listTechnologies } from './technologies.ts';
import { laterOf } from './times.ts';
import { listWorks } from './works.ts';

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
type PersonRow = Pick<UserRow, (typeof USER)[number]> & { avatar: string | null };

/** A person with all that is theirs; who may see how much of it is not decided here. */
export type Person = PersonRow & { techs: Technology[]; works: Work[] };

/** An e-mail as it is looked up. Only ASCII is lowered: other letters look like some of it, and are none of it. */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Undefined when someone has this e-mail, in whatever case. */
export async function addUser(
  database: Database,
  { name, email, bio, contact, course_module }: Omit<SignUp, 'password'>,
  { passwordHash, visibility }: { passwordHash: string; visibility: Visibility },
  now: Date,
): Promise<Person | undefined> {
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
        visibility,
        created_at: time,
        updated_at: time,
      })
      .returning(USER)
      .executeTakeFirstOrThrow();
    return { ...row, avatar: null, techs: [], works: [] };
  } catch (error) {
    if (error instanceof UniqueViolation) return undefined;
    throw error;
  }
}

function selectPeople(database: Database) {
  return database
    .selectFrom('users')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select([...USER.map((column) => `users.${column}` as const), 'avatars.name as avatar']);
}

async function withBelongings(database: Database, rows: PersonRow[]): Promise<Person[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [techs, works] = await Promise.all([listTechnologies(database, ids), listWorks(database, ids)]);
  return rows.map((row) => ({ ...row, techs: techs.get(row.id) ?? [], works: works.get(row.id) ?? [] }));
}

/** Undefined when nobody has this id. */
export async function readPerson(database: Database, id: string): Promise<Person | undefined> {
  const row = await selectPeople(database).where('users.id', '=', id).executeTakeFirst();
  const [person] = row ? await withBelongings(database, [row]) : [];
  return person;
}

/**
 * A page of the people who have made their profile public, in the order of their sign-up; `tech` keeps those who have a
 * technology whose title contains it. `more` tells whether another page follows.
 */
export async function listPublicPeople(
  database: Database,
  { page, perPage, tech }: { page: number; perPage: number; tech: string },
): Promise<{ people: Person[]; more: boolean }> {
  const wanted = searchKey(tech);
  // Accents alone are in no folded title.
  if (tech !== '' && wanted === '') return { people: [], more: false };
  let query = selectPeople(database).where('users.visibility', '=', 'public');
  if (wanted !== '') {
    query = query.where((user) =>
      user.exists(
        user
          .selectFrom('technologies')
          .select('technologies.id')
          .whereRef('technologies.user_id', '=', 'users.id')
          .where('technologies.deleted_at', 'is', null)
          .where(sql<boolean>`technologies.search_key like ${`%${escapeLike(wanted)}%`} escape '\\'`),
      ),
    );
  }
  const rows = await query
    .orderBy('users.sequence')
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
    .execute();
  return { people: await withBelongings(database, rows.slice(0, perPage)), more: rows.length > perPage };
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
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

/** The hash of a person's own password, or undefined when the account is gone. */
export async function readPasswordHash(database: Database, ownerId: string): Promise<string | undefined> {
  const row = await database.selectFrom('users').select('password_hash').where('id', '=', ownerId).executeTakeFirst();
  return row?.password_hash;
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

/** A new password, which ends all sessions but the one that sets it. */
export type NewPassword = { from: string; to: string; keptSession: string };

/**
 * Saves all of a change or nothing. "gone" is an account that is not there any more, "wrong-password" an old password
 * that has been changed meanwhile. Whoever turns private is seen no more at once: the picture moves away from the
 * address that others know.
 */
export async function changeUser(
  database: Database,
  ownerId: string,
  { name, email, bio, contact, course_module, visibility }: Omit<ProfileChange, 'password' | 'old_password'>,
  password: NewPassword | undefined,
  now: Date,
): Promise<'changed' | 'email-taken' | 'wrong-password' | 'gone'> {
  const columns = Object.fromEntries(
    Object.entries({
      name,
      email,
      email_key: email === undefined ? undefined : emailKey(email),
      bio,
      contact,
      course_module,
      visibility,
      password_hash: password?.to,
    }).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(columns).length === 0) return 'changed';
  try {
    return await database.transaction().execute(async (transaction) => {
      if (visibility === 'private') await hideAvatar(transaction, ownerId);
      let change = transaction.updateTable('users').set(columns).set('updated_at', laterOf('updated_at', now));
      if (password) change = change.where('password_hash', '=', password.from);
      const { numUpdatedRows } = await change.where('id', '=', ownerId).executeTakeFirst();
      if (numUpdatedRows === 0n) return (await readPasswordHash(transaction, ownerId)) ? 'wrong-password' : 'gone';
      if (password) await removeOtherSessions(transaction, ownerId, password.keptSession);
      return 'changed';
    });
  } catch (error) {
    if (error instanceof UniqueViolation) return 'email-taken';
    throw error;
  }
}

/**
 * Takes away a person and all that is theirs: sessions, technologies, works, picture, and what was counted for them.
 * False when there is no such person any more.
 */
export function removeUser(database: Database, ownerId: string, account: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('users').where('id', '=', ownerId).executeTakeFirst();
    await forgetAccount(transaction, account);
    return numDeletedRows > 0n;
  });
}
