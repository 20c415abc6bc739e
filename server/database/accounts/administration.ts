import { searchKey } from '#contract/search-key.ts';
import { updateListed } from '../public-profiles/public-list.ts';
import type { Database, Transaction } from '../open.ts';
import type { UserRow } from '../tables.ts';
import { deleteUser, emailKey } from '../users/users.ts';
import { lockUser, type Write } from '../statements/write-as.ts';
import { addEvents, addFrequentEvent, deleteExcessEvents, type NewEvent } from './events.ts';
import { deletePasswordResets } from './password-resets.ts';

// The operator's commands, which have no session.

const LISTED = ['id', 'email', 'name', 'created_at', 'locked_at'] as const;
export type ListedUser = Pick<UserRow, (typeof LISTED)[number]>;

const CHUNK = 1_000;

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

type Operation = { userId: string; event: NewEvent; now: Date };

function withUser(database: Database, userId: string, write: Write<unknown>): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await write(transaction, userId);
    return true;
  });
}

function record(database: Database, { userId, event, now }: Operation, write: Write<unknown>): Promise<boolean> {
  return withUser(database, userId, async (transaction) => {
    await write(transaction, userId);
    await addEvents(transaction, userId, [event], now);
  });
}

export function lockAccount(database: Database, operation: Operation): Promise<boolean> {
  return record(database, operation, async (transaction, userId) => {
    const users = transaction.updateTable('users').set('locked_at', operation.now.toISOString());
    await users.where('id', '=', userId).where('locked_at', 'is', null).execute();
    await updateListed(transaction, { userId });
    await endEverySession(transaction, userId);
  });
}

export function unlockAccount(database: Database, operation: Operation): Promise<boolean> {
  return record(database, operation, async (transaction, userId) => {
    await transaction.updateTable('users').set('locked_at', null).where('id', '=', userId).execute();
    await updateListed(transaction, { userId });
  });
}

export function endSessions(database: Database, operation: Operation): Promise<boolean> {
  return record(database, operation, endEverySession);
}

async function endEverySession(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await deletePasswordResets(transaction, userId);
}

export function addOperatorExport(database: Database, { userId, event, now }: Operation): Promise<boolean> {
  return withUser(database, userId, (transaction) => addFrequentEvent(transaction, userId, event, now));
}

export async function deleteAccount(database: Database, userId: string, account: string): Promise<boolean> {
  await deleteExcessEvents(database, userId);
  return withUser(database, userId, (transaction) => deleteUser(database.engine, transaction, userId, account));
}
