import { randomUUID } from 'node:crypto';
import type { Visibility } from '#contract/choices.ts';
import type { ProfileChange, SignUp } from '#contract/user.ts';
import { forgetAccount } from './attempts.ts';
import { hideAvatar } from './avatars.ts';
import { UserGone } from './failures.ts';
import { laterOf } from './later-of.ts';
import type { Database, Transaction } from './open.ts';
import { removeOtherSessions } from './sessions.ts';
import type { UserRow } from './tables.ts';

/** An e-mail as it is looked up. Only ASCII is lowered: lower-casing maps some other letters to ASCII ones. */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Answers the new user's id. Throws UniqueViolation of `email_key` when somebody has this e-mail, in any case. */
export async function addUser(
  database: Database,
  user: Omit<SignUp, 'password'>,
  secrets: { passwordHash: string; visibility: Visibility },
  now: Date,
): Promise<string> {
  const [id, time] = [randomUUID(), now.toISOString()];
  await database
    .insertInto('users')
    .values({
      ...user,
      id,
      email_key: emailKey(user.email),
      password_hash: secrets.passwordHash,
      visibility: secrets.visibility,
      created_at: time,
      updated_at: time,
    })
    .execute();
  return id;
}

/**
 * Keeps every other transaction that calls this for the same user waiting until this one ends, so that what it counts
 * stays true. SQLite begins each transaction as the only writer (sqlite/dialect.ts): reading the row is enough. An
 * engine with several writers needs `for update` here. Throws UserGone.
 */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  const user = await transaction.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new UserGone('The user was deleted');
}

/** What checking a password takes; undefined when nobody has this e-mail. */
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

/** Undefined when the user is gone. */
export async function readPasswordHash(database: Database, userId: string): Promise<string | undefined> {
  const row = await database.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}

/** Replaces one hash of a password by another of it; does nothing if the password was changed meanwhile. */
export async function changePasswordHash(
  database: Database,
  userId: string,
  hashes: { from: string; to: string },
): Promise<void> {
  await database
    .updateTable('users')
    .set('password_hash', hashes.to)
    .where('id', '=', userId)
    .where('password_hash', '=', hashes.from)
    .execute();
}

/** A new password, which ends all sessions but the one that sets it. */
export type NewPassword = { from: string; to: string; keptSession: string };

/**
 * Saves all of a change or nothing. False when the old password was changed meanwhile. A profile that turns private
 * moves its avatar to another address. Throws UniqueViolation of `email_key`, and UserGone.
 */
export async function changeUser(
  database: Database,
  userId: string,
  change: Omit<ProfileChange, 'password' | 'old_password'>,
  password: NewPassword | undefined,
  now: Date,
): Promise<boolean> {
  const { email, visibility, ...texts } = change;
  const columns = {
    ...texts,
    ...(email !== undefined && { email, email_key: emailKey(email) }),
    // ProfileChange has checked the word.
    ...(visibility !== undefined && { visibility: visibility as Visibility }),
    ...(password && { password_hash: password.to }),
  };
  if (Object.values(columns).every((value) => value === undefined)) return true;
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if (password && (await readPasswordHash(transaction, userId)) !== password.from) return false;
    if (visibility === 'private') await hideAvatar(transaction, userId);
    await transaction
      .updateTable('users')
      .set(columns)
      .set('updated_at', laterOf('updated_at', now))
      .where('id', '=', userId)
      .execute();
    if (password) await removeOtherSessions(transaction, userId, password.keptSession);
    return true;
  });
}

/** Deletes a user with all that is theirs, and the counters of their account. Throws UserGone. */
export function removeUser(database: Database, userId: string, account: string): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    await transaction.deleteFrom('users').where('id', '=', userId).execute();
    await forgetAccount(transaction, account);
  });
}
