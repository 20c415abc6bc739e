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

/** Users whose name or e-mail contains the text, ignoring case and accents, in the order of sign-up. */
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
    matches.push(...users.filter(({ name, email }) => searchKey(`${name}\n${email}`).includes(key)));
    last = users.at(-1)?.sequence ?? last;
    if (users.length < CHUNK || matches.length >= limit) return matches.slice(0, limit);
  }
}

export function readUserByEmail(database: Database, email: string): Promise<ListedUser | undefined> {
  return database.selectFrom('users').select(LISTED).where('email_key', '=', emailKey(email)).executeTakeFirst();
}

type Act = { userId: string; event: NewEvent; now: Date };

/** Locks the user, runs `work` and adds the event. False when the user does not exist. */
function actOn(
  database: Database,
  { userId, event, now }: Act,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await work(transaction);
    await addEvents(transaction, userId, [event], now);
    return true;
  });
}

/** Also ends the sessions and the password reset. */
export function lockAccount(database: Database, act: Act): Promise<boolean> {
  const { userId, now } = act;
  return actOn(database, act, async (transaction) => {
    await transaction
      .updateTable('users')
      .set('locked_at', now.toISOString())
      .where('id', '=', userId)
      .where('locked_at', 'is', null)
      .execute();
    await updateListed(transaction, userId);
    await endEverySession(transaction, userId);
  });
}

async function endEverySession(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await deletePasswordReset(transaction, userId);
}

export function unlockAccount(database: Database, act: Act): Promise<boolean> {
  return actOn(database, act, async (transaction) => {
    await transaction.updateTable('users').set('locked_at', null).where('id', '=', act.userId).execute();
    await updateListed(transaction, act.userId);
  });
}

export function endSessions(database: Database, act: Act): Promise<boolean> {
  return actOn(database, act, (transaction) => endEverySession(transaction, act.userId));
}

export function addOperatorExport(database: Database, { userId, event, now }: Act): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await addExportEvent(transaction, userId, event, now);
    return true;
  });
}

/** `account` is the user's key in the throttle. */
export async function deleteAccount(database: Database, userId: string, account: string): Promise<boolean> {
  await deleteExcessEvents(database, userId);
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await deleteUser(transaction, userId, account);
    return true;
  });
}
