import type { ExpressionBuilder } from 'kysely';
import type { Database, Transaction } from '../open.ts';
import type { Tables } from '../tables.ts';

// Who is in `GET /users`, in the order of sign-up. A user's place there is their `sequence`, and `technologies.listed` holds
// it for each title of a listed user.

export function isListed(user: ExpressionBuilder<Tables, 'users'>) {
  return user.and([user('users.visibility', '=', 'public'), user('users.locked_at', 'is', null)]);
}

/** Null for whoever is not listed. */
export function placeOf(database: Pick<Database, 'selectFrom'>, userId: string) {
  return database.selectFrom('users').select('users.sequence').where('users.id', '=', userId).where(isListed);
}

/** Keeps `technologies.listed` right after a user was made public, private, locked or unlocked. Needs their lock. */
export async function relist(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .updateTable('technologies')
    .set({ listed: placeOf(transaction, userId) })
    .where('user_id', '=', userId)
    .execute();
}

/** The place of whoever has so many before them, after that place; undefined when there are fewer. In the index alone. */
export async function placeAt(database: Database, offset: number, last = 0): Promise<number | undefined> {
  const row = await database
    .selectFrom('users')
    .select('users.sequence')
    .where(isListed)
    .where('users.sequence', '>', last)
    .orderBy('users.sequence')
    .limit(1)
    .offset(offset)
    .executeTakeFirst();
  return row?.sequence;
}

/** Zero when nobody is listed. */
export async function lastPlace(database: Database): Promise<number> {
  const { last } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.max('users.sequence').as('last'))
    .where(isListed)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
