import { searchKey } from '#contract/search-key.ts';
import { relist } from '../public-profiles/public-list.ts';
import type { Database, Transaction } from '../open.ts';
import type { UserRow } from '../tables.ts';
import { emailKey, forgetUser } from '../users/users.ts';
import { lockUser } from '../statements/write-as.ts';
import { addEvents, addExportEvent, type NewEvent, thinEvents } from './events.ts';
import { dropPasswordReset } from './password-resets.ts';

// What an operator does to an account from the command line: no session is asked for.

const LISTED = ['id', 'email', 'name', 'created_at', 'locked_at'] as const;
export type ListedUser = Pick<UserRow, (typeof LISTED)[number]>;

// Users read at once.
const PIECE = 1_000;

/** Users with this id, or whose name or e-mail contains the text in any case, in the order of sign-up. */
export async function listUsers(database: Database, text: string, limit: number): Promise<ListedUser[]> {
  const wanted = searchKey(text);
  const found: ListedUser[] = [];
  let last = 0;
  for (;;) {
    const users = await database
      .selectFrom('users')
      .select(['sequence', ...LISTED])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PIECE)
      .execute();
    // The engines do not agree on case.
    const matches = ({ id, name, email }: ListedUser) => id === text || searchKey(`${name}\n${email}`).includes(wanted);
    found.push(...users.filter(matches));
    last = users.at(-1)?.sequence ?? last;
    if (users.length < PIECE || found.length >= limit) return found.slice(0, limit);
  }
}

export function readUserByEmail(database: Database, email: string): Promise<ListedUser | undefined> {
  return database.selectFrom('users').select(LISTED).where('email_key', '=', emailKey(email)).executeTakeFirst();
}

type Act = { userId: string; event: NewEvent; now: Date };

/** Does it to a user who is there, or nothing: false. */
function actOn(
  database: Database,
  { userId, event, now }: Act,
  act: (transaction: Transaction) => Promise<unknown>,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await act(transaction);
    await addEvents(transaction, userId, [event], now);
    return true;
  });
}

/** Ends the sessions, and the link to a new password. */
export function lockAccount(database: Database, act: Act): Promise<boolean> {
  const { userId, now } = act;
  return actOn(database, act, async (transaction) => {
    await transaction
      .updateTable('users')
      .set('locked_at', now.toISOString())
      .where('id', '=', userId)
      .where('locked_at', 'is', null)
      .execute();
    await relist(transaction, userId);
    await endEverySession(transaction, userId);
  });
}

async function endEverySession(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await dropPasswordReset(transaction, userId);
}

export function unlockAccount(database: Database, act: Act): Promise<boolean> {
  return actOn(database, act, async (transaction) => {
    await transaction.updateTable('users').set('locked_at', null).where('id', '=', act.userId).execute();
    await relist(transaction, act.userId);
  });
}

export function endSessions(database: Database, act: Act): Promise<boolean> {
  return actOn(database, act, (transaction) => endEverySession(transaction, act.userId));
}

export function noteExport(database: Database, { userId, event, now }: Act): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await addExportEvent(transaction, userId, event, now);
    return true;
  });
}

/** `account` is the key of the throttle. */
export async function deleteAccount(database: Database, userId: string, account: string): Promise<boolean> {
  await thinEvents(database, userId);
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await forgetUser(transaction, userId, account);
    return true;
  });
}
