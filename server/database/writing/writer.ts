import { UserGone } from '../statements/failures.ts';
import type { Database, Transaction } from '../open.ts';
import { prepared } from '../statements/prepared.ts';

/** Who writes: a user, and the session they write by. */
export type Writer = { userId: string; tokenHash: string };

/**
 * Every write of a user goes through here. The session was checked before the body came, so it is checked again in the
 * transaction that writes. Writes of one user run one after the other. Throws UserGone.
 */
export function writeAs<Result>(
  database: Database,
  { userId, tokenHash }: Writer,
  write: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const isThere = await lockUser(transaction, userId);
    // After the lock: whoever ends sessions has it, too.
    const [session] = await findSession(transaction, { userId, tokenHash });
    if (!isThere || !session) throw new UserGone('The session has ended');
    return write(transaction);
  });
}

/** Makes other transactions that lock this user wait for the end of this one. False when there is none. */
export async function lockUser(transaction: Transaction, userId: string): Promise<boolean> {
  return (await findLocked(transaction, { userId })).length > 0;
}

const findLocked = prepared((transaction, { userId }: { userId: string }) =>
  transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
);

const findSession = prepared((transaction, { userId, tokenHash }: Writer) =>
  transaction
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId),
);

/** Why a write by id has found nothing. */
export async function belongsToAnother(
  database: Database,
  table: 'technologies' | 'works',
  userId: string,
  id: string,
): Promise<boolean> {
  const row = await database.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.user_id !== userId;
}
