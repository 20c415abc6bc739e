import { randomUUID } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import { PINNED_WORKS_LIMIT, WORKS_LIMIT } from '#contract/limits.ts';
import { Work, type WorkChange, type WorkInput } from '#contract/work.ts';
import { jsonArrayOf } from '../statements/json.ts';
import { notBefore } from '../statements/time.ts';
import type { Database, Queryable, Transaction } from '../open.ts';
import type { Tables } from '../tables.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';

const { technologies: _technologies, ...COLUMNS } = Work.shape;
const WORK = Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>;

/** Base query for reads. A soft-deleted technology is hidden until it is restored. */
function selectWorks(database: Pick<Queryable, 'selectFrom'>) {
  return database.selectFrom('works').select((work) => [
    ...WORK.map((column) => `works.${column}` as const),
    work
      .selectFrom('work_technologies')
      .innerJoin('technologies', 'technologies.id', 'work_technologies.technology_id')
      .whereRef('work_technologies.user_id', '=', 'works.user_id')
      .whereRef('work_technologies.work_id', '=', 'works.id')
      .where('technologies.deleted_at', 'is', null)
      .select((row) =>
        row.fn
          .agg<string | null>('string_agg', [row.cast(row.ref('technologies.id'), 'text'), sql.lit(',')])
          .orderBy('technologies.sequence')
          .as('ids'),
      )
      .as('technologies'),
  ]);
}

export type WorkRow = Omit<Work, 'technologies' | 'pinned'> & { technologies: string | null; pinned: number };

export function workOf(row: WorkRow): Work {
  return { ...row, pinned: row.pinned === 1, technologies: row.technologies?.split(',') ?? [] };
}

/** A subquery for a query on `users`: the text of a JSON array of `WorkRow`, in the order of creation. */
export function worksOfUser() {
  const works = selectWorks(expressionBuilder<Tables>()).where('works.user_id', '=', sql.ref<string>('users.id'));
  return jsonArrayOf('works', works.orderBy('works.sequence'), [...WORK, 'technologies']);
}

export function countOfWorks() {
  const works = expressionBuilder<Tables, 'users'>().selectFrom('works').whereRef('works.user_id', '=', 'users.id');
  return works.select((row) => row.fn.countAll<number>().as('count'));
}

export function addWork(
  database: Database,
  writer: Writer,
  { technologies = [], pinned = false, ...texts }: WorkInput,
  now: Date,
): Promise<Work | 'limit-reached' | Refusal> {
  const [id, time] = [randomUUID(), now.toISOString()];
  return writeAs(database, writer, async (transaction, userId) => {
    const { count } = await transaction
      .selectFrom('works')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= WORKS_LIMIT) return 'limit-reached';
    const refusal = await checkWork(transaction, userId, id, { technologies, pinned });
    if (refusal) return refusal;
    await transaction
      .insertInto('works')
      .values({ ...texts, pinned: Number(pinned), id, user_id: userId, created_at: time, updated_at: time })
      .execute();
    await addWorkTechnologies(transaction, userId, [{ id, technologies }]);
    return workOf(await selectWorks(transaction).where('works.id', '=', id).executeTakeFirstOrThrow());
  });
}

/** Undefined when the user has no such work. Throws UserGone. */
export function changeWork(
  database: Database,
  writer: Writer,
  id: string,
  change: WorkChange,
  now: Date,
): Promise<Work | Refusal | undefined> {
  const { technologies, pinned, ...texts } = change;
  return writeAs(database, writer, async (transaction, userId) => {
    const query = selectWorks(transaction).where('works.id', '=', id).where('works.user_id', '=', userId);
    const refusal = await checkWork(transaction, userId, id, change);
    if (refusal) return (await query.executeTakeFirst()) && refusal;
    if (Object.values(change).some((value) => value !== undefined)) {
      const columns = { ...texts, pinned: pinned === undefined ? undefined : Number(pinned) };
      const exists = await changeColumns(transaction, userId, id, columns, now);
      if (exists && technologies) await setWorkTechnologies(transaction, userId, [{ id, technologies }]);
    }
    const work = await query.executeTakeFirst();
    return work && workOf(work);
  });
}

type Columns = Omit<WorkChange, 'technologies' | 'pinned'> & { pinned?: number | undefined };

/** Sets `updated_at` even without columns. False when the user has no such work. Needs the user's lock. */
async function changeColumns(transaction: Transaction, userId: string, id: string, columns: Columns, now: Date) {
  const { numUpdatedRows } = await transaction
    .updateTable('works')
    .set(columns)
    .set('updated_at', notBefore('updated_at', now))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the user has no such work. Throws UserGone. */
export async function removeWork(database: Database, writer: Writer, id: string): Promise<boolean> {
  const { numDeletedRows } = await writeAs(database, writer, (transaction) =>
    transaction.deleteFrom('works').where('id', '=', id).where('user_id', '=', writer.userId).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

type Refusal = 'unknown-technology' | 'too-many-pinned';

/** Needs the user's lock. */
async function checkWork(
  transaction: Transaction,
  userId: string,
  id: string,
  { technologies = [], pinned = false }: WorkChange,
): Promise<Refusal | undefined> {
  if (!(await ownsAll(transaction, userId, technologies))) return 'unknown-technology';
  if (pinned && (await countOtherPinned(transaction, userId, id)) >= PINNED_WORKS_LIMIT) return 'too-many-pinned';
  return undefined;
}

async function countOtherPinned(transaction: Transaction, userId: string, id: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('works')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('pinned', '=', 1)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** True if all ids are of technologies of the user. Needs the user's lock. */
export async function ownsAll(transaction: Transaction, userId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { count } = await transaction
    .selectFrom('technologies')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return count === ids.length;
}

type Links = Pick<Work, 'id' | 'technologies'>;

/** Also removes links to soft-deleted technologies: if restored, they could exceed the limit of a work. */
export async function setWorkTechnologies(transaction: Transaction, userId: string, works: readonly Links[]) {
  const ids = works.map(({ id }) => id);
  const links = transaction.deleteFrom('work_technologies').where('user_id', '=', userId);
  await links.where('work_id', 'in', ids).execute();
  await addWorkTechnologies(transaction, userId, works);
}

async function addWorkTechnologies(transaction: Transaction, userId: string, works: readonly Links[]) {
  const rows = works.flatMap(({ id, technologies }) =>
    technologies.map((technology_id) => ({ user_id: userId, work_id: id, technology_id })),
  );
  if (rows.length === 0) return;
  const insert = transaction.insertInto('work_technologies').values(rows);
  await insert.onConflict((row) => row.doNothing()).execute();
}
