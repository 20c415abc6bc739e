import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Visibility } from '#contract/choices.ts';
import type { ProfileChange, SignUp } from '#contract/user.ts';
import { deleteCounters } from '../accounts/attempts.ts';
import { deleteTaughtClasses, lockClassesOf } from '../classes/classes.ts';
import { renamePublicAvatar } from './avatars.ts';
import { retireHandle, takeHandle } from './handles.ts';
import { updateListed } from '../public-profiles/public-list.ts';
import { ownsAll } from '../works/works.ts';
import { deleteInBatches } from '../statements/sweep.ts';
import { notBefore } from '../statements/time.ts';
import type { Database, Engine, Queryable, Transaction } from '../open.ts';
import { addEvents, deleteExcessEvents, type NewEvent } from '../accounts/events.ts';
import { deletePasswordResets } from '../accounts/password-resets.ts';
import { endOtherSessions } from '../accounts/sessions.ts';
import { UserGone } from '../errors.ts';
import { type TableName, TABLES, type UserRow } from '../tables.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';

/** Lower-cases ASCII only, because some other letters have lower-case ASCII forms. */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

type NewUser = Omit<SignUp, 'password'>;
type Access = { passwordHash: string; visibility: Visibility };

export async function addUser(database: Queryable, user: NewUser, access: Access, now: Date): Promise<string> {
  const [id, time] = [randomUUID(), now.toISOString()];
  await database
    .insertInto('users')
    .values({
      ...user,
      id,
      email_key: emailKey(user.email),
      password_hash: access.passwordHash,
      visibility: access.visibility,
      created_at: time,
      updated_at: time,
    })
    .execute();
  return id;
}

export function readCredentials(database: Database, email: string) {
  return database
    .selectFrom('users')
    .select(['id', 'password_hash', 'locked_at'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
}

export type OwnCredentials = Pick<UserRow, 'name' | 'email_key' | 'password_hash' | 'visibility'>;

export function readOwnCredentials(database: Queryable, { userId, tokenHash }: Writer) {
  return database
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.name', 'users.email_key', 'users.password_hash', 'users.visibility'])
    .where('users.id', '=', userId)
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Returns false if the hash is no longer `from`. */
export async function changePasswordHash(database: Database, userId: string, { from, to }: NewPassword) {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set('password_hash', to)
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The old and the new hash. */
export type NewPassword = { from: string; to: string };
/** `from` is the hash for which the user has given the password, `to` the new one unless it stays the same. */
export type CheckedPassword = { from: string; to?: string };
export type ChangeConflict = 'wrong-password' | 'handle-taken' | 'limit-reached' | 'unknown-technology';

/**
 * `checkedEmail` is the key of the user's e-mail when the request was checked. `activity` returns the events to record;
 * `before` is read under the lock, so concurrent changes record their own.
 */
type Recorded = {
  checkedEmail: string;
  password: CheckedPassword | undefined;
  activity: (before: OwnCredentials) => readonly NewEvent[];
};

/**
 * Returns the previous credentials, or the reason for a refusal. A new password ends the other sessions, a new e-mail
 * deletes the reset links, and hiding the profile renames the avatar. Throws UniqueViolation of `email_key`, and UserGone.
 */
export async function changeUser(
  database: Database,
  writer: Writer,
  change: Omit<ProfileChange, 'password' | 'old_password'>,
  { checkedEmail, password, activity }: Recorded,
  now: Date,
): Promise<ChangeConflict | OwnCredentials> {
  const { email, visibility, handle, searchable, shows_history, featured, ...texts } = change;
  const emailColumns = email === undefined ? {} : { email, email_key: emailKey(email) };
  const columns = {
    ...texts,
    // The schema of `ProfileChange` has validated it.
    ...(visibility !== undefined && { visibility: visibility as Visibility }),
    ...(searchable !== undefined && { searchable: Number(searchable) }),
    ...(shows_history !== undefined && { shows_history: Number(shows_history) }),
    ...(featured && { featured: JSON.stringify(featured) }),
    ...(password?.to !== undefined && { password_hash: password.to }),
  };
  return writeAs(database, writer, async (transaction, userId) => {
    const before = await readOwnCredentials(transaction, writer);
    if (!before) throw new UserGone('The session has ended');
    if ([handle, email, ...Object.values(columns)].every((value) => value === undefined)) return before;
    if (password && before.password_hash !== password.from) return 'wrong-password';
    if (featured && !(await ownsAll(transaction, userId, featured))) return 'unknown-technology';
    const refusal = handle ? await takeHandle(transaction, userId, handle, now) : undefined;
    if (refusal !== undefined) return refusal;
    if (handle === null) await retireHandle(transaction, userId, now);
    if (visibility === 'private') await renamePublicAvatar(transaction, userId);
    const isOtherEmail = email !== undefined && emailKey(email) !== before.email_key;
    // A request that repeats the old e-mail must not revert a change made since: it was not asked for the password.
    const keepsEmail = isOtherEmail && emailKey(email) === checkedEmail;
    // A link mailed to the old address must not open the account.
    if (isOtherEmail && !keepsEmail) await deletePasswordResets(transaction, userId);
    await transaction
      .updateTable('users')
      .set({ ...columns, ...(!keepsEmail && emailColumns) })
      .set('updated_at', notBefore('updated_at', now))
      .where('id', '=', userId)
      .execute();
    if (visibility === 'public') await updateListed(transaction, { userId });
    if (password?.to !== undefined) await endOtherSessions(transaction, writer);
    await addEvents(transaction, userId, activity(before), now);
    return before;
  });
}

/** `account` is the user's key in the throttle. Throws UserGone. */
export async function removeUser(database: Database, writer: Writer, account: string): Promise<void> {
  await deleteExcessEvents(database, writer.userId);
  await writeAs(database, writer, (transaction) => deleteUser(database.engine, transaction, writer.userId, account));
}

export async function deleteUser({ name }: Engine, transaction: Transaction, userId: string, account: string) {
  await lockClassesOf(transaction, userId);
  await deleteTaughtClasses(transaction, userId);
  // Not on PostgreSQL, where each statement would wait for its turn while others wait for the classes.
  if (name === 'SQLite') await deleteLongLists(transaction, userId);
  await transaction.deleteFrom('users').where('id', '=', userId).execute();
  await deleteCounters(transaction, 'account', [account]);
}

// Works first: their links would be deleted with the technologies, more of them in a statement.
const LONG_LISTS: readonly TableName[] = ['works', 'technologies', 'level_changes', 'events'];
const ROWS_PER_STATEMENT = 20;

/** A statement of SQLite blocks the process, and each row may be several reads from a slow disk. */
async function deleteLongLists(transaction: Transaction, userId: string): Promise<void> {
  for (const table of LONG_LISTS) {
    const { key: columns, owner } = TABLES[table];
    const [key, ofUser] = [sql.ref(columns.at(-1) ?? ''), sql<boolean>`${sql.ref(owner)} = ${userId}`];
    await deleteInBatches((size) => {
      const some = transaction.selectFrom<TableName>(table).select(key.as('key')).where(ofUser).limit(size);
      return transaction.deleteFrom<TableName>(table).where(ofUser).where(key, 'in', some).executeTakeFirst();
    }, ROWS_PER_STATEMENT);
  }
}
