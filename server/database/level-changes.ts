import { sql } from 'kysely';
import type { LevelChange } from '#contract/level-change.ts';
import { LEVEL_CHANGES_KEPT } from '#contract/limits.ts';
import type { Database, Transaction } from './open.ts';
import { laterOf } from './writing/later-time.ts';

// What is forgotten goes in one statement for as many changes.
const FORGET_EVERY = 100;

/**
 * Remembers the level that a technology has, or with `next` the one that it is about to get (null: it is about to be
 * removed), if that is another. The user is locked. Does nothing for what is not theirs, or is deleted.
 */
export async function addLevelChange(
  transaction: Transaction,
  userId: string,
  id: string,
  now: Date,
  next?: string | null,
): Promise<void> {
  const added = await transaction
    .insertInto('level_changes')
    .columns(['user_id', 'number', 'technology_id', 'title', 'status', 'at'])
    .expression((row) =>
      row
        .selectFrom('technologies')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .$if(next !== undefined, (technology) => technology.where('status', 'is distinct from', next as string))
        .select([
          'user_id',
          row
            .selectFrom('level_changes')
            .where('level_changes.user_id', '=', userId)
            .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
            .as('number'),
          'id',
          'title',
          next === undefined ? 'status' : sql<string | null>`${next}`.as('status'),
          laterOf('updated_at', now).as('at'),
        ]),
    )
    .returning('number')
    .executeTakeFirst();
  if (added && added.number % FORGET_EVERY === 0) await forgetOld(transaction, userId, added.number);
}

/** Deletes what is older than the last `LEVEL_CHANGES_KEPT`, but for the level that a technology still has. */
async function forgetOld(transaction: Transaction, userId: string, last: number): Promise<void> {
  await transaction
    .deleteFrom('level_changes')
    .where('user_id', '=', userId)
    .where('number', '<=', last - LEVEL_CHANGES_KEPT)
    .where((change) => {
      const latest = change
        .selectFrom('level_changes as own')
        .select((own) => own.fn.max('own.number').as('number'))
        .where('own.user_id', '=', userId)
        .groupBy('own.technology_id');
      return change.or([change('status', 'is', null), change('number', 'not in', latest)]);
    })
    .execute();
}

/** The oldest come first. A technology is called as it is called today, or was when it was removed. */
export async function listLevelChanges(database: Database, userId: string): Promise<LevelChange[]> {
  const rows = await database
    .selectFrom('level_changes')
    .leftJoin('technologies', (join) =>
      join
        .onRef('technologies.id', '=', 'level_changes.technology_id')
        .onRef('technologies.user_id', '=', 'level_changes.user_id'),
    )
    .select(['level_changes.technology_id as id', 'level_changes.status', 'level_changes.at'])
    .select((row) => row.fn.coalesce('technologies.title', 'level_changes.title').as('title'))
    .where('level_changes.user_id', '=', userId)
    .orderBy('level_changes.at')
    .orderBy('level_changes.number')
    .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return rows.map(({ id, title, status, at }) => ({ technology: { id, title: titles.get(id) ?? title }, status, at }));
}
