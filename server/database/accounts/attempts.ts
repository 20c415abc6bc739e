import { sql } from 'kysely';
import type { Database, Queryable, Transaction } from '../open.ts';
import { sweep } from '../statements/sweep.ts';
import { timeAfter } from '../statements/time.ts';
import { addFrequentEvent, type NewEvent } from './events.ts';
import { lockUser } from '../statements/write-as.ts';

export type Counter = {
  key: string;
  account: string | null;
  lifetime: number;
  /** Each attempt restarts the lifetime. */
  renewed: boolean;
};

export type Count = { count: number; lastAt: Date };

export async function readCounts(database: Database, counters: readonly Counter[], now: Date) {
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
    if (count && count.lastAt > now) counts.set(counter.key, await moveToNow(database, counter, count, now));
  }
  return counts;
}

// The stored time is in the future if a clock was ahead when it was stored.
async function moveToNow(database: Database, counter: Counter, { count }: Count, now: Date): Promise<Count> {
  const [time, expiry] = [now.toISOString(), timeAfter(now, counter.lifetime)];
  await database
    .updateTable('attempts')
    .set({ last_at: time, expires_at: expiry })
    .where('key', '=', counter.key)
    .where('last_at', '>', time)
    .execute();
  return { count, lastAt: now };
}

/** True for only one of several callers, until the counter is deleted or its lifetime ends. */
export async function claimTurn(database: Database, { key, account, lifetime }: Counter, now: Date): Promise<boolean> {
  const row = { last_at: now.toISOString(), expires_at: timeAfter(now, lifetime) };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('attempts')
    .values({ key, account, count: 1, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('attempts.expires_at', '<=', row.last_at))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Increments are atomic, so concurrent attempts all count. If the user was deleted, skips the counters of accounts.
 * `event` is a failed login.
 */
export async function countAttempt(
  database: Database,
  counters: readonly Counter[],
  now: Date,
  { userId, event }: { userId?: string | undefined; event?: NewEvent | undefined } = {},
): Promise<void> {
  // A fixed order prevents deadlocks.
  const ordered = counters.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await database.transaction().execute(async (transaction) => {
    const isDeleted = userId !== undefined && !(await lockUser(transaction, userId));
    for (const counter of ordered) {
      if (counter.account === null || !isDeleted) await countOne(transaction, counter, now);
    }
    if (event && userId !== undefined && !isDeleted) await addFrequentEvent(transaction, userId, event, now);
  });
}

async function countOne(transaction: Transaction, counter: Counter, now: Date): Promise<void> {
  const { key, account, lifetime, renewed } = counter;
  const [time, expiry] = [now.toISOString(), timeAfter(now, lifetime)];
  const hasExpired = sql<boolean>`attempts.expires_at <= ${time}`;
  await transaction
    .insertInto('attempts')
    .values({ key, account, count: 1, last_at: time, expires_at: expiry })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${hasExpired} then 1 else attempts.count + 1 end`,
        last_at: time,
        expires_at: renewed ? expiry : sql<string>`case when ${hasExpired} then ${expiry} else attempts.expires_at end`,
      }),
    )
    .execute();
}

/** Restores the counter to `before`, except for what was counted since `countedAt`. */
export async function uncountAttempt(
  database: Database,
  key: string,
  countedAt: Date,
  before: Count | undefined,
): Promise<void> {
  const time = countedAt.toISOString();
  const timeBefore = before?.lastAt.toISOString() ?? time;
  await database
    .updateTable('attempts')
    .set((row) => ({
      count: row('count', '-', 1),
      last_at: row.case().when('last_at', '=', time).then(timeBefore).else(row.ref('last_at')).end(),
    }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

export function selectCounts(database: Database, account: string, now: Date) {
  return database
    .selectFrom('attempts')
    .select(['count', 'last_at', 'expires_at'])
    .where('account', '=', account)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_at');
}

export function sweepAttempts(database: Database, now: Date): Promise<void> {
  return sweep(database, 'attempts', 'expires_at', now.toISOString());
}

// Rows per call: an account from before the limit may have thousands too many.
const DELETED_PER_CALL = 100;

/** Of the account's counters that expire later than `expiresAfter`, keeps the newest `most` and deletes others. */
export async function deleteOldCounters(
  database: Database,
  account: string,
  { most, expiresAfter }: { most: number; expiresAfter: string },
): Promise<void> {
  const old = database
    .selectFrom('attempts')
    .select('key')
    .where('account', '=', account)
    .where('expires_at', '>', expiresAfter)
    .orderBy('last_at', 'desc')
    .offset(most)
    .limit(DELETED_PER_CALL);
  await database.deleteFrom('attempts').where('key', 'in', old.forUpdate().skipLocked()).execute();
}

/** Locks the counters in the order of `countAttempt`. */
export function deleteCounters(database: Queryable, column: 'key' | 'account', values: readonly string[]) {
  const counters = database.selectFrom('attempts').select('key').where(column, 'in', values).orderBy('key').forUpdate();
  return database.deleteFrom('attempts').where('key', 'in', counters).execute();
}
