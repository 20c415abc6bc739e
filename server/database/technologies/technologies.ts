import { randomUUID } from 'node:crypto';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { TECHNOLOGIES_LIMIT, UNDO_MINUTES, WORKS_LIMIT } from '#contract/limits.ts';
import { storedSpelling } from '#contract/public/known-technologies.ts';
import { searchKey, titleKey } from '#contract/search-key.ts';
import { Technology, type TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import { addCurrentLevel, addLevelChange, selectLastNumber, trimLevelChanges } from './level-changes.ts';
import { batchSize, sweep } from '../statements/sweep.ts';
import { isOneOf, jsonArrayOf } from '../statements/json.ts';
import { dayNumber, selectListedSequence, WITH_WORKS } from '../public-profiles/public-list.ts';
import { MINUTE, notBefore, timeAfter } from '../statements/time.ts';
import type { Database, Queryable, Transaction } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import type { Tables } from '../tables.ts';
import { updateListedOf, type Writer, writeAs, writeTogether } from '../statements/write-as.ts';

const TECHNOLOGY = Object.keys(Technology.shape) as Array<keyof Technology>;
const INPUT = Object.keys(TechnologyInput.shape) as Array<keyof TechnologyInput>;

// Soft-deleted rows stay in the table until the undo window ends.
function selectTechnologies(database: Pick<Queryable, 'selectFrom'>) {
  return database.selectFrom('technologies').where('technologies.deleted_at', 'is', null);
}

function updateTechnology(transaction: Transaction, userId: string, id: string) {
  return transaction
    .updateTable('technologies')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);
}

export function titleKeys(title: string) {
  return { title_key: titleKey(title), search_key: searchKey(title), spelling: storedSpelling(title) };
}

// Subqueries for queries on `users`, up to `levelsSpelled`.
function selectOfUser() {
  const technologies = selectTechnologies(expressionBuilder<Tables>());
  return technologies.where('technologies.user_id', '=', sql.ref<string>('users.id'));
}

function selectInOrder(columns: ReadonlyArray<keyof Technology>) {
  return selectOfUser().select(columns).orderBy('sequence');
}

export function technologiesOfUser(columns: ReadonlyArray<keyof Technology> = TECHNOLOGY) {
  return jsonArrayOf('technologies', selectInOrder(columns), columns);
}

/** What `titlesAndLevelsOfUser` selects. The lists have the same order; `updatedAt` is the latest of their technologies. */
export type TitlesAndLevels = [titles: string[], levels: string[], updatedAt: string | null];

/** The text of a JSON array. Faster than `technologiesOfUser`, which builds an object for each technology. */
export function titlesAndLevelsOfUser(limit: number) {
  const { fn } = expressionBuilder();
  const listOf = (column: string) => fn.coalesce(fn.agg('json_agg', [sql.ref(`row.${column}`)]), sql`'[]'`);
  const lists = fn('json_build_array', [
    listOf('title'),
    listOf('status'),
    fn('iso_time', [fn.agg('max', [sql.ref('row.updated_at')])]),
  ]);
  const rows = selectInOrder(['title', 'status', 'updated_at']).limit(limit);
  return sql<string>`(select ${lists} from ${rows} as ${sql.ref('row')})`;
}

export function countOfTechnologies() {
  return selectOfUser().select((row) => row.fn.countAll<number>().as('count'));
}

/** The levels of a listed user for each of the `spellings`, a JSON array. Reads the index of /pessoas only. */
export function levelsSpelled(spellings: string) {
  const columns = ['status', 'spelling'] as const;
  // A user may have 500 technologies with one spelling.
  const spelled = selectTechnologies(expressionBuilder<Tables>())
    .select(columns)
    .distinct()
    .where(isOneOf('technologies.spelling', 'text', spellings))
    // All technologies of a user have the same.
    .where('technologies.rank', '=', selectOfUser().select('technologies.rank').limit(1))
    .where('technologies.listed', '=', sql.ref<number>('users.sequence'));
  return jsonArrayOf('technologies', spelled, columns);
}

export function titleContains(column: Expression<string>, key: string): Expression<SqlBool> {
  // Not `like`: of a long key it compares each letter at each position.
  const { eb, fn } = expressionBuilder();
  return eb(fn<number>('strpos', [column, sql.val(key)]), '>', 0);
}

export async function addTechnology(database: Database, writer: Writer, input: TechnologyInput, now: Date) {
  const [id, time] = [randomUUID(), now.toISOString()];
  const { userId } = writer;
  const [[added], changes] = await writeTogether(database, writer, [
    insertOne.statement({ ...input, ...titleKeys(input.title), ...writer, id, time }),
    addCurrentLevel.statement({ userId, id, now: time }),
  ]);
  if (!added) return 'limit-reached';
  // If these fail, the next change also trims the history and moves the user in the public lists.
  await trimLevelChanges(database, userId, changes).catch(() => undefined);
  const isRankCurrent = added.listed === null || (added.rank ?? 0) % WITH_WORKS >= dayNumber(time);
  if (!isRankCurrent) await updateListedOf(database, userId).catch(() => undefined);
  return { id, ...input, created_at: time, updated_at: time };
}

