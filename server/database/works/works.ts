import { randomUUID } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import { WORKS_LIMIT } from '#contract/limits.ts';
import { Work, type WorkChange, type WorkInput } from '#contract/work.ts';
import { jsonArrayOf } from '../statements/json.ts';
import { laterOf } from '../statements/monotonic-time.ts';
import type { Database, Transaction } from '../open.ts';
import type { Tables } from '../tables.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';

const { technologies: _shown, ...TEXTS } = Work.shape;
const WORK = Object.keys(TEXTS) as Array<keyof typeof TEXTS>;

/** Every read starts here. A deleted technology is not shown, until it is restored. */
function selectWorks(database: Pick<Database, 'selectFrom'>) {
  return database.selectFrom('works').select((work) => [
    ...WORK.map((column) => `works.${column}` as const),
    // One statement for all: users are read far more often than works are changed.
    work
      .selectFrom('work_technologies')
      .innerJoin('technologies as shown', 'shown.id', 'work_technologies.technology_id')
      .whereRef('work_technologies.user_id', '=', 'works.user_id')
      .whereRef('work_technologies.work_id', '=', 'works.id')
      .where('shown.deleted_at', 'is', null)
      .select((row) =>
        row.fn
          .agg<string | null>('string_agg', [row.cast(row.ref('shown.id'), 'text'), sql.lit(',')])
          .orderBy('shown.sequence')
          .as('ids'),
      )
      .as('technologies'),
  ]);
}

export type WorkRow = Omit<Work, 'technologies'> & { technologies: string | null };

export function workOf(row: WorkRow): Work {
  return { ...row, technologies: row.technologies?.split(',') ?? [] };
}

/** For a query on `users`: in their order, as the text of a JSON array of rows for `workOf`. */
export function worksOfUser() {
  const own = selectWorks(expressionBuilder<Tables>()).where('works.user_id', '=', sql.ref<string>('users.id'));
  return jsonArrayOf(own.orderBy('works.sequence'), [...WORK, 'technologies']);
}

/** For a query on `users`. */
export function countOfWorks() {
  const own = expressionBuilder<Tables>().selectFrom('works').where('works.user_id', '=', sql.ref<string>('users.id'));
  return own.select((row) => row.fn.countAll<number>().as('count'));
}

/** Throws UserGone. */
export function addWork(
  database: Database,
  writer: Writer,
  { technologies = [], ...texts }: WorkInput,
  now: Date,
): Promise<Work | 'limit-reached' | 'unknown-technology'> {
  const [id, time] = [randomUUID(), now.toISOString()];
  const { userId } = writer;
  return writeAs(database, writer, async (transaction) => {
    const { count } = await transaction
      .selectFrom('works')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= WORKS_LIMIT) return 'limit-reached';
    if (!(await ownsAll(transaction, userId, technologies))) return 'unknown-technology';
    await transaction
      .insertInto('works')
      .values({ ...texts, id, user_id: userId, created_at: time, updated_at: time })
      .execute();
    await showTechnologies(transaction, userId, [{ id, technologies }]);
    return workOf(await selectWorks(transaction).where('works.id', '=', id).executeTakeFirstOrThrow());
  });
}

/** Undefined when the user has none of that id. Throws UserGone. */
export function changeWork(
  database: Database,
  writer: Writer,
  id: string,
  { technologies, ...texts }: WorkChange,
  now: Date,
): Promise<Work | 'unknown-technology' | undefined> {
  const { userId } = writer;
  return writeAs(database, writer, async (transaction) => {
    if (technologies && !(await ownsAll(transaction, userId, technologies))) return 'unknown-technology';
    if (technologies || Object.values(texts).some((value) => value !== undefined)) {
      const isTheirs = await changeTexts(transaction, userId, id, texts, now);
      if (isTheirs && technologies) await showAnew(transaction, userId, { id, technologies });
    }
    const own = selectWorks(transaction).where('works.id', '=', id).where('works.user_id', '=', userId);
    const work = await own.executeTakeFirst();
    return work && workOf(work);
  });
}

/** Within a write of this user. Without texts the work counts as changed all the same. False when they have none of that id. */
export async function changeTexts(
  transaction: Transaction,
  userId: string,
  id: string,
  texts: Omit<WorkChange, 'technologies'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('works')
    .set(texts)
    .set('updated_at', laterOf('updated_at', now))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the user has none of that id. Throws UserGone. */
export async function removeWork(database: Database, writer: Writer, id: string): Promise<boolean> {
  const { numDeletedRows } = await writeAs(database, writer, (transaction) =>
    transaction.deleteFrom('works').where('id', '=', id).where('user_id', '=', writer.userId).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

/** Within a transaction that holds the user's lock, or one of them could go before it is shown. */
async function ownsAll(transaction: Transaction, userId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { count } = await transaction
    .selectFrom('technologies')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(count) === ids.length;
}

type Shown = Pick<Work, 'id' | 'technologies'>;

/** Within a write of this user: from now on the works show these, too. */
export async function showTechnologies(transaction: Transaction, userId: string, works: Shown[]): Promise<void> {
  const rows = works.flatMap(({ id, technologies }) =>
    technologies.map((technology) => ({ user_id: userId, work_id: id, technology_id: technology })),
  );
  if (rows.length === 0) return;
  const insert = transaction.insertInto('work_technologies').values(rows);
  await insert.onConflict((row) => row.doNothing()).execute();
}

/** In the place of all that it has shown, deleted ones too. */
async function showAnew(transaction: Transaction, userId: string, work: Shown): Promise<void> {
  const shown = transaction.deleteFrom('work_technologies').where('user_id', '=', userId);
  await shown.where('work_id', '=', work.id).execute();
  await showTechnologies(transaction, userId, [work]);
}
