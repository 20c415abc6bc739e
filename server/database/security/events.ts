import { AccountEvent } from '#contract/event.ts';
import { EVENT_DAYS } from '#contract/limits.ts';
import { inBatches } from '../writing/batches.ts';
import type { Database, Transaction } from '../open.ts';

const DAY = 24 * 60 * 60_000;
const EVENT = Object.keys(AccountEvent.shape) as Array<keyof AccountEvent>;

/** Made by accounts/security-log.ts, and added by the transaction that does what it tells. */
export type NewEvent = Omit<AccountEvent, 'created_at'>;

/** The user is locked, or else known to be there. */
export async function addEvents(
  transaction: Transaction,
  userId: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, user_id: userId, created_at: now.toISOString() }));
  await transaction.insertInto('events').values(rows).execute();
}

/** The latest come first; all without a limit. */
export function listEvents(database: Database, userId: string, limit?: number): Promise<AccountEvent[]> {
  const events = database.selectFrom('events').select(EVENT).where('user_id', '=', userId).orderBy('sequence', 'desc');
  return (limit === undefined ? events : events.limit(limit)).execute();
}

export async function sweepEvents(database: Database, now: Date): Promise<void> {
  const last = new Date(now.getTime() - EVENT_DAYS * DAY).toISOString();
  await inBatches((size) =>
    database
      .deleteFrom('events')
      .where('sequence', 'in', (event) =>
        event
          .selectFrom('events')
          .select('sequence')
          .where('created_at', '<=', last)
          .limit(size)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst(),
  );
}