type NewTechnology = Writer & TechnologyInput & ReturnType<typeof titleKeys> & { id: string; time: string };

/** Inserts nothing if the session has ended or the limit is reached. Needs the user's lock. */
const insertOne = prepared('add-technology', (database, row: NewTechnology) => {
  const columns = {
    ...(Object.fromEntries(INPUT.map((name) => [name, row[name]])) as TechnologyInput),
    id: row.id,
    user_id: row.userId,
    listed: selectListedSequence(database, row.userId),
    // All technologies of a user have the same rank. `addTechnology` then sets all to that of today.
    rank: selectRank(database, row.userId),
    title_key: row.title_key,
    search_key: row.search_key,
    spelling: row.spelling,
    created_at: row.time,
    updated_at: row.time,
  };
  const names = Object.keys(columns) as Array<keyof typeof columns>;
  return database
    .insertInto('technologies')
    .columns(names)
    .expression((from) =>
      from
        .selectFrom('sessions')
        .select(names.map((name) => sql`${columns[name]}`.as(name)))
        .where('token_hash', '=', row.tokenHash)
        .where('user_id', '=', row.userId)
        // The last number of the history is at least the number of technologies, and faster to read than their count.
        .where((session) =>
          session.or([
            session(selectLastNumber(database, row.userId), '<', TECHNOLOGIES_LIMIT),
            session(selectCount(database, row.userId), '<', TECHNOLOGIES_LIMIT),
          ]),
        ),
    )
    .returning(['listed', 'rank']);
});

function selectRank(database: Queryable, userId: string) {
  const technologies = selectTechnologies(database).where('user_id', '=', userId);
  return technologies.select('rank').orderBy('technologies.sequence').limit(1);
}

function selectCount(database: Queryable, userId: string) {
  return selectTechnologies(database)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId);
}

export function changeTechnology(database: Database, writer: Writer, id: string, change: TechnologyChange, now: Date) {
  return writeAs(database, writer, async (transaction, userId) => {
    if (Object.values(change).every((value) => value === undefined)) {
      const unchanged = selectTechnologies(transaction).where('id', '=', id).where('user_id', '=', userId);
      return unchanged.select(TECHNOLOGY).executeTakeFirst();
    }
    if (change.status !== undefined) await addLevelChange(transaction, userId, id, now, change.status);
    return updateTechnology(transaction, userId, id)
      .set({ ...change, ...(change.title !== undefined && titleKeys(change.title)) })
      .set('updated_at', notBefore('updated_at', now))
      .returning(TECHNOLOGY)
      .executeTakeFirst();
  });
}

export async function removeTechnology(database: Database, writer: Writer, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await writeAs(database, writer, async (transaction) => {
    await addLevelChange(transaction, writer.userId, id, now, null);
    // `updated_at`, so that no restoration gets an earlier time than the removal.
    const result = await updateTechnology(transaction, writer.userId, id)
      .set({ deleted_at: now.toISOString(), updated_at: notBefore('updated_at', now) })
      .executeTakeFirst();
    if (result.numUpdatedRows > 0n) await deleteOldestRemoved(transaction, writer.userId);
    return result;
  });
  return numUpdatedRows > 0n;
}

export function restoreTechnology(database: Database, writer: Writer, id: string, now: Date) {
  return writeAs(database, writer, async (transaction, userId) => {
    const deleted = await transaction
      .selectFrom('technologies')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', '>', timeAfter(now, -UNDO_MINUTES * MINUTE))
      .executeTakeFirst();
    if (!deleted) return undefined;
    const { count } = await selectCount(transaction, userId).executeTakeFirstOrThrow();
    if (count >= TECHNOLOGIES_LIMIT) return 'limit-reached';
    const technology = await transaction
      .updateTable('technologies')
      // Null as for a new one, because `updateListed` skipped it while it was deleted. `writeAs` then sets both.
      .set({ deleted_at: null, listed: null, rank: null, updated_at: notBefore('updated_at', now) })
      .where('id', '=', deleted.id)
      .returning(TECHNOLOGY)
      .executeTakeFirst();
    await addLevelChange(transaction, userId, id, now);
    return technology;
  });
}

export function sweepTechnologies(database: Database, now: Date): Promise<void> {
  // Each may be linked to all works of its user.
  return sweep(database, 'technologies', 'deleted_at', timeAfter(now, -UNDO_MINUTES * MINUTE), WORKS_LIMIT);
}

/** For a user who removes faster than the sweep deletes: reading the list takes longer with each removed technology. */
async function deleteOldestRemoved(transaction: Transaction, userId: string): Promise<void> {
  const removed = transaction
    .selectFrom('technologies')
    .select('sequence')
    .where('user_id', '=', userId)
    // Not `is not null`, for which the index of all users' removed technologies may be read.
    .where(sql<boolean>`case when deleted_at is null then false else true end`)
    .orderBy('deleted_at', 'desc')
    .offset(TECHNOLOGIES_LIMIT)
    .limit(batchSize(WORKS_LIMIT));
  await transaction.deleteFrom('technologies').where('sequence', 'in', removed.forUpdate().skipLocked()).execute();
}
