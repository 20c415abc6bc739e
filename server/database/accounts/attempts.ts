import { type ExpressionBuilder, sql } from 'kysely';
import { inBatches } from '../statements/batches.ts';
import type { Database, Transaction } from '../open.ts';
import { addEvents, type NewEvent } from './events.ts';
import type { Tables } from '../tables.ts';
import { lockUser } from '../statements/write-as.ts';

/** `lifetime` is in milliseconds. */
export type Counter = {
  key: string;
  account: string | null;
  lifetime: number;
  /** Whether each attempt starts the lifetime anew. */
  renewed: boolean;
};

export type Count = { count: number; lastAt: Date };

/** By key; a missing one counts 0. */
export async function readCounts(
  database: Database,
  counters: readonly Counter[],
  now: Date,
): Promise<Map<string, Count>> {
  const keys = counters.map(({ key }) => key);
  const rows = await database
    .selectFrom('attempts')
    .select(['key', 'count', 'last_at'])
    .where('key', 'in', keys)
    .where('expires_at', '>', now.toISOString())
    .execute();
  const counts = new Map(rows.map(({ key, count, last_at }) => [key, { count, lastAt: new Date(last_at) }]));
  for (const counter of counters) {
    const count = counts.get(counter.key);
    if (count && count.lastAt > now) counts.set(counter.key, await bringBack(database, counter, count, now));
  }
  return counts;
}

/** What was counted by a clock that was ahead was counted now. */
async function bringBack(database: Database, counter: Counter, { count }: Count, now: Date): Promise<Count> {
  const [time, expiry] = [now.toISOString(), new Date(now.getTime() + counter.lifetime).toISOString()];
  await database
    .updateTable('attempts')
    .set({ last_at: time, expires_at: expiry })
    .where('key', '=', counter.key)
    .where('last_at', '>', time)
    .execute();
  return { count, lastAt: now };
}

/** Of several who have read the same count one gets true: its attempt is now the last. */
export async function takeTurn(database: Database, key: string, { lastAt }: Count, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('attempts')
    .set('last_at', now.toISOString())
    .where('key', '=', key)
    .where('last_at', '=', lastAt.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * One statement for each counter: two attempts at once count as two. Once the user is deleted, only what belongs to no
 * account is counted. `event` is what the user is told.
 */
export async function countAttempt(
  database: Database,
  counters: readonly Counter[],
  now: Date,
  { userId, event }: { userId?: string | undefined; event?: NewEvent | undefined } = {},
): Promise<void> {
  // In one order, so that no two attempts wait for each other.
  const ordered = counters.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await database.transaction().execute(async (transaction) => {
    const isGone = userId !== undefined && !(await lockUser(transaction, userId));
    for (const counter of ordered) {
      if (counter.account === null || !isGone) await countOne(transaction, counter, now);
    }
    if (event && userId !== undefined && !isGone) await addEvents(transaction, userId, [event], now);
  });
}

async function countOne(transaction: Transaction, counter: Counter, now: Date): Promise<void> {
  const { key, account, lifetime, renewed } = counter;
  const time = now.toISOString();
  const expiry = new Date(now.getTime() + lifetime).toISOString();
  const over = sql<boolean>`attempts.expires_at <= ${time}`;
  await transaction
    .insertInto('attempts')
    .values({ key, account, count: 1, last_at: time, expires_at: expiry })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${over} then 1 else attempts.count + 1 end`,
        last_at: time,
        expires_at: renewed ? expiry : sql<string>`case when ${over} then ${expiry} else attempts.expires_at end`,
      }),
    )
    .execute();
}

export async function clearCounts(database: Database, keys: readonly string[]): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('key', 'in', (attempts) => inOrder(attempts).where('key', 'in', keys))
    .execute();
}

export function listCounts(database: Database, account: string, now: Date) {
  return database
    .selectFrom('attempts')
    .select(['count', 'last_at', 'expires_at'])
    .where('account', '=', account)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_at')
    .execute();
}

export async function forgetAccount(database: Database, account: string): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('key', 'in', (attempts) => inOrder(attempts).where('account', '=', account))
    .execute();
}

export async function sweepAttempts(database: Database, now: Date): Promise<void> {
  await inBatches((size) =>
    database
      .deleteFrom('attempts')
      .where('key', 'in', (attempts) =>
        inOrder(attempts).where('expires_at', '<=', now.toISOString()).limit(size).skipLocked(),
      )
      .executeTakeFirst(),
  );
}

/** Takes the counters in the order of `countAttempt`. */
function inOrder(attempts: ExpressionBuilder<Tables, 'attempts'>) {
  return attempts.selectFrom('attempts').select('key').orderBy('key').forUpdate();
}
