import type { DeleteResult } from 'kysely';
import { AccountEvent, type EventKind } from '#contract/event.ts';
import { EVENT_DAYS, EVENTS_PER_KIND } from '#contract/limits.ts';
import type { Database, Queryable, Transaction } from '../open.ts';
import { deleteInBatches, sweep } from '../statements/sweep.ts';
import { DAY, HOUR, timeAfter } from '../statements/time.ts';

// Each new event deletes at most this many: an account from before the limit may have thousands too many.
const DELETED_PER_EVENT = 100;
// Of a kind that `addFrequentEvent` adds.
const PER_HOUR = 10;
const KINDS = AccountEvent.shape.kind.options;
const EVENT = Object.keys(AccountEvent.shape) as Array<keyof AccountEvent>;

/** `activityEntry` of server/accounts/security-log.ts makes it; the transaction of the recorded action inserts it. */
export type NewEvent = Omit<AccountEvent, 'created_at'>;

/** Keeps the user's newest `EVENTS_PER_KIND`: one kind must not push out the others. Needs the user's lock. */
export async function addEvents(transaction: Transaction, userId: string, events: readonly NewEvent[], now: Date) {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, user_id: userId, created_at: now.toISOString() }));
  await transaction.insertInto('events').values(rows).execute();
  for (const { kind } of events) await deleteOldEvents(transaction, userId, kind, DELETED_PER_EVENT);
}

/**
 * Adds at most one event per hour and network, and ten per hour: failed logins must not soon push out earlier ones, and
 * each export would make the next one longer.
 */
export async function addFrequentEvent(transaction: Transaction, userId: string, event: NewEvent, now: Date) {
  const recent = await listRecent(transaction, userId, event, now);
  const isNew = recent.length < PER_HOUR && recent.every(({ network }) => network !== event.network);
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

/** The newest `perKind` of each kind, newest first. */
export function selectEvents(database: Database, userId: string, perKind = EVENTS_PER_KIND) {
  const newest = KINDS.map((kind) => {
    const events = newestFirst(database, userId, kind).select(EVENT).limit(perKind);
    return database.selectFrom(events.as('events')).selectAll();
  }).reduce((events, others) => events.unionAll(others));
  return database.selectFrom(newest.as('events')).select(EVENT).orderBy('sequence', 'desc');
}

function newestFirst(database: Queryable, userId: string, kind: EventKind) {
  return database
    .selectFrom('events')
    .select('sequence')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc');
}

function deleteOldEvents(database: Queryable, userId: string, kind: EventKind, most: number): Promise<DeleteResult> {
  return database
    .deleteFrom('events')
    .where(
      'sequence',
      'in',
      newestFirst(database, userId, kind).offset(EVENTS_PER_KIND).limit(most).forUpdate().skipLocked(),
    )
    .executeTakeFirst();
}

/** Run before the user is deleted: the cascade deletes all remaining events in one statement. */
export async function deleteExcessEvents(database: Database, userId: string): Promise<void> {
  for (const kind of KINDS) {
    await deleteInBatches((size) => deleteOldEvents(database, userId, kind, size));
  }
}

export function sweepEvents(database: Database, now: Date): Promise<void> {
  return sweep(database, 'events', 'created_at', timeAfter(now, -EVENT_DAYS * DAY));
}
