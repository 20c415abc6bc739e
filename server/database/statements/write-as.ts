import { UserGone } from '../errors.ts';
import type { Database, Transaction } from '../open.ts';
import { type Answers, prepared, runTogether, type Statements } from './prepared.ts';

/** Who writes: a user, and the session they write by. */
export type Writer = { userId: string; tokenHash: string };

/**
 * Every write of a user goes through here. The session was checked before the body came, so it is checked again in the
 * transaction that writes. Writes of one user run one after the other. Throws UserGone.
 */
export function writeAs<Result>(
  database: Database,
  writer: Writer,
  write: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const [session] = await lockSession(transaction, writer);
    if (!session) throw new UserGone('The session has ended');
    return write(transaction);
  });
}

/**
 * As `writeAs`, of statements none of which needs the answer of another: a server is asked once. They are run even when
 * the session has ended, so each that writes must find nothing then. Throws UserGone.
 */
export async function writeTogether<Rows extends unknown[]>(
  database: Database,
  writer: Writer,
  statements: Statements<Rows>,
): Promise<Answers<Rows>> {
  const [[session], ...answers] = await runTogether(database, [lockSession.later(writer), ...statements]);
  if (!session) throw new UserGone('The session has ended');
  return answers as Answers<Rows>;
}

/** Makes other transactions that lock this user wait for the end of this one. False when there is none. */
export async function lockUser(transaction: Transaction, userId: string): Promise<boolean> {
  return (await findLocked(transaction, { userId })).length > 0;
}

const findLocked = prepared((transaction, { userId }: { userId: string }) =>
  transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
);

// The user comes first, as for whoever ends sessions. By its own lock a session that was ended meanwhile is not found.
const lockSession = prepared((transaction, { userId, tokenHash }: Writer) =>
  transaction
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('sessions.token_hash', '=', tokenHash)
    .forUpdate('users')
    .forKeyShare('sessions'),
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
