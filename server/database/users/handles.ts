import type { NotNull } from 'kysely';
import { FORMER_HANDLES_LIMIT, HANDLE_DAYS } from '#contract/limits.ts';
import type { Database, Transaction } from '../open.ts';
import { DAY, timeAfter } from '../statements/time.ts';

/** Whether `takeHandle` would find the handle free for this user. */
export async function isHandleFree(database: Database, userId: string, handle: string, now: Date): Promise<boolean> {
  const taken = await database
    .selectFrom('handles')
    .select('handle')
    .where('handle', '=', handle)
    .where('user_id', '!=', userId)
    .where((row) => row.or([row('left_at', 'is', null), row('left_at', '>', reservationStart(now))]))
    .executeTakeFirst();
  return taken === undefined;
}

function reservationStart(now: Date): string {
  return timeAfter(now, -HANDLE_DAYS * DAY);
}

/** Gives the user `handle`, and reserves the former one. Returns the reason for a refusal. Needs the user's lock. */
export async function takeHandle(transaction: Transaction, userId: string, handle: string, now: Date) {
  const reservedSince = reservationStart(now);
  const handles = await transaction
    .selectFrom('handles')
    .select(['handle', 'left_at'])
    .where('user_id', '=', userId)
    .execute();
  const isReserved = (left: string | null) => left === null || left > reservedSince;
  const others = handles.filter((row) => row.handle !== handle && isReserved(row.left_at));
  if (others.length > FORMER_HANDLES_LIMIT) return 'limit-reached';
  // One statement, so only one of two concurrent requests gets the handle.
  const added = await transaction
    .insertInto('handles')
    .values({ handle, user_id: userId, left_at: null })
    .onConflict((conflict) =>
      conflict
        .column('handle')
        .doUpdateSet({ user_id: userId, left_at: null })
        .where((row) => row.or([row('handles.user_id', '=', userId), row('handles.left_at', '<=', reservedSince)])),
    )
    .returning('handle')
    .executeTakeFirst();
  if (!added) return 'handle-taken';
  await retireHandle(transaction, userId, now, handle);
  return undefined;
}

/** Makes the user's handle a former one unless it is `next`. Needs the user's lock. */
export async function retireHandle(transaction: Transaction, userId: string, now: Date, next = ''): Promise<void> {
  await transaction
    .updateTable('handles')
    .set('left_at', now.toISOString())
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .where('handle', '!=', next)
    .execute();
}

export function selectFormerHandles(database: Database, userId: string) {
  return database
    .selectFrom('handles')
    .select(['handle', 'left_at'])
    .where('user_id', '=', userId)
    .where('left_at', 'is not', null)
    .orderBy('left_at', 'desc')
    .$narrowType<{ left_at: NotNull }>();
}
