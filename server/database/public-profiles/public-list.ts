import type { ExpressionBuilder } from 'kysely';
import type { Database, Queryable, Transaction } from '../open.ts';
import type { Tables } from '../tables.ts';

// `GET /users` lists users by `sequence`, which `technologies.listed` copies for the search by title.

export function isListed(user: ExpressionBuilder<Tables, 'users'>) {
  return user.and([user('users.visibility', '=', 'public'), user('users.locked_at', 'is', null)]);
}

export function selectListedUsers(database: Queryable) {
  return database.selectFrom('users').select('users.sequence').where(isListed);
}

export function selectListedSequence(database: Queryable, userId: string) {
  return selectListedUsers(database).where('users.id', '=', userId);
}

/** Call it after the user's visibility or lock changed. Needs the user's lock. */
export async function updateListed(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .updateTable('technologies')
    .set({ listed: selectListedSequence(transaction, userId) })
    .where('user_id', '=', userId)
    .execute();
}

/** The sequence of the listed user at `offset`, counted from the first one after `after`. An index-only scan. */
export async function sequenceAt(database: Database, offset: number, after = 0): Promise<number | undefined> {
  const users = selectListedUsers(database).where('users.sequence', '>', after).orderBy('users.sequence');
  return (await users.limit(1).offset(offset).executeTakeFirst())?.sequence;
}

export async function lastSequence(database: Database): Promise<number> {
  const users = selectListedUsers(database).orderBy('users.sequence', 'desc');
  return (await users.limit(1).executeTakeFirst())?.sequence ?? 0;
}
