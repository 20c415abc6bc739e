import type { DeleteResult } from 'kysely';
import { AccountEvent } from '#contract/event.ts';
import { EVENT_DAYS, EVENTS_KEPT } from '#contract/limits.ts';
import { inBatches } from '../statements/batches.ts';
import type { Database, Transaction } from '../open.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
// Old events that go with each new one: an account may have more than `EVENTS_KEPT` from before there was a limit.
const DELETED_PER_EVENT = 100;
const EVENT = Object.keys(AccountEvent.shape) as Array<keyof AccountEvent>;

/** Made by accounts/security-log.ts, and added by the transaction that does what it tells. */
export type NewEvent = Omit<AccountEvent, 'created_at'>;

/** Keeps the newest `EVENTS_KEPT` of the user, who is locked or else known to be there. */
export async function addEvents(
  transaction: Transaction,
  userId: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, user_id: userId, created_at: now.toISOString() }));
  await transaction.insertInto('events').values(rows).execute();
  await deleteOldEvents(transaction, userId, DELETED_PER_EVENT);
}

/** Adds the event of an export, once an hour: every export would make the next one longer. */
export async function addExportEvent(
  transaction: Transaction,
  userId: string,
  event: NewEvent,
  now: Date,
): Promise<void> {
  const last = await transaction
    .selectFrom('events')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', event.kind)
    .where('actor', '=', event.actor)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isRecent = last !== undefined && now.getTime() - new Date(last.created_at).getTime() < HOUR;
  if (!isRecent) await addEvents(transaction, userId, [event], now);
}

/** The latest come first. */
export function listEvents(database: Database, userId: string, limit = EVENTS_KEPT): Promise<AccountEvent[]> {
  return database
    .selectFrom('events')
    .select(EVENT)
    .where('user_id', '=', userId)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
}

function deleteOldEvents(database: Database, userId: string, most: number): Promise<DeleteResult> {
  return database
    .deleteFrom('events')
    .where('sequence', 'in', (event) =>
      event
        .selectFrom('events')
        .select('sequence')
        .where('user_id', '=', userId)
        .orderBy('sequence', 'desc')
        .offset(EVENTS_KEPT)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
}

/** Before a user is deleted, whose rows go in one statement: leaves that statement `EVENTS_KEPT` events. */
export function thinEvents(database: Database, userId: string): Promise<void> {
  return inBatches((size) => deleteOldEvents(database, userId, size));
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
