import { randomUUID } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import { WORKS_LIMIT } from '#contract/limits.ts';
import { Work, type WorkChange, type WorkInput } from '#contract/work.ts';
import { jsonArrayOf } from './json.ts';
import { laterOf } from './writing/later-time.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables.ts';
import { type Writer, writeAs } from './writing/writer.ts';

const WORK = Object.keys(Work.shape) as Array<keyof Work>;

/** For a query on `users`: what its row has. */
function selectOwn() {
  return expressionBuilder<Tables>().selectFrom('works').where('works.user_id', '=', sql.ref<string>('users.id'));
}

/** For a query on `users`: in their order, as the text of a JSON array. */
export function worksOfUser() {
  return jsonArrayOf(selectOwn().select(WORK).orderBy('sequence'), WORK);
}

/** For a query on `users`. */
export function countOfWorks() {
  return selectOwn().select((row) => row.fn.countAll<number>().as('count'));
}

/** Throws UserGone. */
export function addWork(
  database: Database,
  writer: Writer,
  input: WorkInput,
  now: Date,
): Promise<Work | 'limit-reached'> {
  const time = now.toISOString();
  const { userId } = writer;
  return writeAs(database, writer, async (transaction) => {
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

/** Undefined when the user has none of that id. Throws UserGone. */
export function changeWork(
  database: Database,
  writer: Writer,
  id: string,
  change: WorkChange,
  now: Date,
): Promise<Work | undefined> {
  const { userId } = writer;
  return writeAs(database, writer, (transaction) => {
    if (Object.values(change).every((value) => value === undefined)) {
      const own = transaction.selectFrom('works').select(WORK).where('id', '=', id).where('user_id', '=', userId);
      return own.executeTakeFirst();
    }
    return transaction
      .updateTable('works')
      .set(change)
      .set('updated_at', laterOf('updated_at', now))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(WORK)
      .executeTakeFirst();
  });
}

/** False when the user has none of that id. Throws UserGone. */
export async function removeWork(database: Database, writer: Writer, id: string): Promise<boolean> {
  const { numDeletedRows } = await writeAs(database, writer, (transaction) =>
    transaction.deleteFrom('works').where('id', '=', id).where('user_id', '=', writer.userId).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}
