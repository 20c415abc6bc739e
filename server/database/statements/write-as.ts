import { expressionBuilder, sql } from 'kysely';
import { UserGone } from '../errors.ts';
import type { Database, Transaction } from '../open.ts';
import { isListed, updateListed } from '../public-profiles/public-list.ts';
import { TABLES, type Tables } from '../tables.ts';
import { type BoundQuery, prepared } from './prepared.ts';

export type Writer = { userId: string; tokenHash: string };
export type Write<Result> = (transaction: Transaction, userId: string) => Promise<Result>;

/**
 * Locks the user, and checks again that the session has not ended: the body took time to arrive. Afterwards updates the
 * public lists if the user was in them; a write that lists the user does so itself. Throws UserGone.
 */
export function writeAs<Result>(database: Database, writer: Writer, write: Write<Result>): Promise<Result> {
  const run = async (transaction: Transaction) => {
    const [session] = await lockSession(transaction, writer);
    if (!session) throw new UserGone('The session has ended');
    const result = await write(transaction, writer.userId);
    if (session.is_listed) await updateListed(transaction, { userId: writer.userId });
    return result;
  };
  return database.engine.inTurnOf(writer.userId, () => database.transaction().execute(run));
}

/**
 * `writeAs` in one round trip. All statements run, so each must check the session itself. Does not update the public
 * lists. Throws UserGone.
 */
export async function writeTogether<Rows extends unknown[]>(
  database: Database,
  writer: Writer,
  statements: { [Index in keyof Rows]: BoundQuery<Rows[Index]> },
) {
  const queries = [lockSession.statement(writer), ...statements].map((statement) => statement(database));
  const { engine } = database;
  const [session, ...rows] = await engine.inTurnOf(writer.userId, () => engine.runTogether(queries));
  if (!session?.[0]) throw new UserGone('The session has ended');
  return rows as { [Index in keyof Rows]: Array<Rows[Index]> };
}

/** `updateListed` in a transaction of its own. */
export async function updateListedOf(database: Database, userId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await lockUser(transaction, userId)) await updateListed(transaction, { userId });
  });
}

export async function lockUser(transaction: Transaction, userId: string): Promise<boolean> {
  return (await lockById(transaction, { userId })).length > 0;
}

export function lockActiveUser(transaction: Transaction, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['email_key', 'password_hash'])
    .where('id', '=', userId)
    .where('locked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

const lockById = prepared('lock-user', (database, { userId }: { userId: string }) =>
  database.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
);

// Locks the user first, as the code that ends sessions does. After a wait, PostgreSQL reads the session again.
const lockSession = prepared('lock-session', (database, { userId, tokenHash }: Writer) =>
  database
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.id', isListed(expressionBuilder<Tables, 'users'>()).as('is_listed')])
    .where('users.id', '=', userId)
    .where('sessions.token_hash', '=', tokenHash)
    .forUpdate('users')
    .forKeyShare('sessions'),
);

export type Owned = 'technologies' | 'works' | 'classes';

export async function belongsToOther(database: Database, table: Owned, userId: string, id: string) {
  const owner = sql.ref<string>(TABLES[table].owner);
  const row = await database.selectFrom(table).select(owner.as('owner')).where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.owner !== userId;
}
