import { UserGone } from '../errors.ts';
import type { Database, Transaction } from '../open.ts';
import { prepared, type Statement } from './prepared.ts';

/** A user, and the session that a write belongs to. */
export type Writer = { userId: string; tokenHash: string };

/**
 * Every write of a user goes through here. Locks the user, so their writes run one after the other, and checks the session
 * again: it may have ended while the body arrived. Throws UserGone.
 */
export function writeAs<Result>(
  database: Database,
  writer: Writer,
  write: (transaction: Transaction, userId: string) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const [session] = await lockSession(transaction, writer);
    if (!session) throw new UserGone('The session has ended');
    return write(transaction, writer.userId);
  });
}

/**
 * Like `writeAs`, for statements that do not depend on each other's rows: one round trip on PostgreSQL. They run even after
 * the session has ended, so each must check the session itself and then write nothing. Throws UserGone.
 */
export async function writeTogether<Rows extends unknown[]>(
  database: Database,
  writer: Writer,
  statements: { [Index in keyof Rows]: Statement<Rows[Index]> },
) {
  const queries = [lockSession.statement(writer), ...statements].map((statement) => statement(database));
  const [session, ...rows] = await database.engine.runTogether(queries);
  if (!session?.[0]) throw new UserGone('The session has ended');
  return rows as { [Index in keyof Rows]: Array<Rows[Index]> };
}

/** False when the user does not exist. */
export async function lockUser(transaction: Transaction, userId: string): Promise<boolean> {
  return (await lockById(transaction, { userId })).length > 0;
}

const lockById = prepared('lock-user', (database, { userId }: { userId: string }) =>
  database.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
);

// Locks the user first, as the code that ends sessions does. The lock on the session finds out whether it has ended.
const lockSession = prepared('lock-session', (database, { userId, tokenHash }: Writer) =>
  database
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('sessions.token_hash', '=', tokenHash)
    .forUpdate('users')
    .forKeyShare('sessions'),
);

/** Whether a row exists and is another user's: tells an attempt on foreign data from a missing row. */
export async function isForeign(database: Database, table: 'technologies' | 'works', userId: string, id: string) {
  const row = await database.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.user_id !== userId;
}
