import type { ExpressionBuilder } from 'kysely';
import type { Database, Queryable, Transaction } from '../open.ts';
import type { Tables } from '../tables.ts';

// The public list is `GET /users`, in the order of sign-up. A position in it is a user's `sequence`, which
// `technologies.listed` repeats for each title of a listed user.

export function isListed(user: ExpressionBuilder<Tables, 'users'>) {
  return user.and([user('users.visibility', '=', 'public'), user('users.locked_at', 'is', null)]);
}

export function selectPositions(database: Queryable) {
  return database.selectFrom('users').select('users.sequence').where(isListed);
}

/** No row for a user who is not listed. */
export function positionOf(database: Queryable, userId: string) {
  return selectPositions(database).where('users.id', '=', userId);
}

/** Updates `technologies.listed` after the user's visibility or lock changed. Needs the user's lock. */
export async function updateListed(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .updateTable('technologies')
    .set({ listed: positionOf(transaction, userId) })
    .where('user_id', '=', userId)
    .execute();
}

/** The position of the user `offset` users after the first one behind `after`. An index-only scan. */
export async function positionAt(database: Database, offset: number, after = 0): Promise<number | undefined> {
  const users = selectPositions(database).where('users.sequence', '>', after).orderBy('users.sequence');
  return (await users.limit(1).offset(offset).executeTakeFirst())?.sequence;
}

/** 0 for an empty list. */
export async function lastPosition(database: Database): Promise<number> {
  const users = selectPositions(database).orderBy('users.sequence', 'desc');
  return (await users.limit(1).executeTakeFirst())?.sequence ?? 0;
}
