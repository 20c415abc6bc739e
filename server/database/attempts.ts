import { sql } from 'kysely';
import type { Database } from './open.ts';

/** A counter of attempts: what is counted, for which account, and how long it is remembered. */
export type Counter = {
  key: string;
  account: string | null;
  lifetime: number;
  /** Whether each further attempt starts the lifetime anew. */
  renewed: boolean;
};

export type Count = { count: number; lastAt: Date; expiresAt: Date };

/** What each counter stands at; one that is not in the answer stands at nothing. */
export async function readCounts(database: Database, keys: readonly string[], now: Date): Promise<Map<string, Count>> {
  const rows = await database
    .selectFrom('attempts')
    .select(['key', 'count', 'last_at', 'expires_at'])
    .where('key', 'in', keys)
    .where('expires_at', '>', now.toISOString())
    .execute();
  return new Map(
    rows.map(({ key, count, last_at, expires_at }) => [
      key,
      { count, lastAt: new Date(last_at), expiresAt: new Date(expires_at) },
    ]),
  );
}

/** Adds one to each counter, in a statement each, so that no two attempts at the same time are counted as one. */
export async function countAttempt(database: Database, counters: readonly Counter[], now: Date): Promise<void> {
  const time = now.toISOString();
  await database.transaction().execute(async (transaction) => {
    for (const { key, account, lifetime, renewed } of counters) {
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
  });
}

/** Sets counters back to nothing. */
export async function clearCounts(database: Database, keys: readonly string[]): Promise<void> {
  await database.deleteFrom('attempts').where('key', 'in', keys).execute();
}

/** The counters of an account, for its owner. */
export function listCounts(database: Database, account: string, now: Date) {
  return database
    .selectFrom('attempts')
    .select(['count', 'last_at', 'expires_at'])
    .where('account', '=', account)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_at')
    .execute();
}

/** Takes away all that was counted for an account. */
export async function forgetAccount(database: Database, account: string): Promise<void> {
  await database.deleteFrom('attempts').where('account', '=', account).execute();
}

/** Takes away what has been counted for long enough, anybody's. */
export async function sweepAttempts(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('attempts').where('expires_at', '<=', now.toISOString()).execute();
}
