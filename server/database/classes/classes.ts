import { randomInt, randomUUID } from 'node:crypto';
import { type ExpressionBuilder, expressionBuilder, type Selectable } from 'kysely';
import type { ClassChange } from '#contract/class.ts';
import { CLASS_CODE, CLASS_DAYS, CLASS_MEMBERS_LIMIT, CLASSES_LIMIT } from '#contract/limits.ts';
import { UniqueViolation } from '../errors.ts';
import type { Database, Queryable, Transaction } from '../open.ts';
import { deleteInBatches, sweep } from '../statements/sweep.ts';
import { DAY, timeAfter } from '../statements/time.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';
import type { Tables } from '../tables.ts';

const CLASS = ['id', 'name', 'teacher_id', 'code', 'ends_at', 'created_at'] as const;

/** accounts/visibility.ts selects what a reader may see. */
export type ClassRow = Pick<Selectable<Tables['classes']>, (typeof CLASS)[number]> & { members: number };

/** Base query for reads. Excludes ended classes, which the next sweep deletes, and classes of locked teachers. */
export function selectOpen(database: Queryable, now: string) {
  return database
    .selectFrom('classes')
    .innerJoin('users as teacher', 'teacher.id', 'classes.teacher_id')
    .where('teacher.locked_at', 'is', null)
    .where('classes.ends_at', '>', now);
}

/** Locked members are hidden from everybody, so they are not counted. */
export function selectClasses(database: Queryable, now: string) {
  return selectOpen(database, now)
    .select(CLASS.map((column) => `classes.${column}` as const))
    .select(({ eb }) => eb(countMembers(eb).$asScalar(), '-', countLockedMembers(eb).$asScalar()).as('members'));
}

/** Includes locked members, because they may be unlocked. */
export function countMembers(row: ExpressionBuilder<Tables, 'classes'>) {
  return row
    .selectFrom('class_members')
    .select((member) => member.fn.countAll<number>().as('count'))
    .whereRef('class_members.class_id', '=', 'classes.id');
}

// Subtracting the locked members, who are few, is twenty times as fast as reading the row of each member.
function countLockedMembers(row: ExpressionBuilder<Tables, 'classes'>) {
  const locked = row.selectFrom('users as locked').select('locked.id').where('locked.locked_at', 'is not', null);
  return countMembers(row).where('class_members.user_id', 'in', locked);
}

export function isTaughtOrJoinedBy(userId: string) {
  return (row: ExpressionBuilder<Tables, 'classes'>) =>
    row.or([
      row('classes.teacher_id', '=', userId),
      row.exists(
        row
          .selectFrom('class_members as own')
          .select('own.class_id')
          .whereRef('own.class_id', '=', 'classes.id')
          .where('own.user_id', '=', userId),
      ),
    ]);
}

/** Adds `joined_at`, which is null for the teacher and for users outside the class. */
export function selectClassesFor(database: Queryable, userId: string, now: string) {
  return selectClasses(database, now)
    .leftJoin('class_members as own', (join) =>
      join.onRef('own.class_id', '=', 'classes.id').on('own.user_id', '=', userId),
    )
    .select('own.joined_at');
}

/** The classes that the user teaches or is in. */
export function selectClassesOf(database: Queryable, userId: string, now: Date) {
  return selectClassesFor(database, userId, now.toISOString())
    .where('classes.id', 'in', idsOf(userId))
    .orderBy('classes.sequence');
}

/** A union, so that each half uses its index. */
function idsOf(userId: string) {
  const row = expressionBuilder<Tables>();
  const taught = row.selectFrom('classes as taught').select('taught.id').where('taught.teacher_id', '=', userId);
  const joined = row.selectFrom('class_members as joined').select('joined.class_id as id');
  return taught.union(joined.where('joined.user_id', '=', userId));
}

/** To prevent deadlocks, every transaction that locks several classes locks its user first, then the classes by id. */
export async function lockClassesOf(transaction: Queryable, userId: string): Promise<void> {
  await transaction
    .selectFrom('classes')
    .select('id')
    .where('id', 'in', idsOf(userId))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Throws UserGone. */
export function addClass(database: Database, writer: Writer, name: string, now: Date, makeCode = randomCode) {
  const [id, time] = [randomUUID(), now.toISOString()];
  return withNewCode(makeCode, (code) =>
    writeAs(database, writer, async (transaction, userId) => {
      const { count } = await selectOpen(transaction, time)
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('classes.teacher_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (count >= CLASSES_LIMIT) return 'limit-reached';
      const row = { id, name, teacher_id: userId, code, created_at: time, ends_at: timeAfter(now, CLASS_DAYS * DAY) };
      await transaction.insertInto('classes').values(row).execute();
      return { ...row, members: 0 } satisfies ClassRow;
    }),
  );
}

/** Undefined when the user teaches no such class. Throws UserGone. */
export function changeClass(
  database: Database,
  writer: Writer,
  id: string,
  { name, renew_code: renewsCode }: ClassChange,
  now: Date,
  makeCode = randomCode,
): Promise<ClassRow | undefined> {
  return withNewCode(makeCode, (code) =>
    writeAs(database, writer, async (transaction, userId) => {
      const columns = { ...(name !== undefined && { name }), ...(renewsCode && { code }) };
      if (Object.keys(columns).length > 0) {
        await transaction
          .updateTable('classes')
          .set(columns)
          .where('id', '=', id)
          .where('teacher_id', '=', userId)
          .where('ends_at', '>', now.toISOString())
          .execute();
      }
      return selectClasses(transaction, now.toISOString())
        .where('classes.id', '=', id)
        .where('classes.teacher_id', '=', userId)
        .executeTakeFirst();
    }),
  );
}

/** False when the user teaches no such class. Throws UserGone. */
export async function removeClass(database: Database, writer: Writer, id: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await writeAs(database, writer, (transaction) =>
    transaction
      .deleteFrom('classes')
      .where('id', '=', id)
      .where('teacher_id', '=', writer.userId)
      .where('ends_at', '>', now.toISOString())
      .executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

export function sweepClasses(database: Database, now: Date): Promise<void> {
  return sweep(database, 'classes', 'ends_at', now.toISOString(), CLASS_MEMBERS_LIMIT);
}

/** One class per statement: SQLite blocks the event loop while it deletes the members. */
export function deleteTaughtClasses(transaction: Transaction, userId: string): Promise<void> {
  const deleteSome = (size: number) => {
    const taught = transaction.selectFrom('classes').select('id').where('teacher_id', '=', userId).limit(size);
    return transaction.deleteFrom('classes').where('id', 'in', taught).executeTakeFirst();
  };
  return deleteInBatches(deleteSome, 1);
}

/** `randomInt` has no modulo bias. */
export function randomCode(): string {
  const { alphabet, length } = CLASS_CODE;
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Runs `write` again with another code if the code is taken. */
async function withNewCode<Result>(makeCode: () => string, write: (code: string) => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write(makeCode());
    } catch (error) {
      if (!(error instanceof UniqueViolation && error.columns.includes('code'))) throw error;
    }
  }
}
