import { searchKey } from '#contract/search-key.ts';
import { updateListed } from '../public-profiles/public-list.ts';
import type { Database, Transaction } from '../open.ts';
import type { UserRow } from '../tables.ts';
import { deleteUser, emailKey } from '../users/users.ts';
import { lockUser } from '../statements/write-as.ts';
import { addEvents, addExportEvent, deleteExcessEvents, type NewEvent } from './events.ts';
import { deletePasswordReset } from './password-resets.ts';

// The operator's commands: they need no session.

const LISTED = ['id', 'email', 'name', 'created_at', 'locked_at'] as const;
export type ListedUser = Pick<UserRow, (typeof LISTED)[number]>;

const CHUNK = 1_000;

/** Users with this id, or whose name or e-mail contains the text in any case, in the order of sign-up. */
export async function listUsers(database: Database, text: string, limit: number): Promise<ListedUser[]> {
  const key = searchKey(text);
  const matches: ListedUser[] = [];
  let last = 0;
  for (;;) {
    const users = await database
      .selectFrom('users')
      .select(['sequence', ...LISTED])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(CHUNK)
      .execute();
    // Compared here, because the engines fold case differently.
    const isMatch = ({ id, name, email }: ListedUser) => id === text || searchKey(`${name}\n${email}`).includes(key);
    matches.push(...users.filter(isMatch));
    last = users.at(-1)?.sequence ?? last;
    if (users.length < CHUNK || matches.length >= limit) return matches.slice(0, limit);
  }
}

/** The last login of each user who has logged in within `EVENT_DAYS`. */
export async function readLastLogins(database: Database, users: readonly ListedUser[]): Promise<Map<string, string>> {
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const logins = await database
    .selectFrom('events')
    .select(({ fn }) => ['user_id', fn.max('created_at').as('at')])
    .where('user_id', 'in', ids)
    .where('kind', '=', 'login')
    .groupBy('user_id')
    .execute();
  return new Map(logins.map(({ user_id, at }) => [user_id, at]));
}

export function readUserByEmail(database: Database, email: string): Promise<ListedUser | undefined> {
  return database.selectFrom('users').select(LISTED).where('email_key', '=', emailKey(email)).executeTakeFirst();
}

type Act = { userId: string; event: NewEvent; now: Date };

/** Locks the user and runs `work`. False when the user does not exist. */
function withUser(database: Database, userId: string, work: (transaction: Transaction) => Promise<unknown>) {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await work(transaction);
    return true;
  });
}

/** Also ends the sessions and the password reset. */
export function lockAccount(database: Database, { userId, event, now }: Act): Promise<boolean> {
  return withUser(database, userId, async (transaction) => {
    await transaction
      .updateTable('users')
      .set('locked_at', now.toISOString())
      .where('id', '=', userId)
      .where('locked_at', 'is', null)
      .execute();
    await updateListed(transaction, userId);
    await endEverySession(transaction, userId);
    await addEvents(transaction, userId, [event], now);
  });
}

async function endEverySession(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await deletePasswordReset(transaction, userId);
}

export function unlockAccount(database: Database, { userId, event, now }: Act): Promise<boolean> {
  return withUser(database, userId, async (transaction) => {
    await transaction.updateTable('users').set('locked_at', null).where('id', '=', userId).execute();
    await updateListed(transaction, userId);
    await addEvents(transaction, userId, [event], now);
  });
}

export function endSessions(database: Database, { userId, event, now }: Act): Promise<boolean> {
  return withUser(database, userId, async (transaction) => {
    await endEverySession(transaction, userId);
    await addEvents(transaction, userId, [event], now);
  });
}

export function addOperatorExport(database: Database, { userId, event, now }: Act): Promise<boolean> {
  return withUser(database, userId, (transaction) => addExportEvent(transaction, userId, event, now));
}

/** `account` is the user's key in the throttle. */
export async function deleteAccount(database: Database, userId: string, account: string): Promise<boolean> {
  await deleteExcessEvents(database, userId);
  return withUser(database, userId, (transaction) => deleteUser(transaction, userId, account));
}
