import type { DeleteResult } from 'kysely';
import { AccountEvent } from '#contract/event.ts';
import { EVENT_DAYS, EVENTS_LIMIT } from '#contract/limits.ts';
import type { Database, Queryable, Transaction } from '../open.ts';
import { deleteInBatches, sweep } from '../statements/sweep.ts';
import { DAY, HOUR, timeAfter } from '../statements/time.ts';

// Each new event deletes at most this many: an account from before `EVENTS_LIMIT` may have thousands too many.
const DELETED_PER_EVENT = 100;
const FAILED_LOGINS_PER_HOUR = 10;
const EVENT = Object.keys(AccountEvent.shape) as Array<keyof AccountEvent>;

/** `activityEntry` of server/accounts/security-log.ts makes it; the transaction of the recorded action inserts it. */
export type NewEvent = Omit<AccountEvent, 'created_at'>;

/** Keeps the user's newest `EVENTS_LIMIT`. Needs the user's lock. */
export async function addEvents(transaction: Transaction, userId: string, events: readonly NewEvent[], now: Date) {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, user_id: userId, created_at: now.toISOString() }));
  await transaction.insertInto('events').values(rows).execute();
  await deleteOldEvents(transaction, userId, DELETED_PER_EVENT);
}

/** Adds at most one event per hour, because each would make the next export longer. */
export async function addExportEvent(transaction: Transaction, userId: string, event: NewEvent, now: Date) {
  const recent = await listRecent(transaction, userId, event, now);
  if (recent.length === 0) await addEvents(transaction, userId, [event], now);
}

/** Adds at most one event per hour and network: guesses by others must not push out the user's other events. */
export async function addFailedLogin(transaction: Transaction, userId: string, event: NewEvent, now: Date) {
  const recent = await listRecent(transaction, userId, event, now);
  const isNew = recent.length < FAILED_LOGINS_PER_HOUR && recent.every(({ network }) => network !== event.network);
  if (isNew) await addEvents(transaction, userId, [event], now);
}

/** The events of the last hour with the same kind and actor. */
function listRecent(transaction: Transaction, userId: string, { kind, actor }: NewEvent, now: Date) {
  return transaction
    .selectFrom('events')
    .select('network')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('actor', '=', actor)
    .where('created_at', '>', timeAfter(now, -HOUR))
    .execute();
}

/** Newest first. */
export function listEvents(database: Database, userId: string, limit = EVENTS_LIMIT): Promise<AccountEvent[]> {
  return database
    .selectFrom('events')
    .select(EVENT)
    .where('user_id', '=', userId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
}

function deleteOldEvents(database: Queryable, userId: string, most: number): Promise<DeleteResult> {
  return database
    .deleteFrom('events')
    .where('sequence', 'in', (event) =>
      event
        .selectFrom('events')
        .select('sequence')
        .where('user_id', '=', userId)
        .orderBy('sequence', 'desc')
        .offset(EVENTS_LIMIT)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
}

/** Run before the user is deleted: the cascade deletes all remaining events in one statement. */
export function deleteExcessEvents(database: Database, userId: string): Promise<void> {
  return deleteInBatches((size) => deleteOldEvents(database, userId, size));
}

export function sweepEvents(database: Database, now: Date): Promise<void> {
  return sweep(database, 'events', 'created_at', timeAfter(now, -EVENT_DAYS * DAY));
}
