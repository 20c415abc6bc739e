import { randomUUID } from 'node:crypto';
import { WORKS_LIMIT } from '#contract/limits.ts';
import { Work, type WorkChange, type WorkInput } from '#contract/work.ts';
import { groupByUser } from './group-by-user.ts';
import { laterOf } from './later-time.ts';
import type { Database } from './open.ts';
import { lockUser } from './users.ts';

const WORK = Object.keys(Work.shape) as Array<keyof Work>;

export async function listWorks(database: Database, userIds: readonly string[]): Promise<Map<string, Work[]>> {
  const rows = await database
    .selectFrom('works')
    .select(['user_id', ...WORK])
    .where('user_id', 'in', userIds)
    .orderBy('sequence')
    .execute();
  return groupByUser(rows);
}

/** Throws UserGone. */
export function addWork(
  database: Database,
  userId: string,
  input: WorkInput,
  now: Date,
): Promise<Work | 'limit-reached'> {
  const time = now.toISOString();
  return database.transaction().execute(async (transaction) => {
    // Two additions at once could otherwise pass the limit.
    await lockUser(transaction, userId);
    const { count } = await transaction
      .selectFrom('works')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= WORKS_LIMIT) return 'limit-reached';
    return transaction
      .insertInto('works')
      .values({ ...input, id: randomUUID(), user_id: userId, created_at: time, updated_at: time })
      .returning(WORK)
      .executeTakeFirstOrThrow();
  });
}

/** Undefined when the user has none of that id. */
export function changeWork(
  database: Database,
  userId: string,
  id: string,
  change: WorkChange,
  now: Date,
): Promise<Work | undefined> {
  if (Object.values(change).every((value) => value === undefined)) {
    const own = database.selectFrom('works').select(WORK).where('id', '=', id).where('user_id', '=', userId);
    return own.executeTakeFirst();
  }
  return database
    .updateTable('works')
    .set(change)
    .set('updated_at', laterOf('updated_at', now))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(WORK)
    .executeTakeFirst();
}

/** False when the user has none of that id. */
export async function removeWork(database: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('works')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
