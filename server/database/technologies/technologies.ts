import { randomUUID } from 'node:crypto';
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import { TECHNOLOGIES_LIMIT, UNDO_MINUTES } from '#contract/limits.ts';
import { searchKey, titleKey } from '#contract/search-key.ts';
import { Technology, type TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import { addLevelChange, addPresent, forgetOldAfter, selectChanges } from './level-changes.ts';
import { inBatches } from '../statements/batches.ts';
import { jsonArrayOf } from '../statements/json.ts';
import { placeOf } from '../public-profiles/public-list.ts';
import { laterOf } from '../statements/monotonic-time.ts';
import type { Database, Transaction } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import type { Tables } from '../tables.ts';
import { type Writer, writeAs, writeTogether } from '../statements/write-as.ts';

const RESTORABLE_MS = UNDO_MINUTES * 60_000;
const TECHNOLOGY = Object.keys(Technology.shape) as Array<keyof Technology>;
const INPUT = Object.keys(TechnologyInput.shape) as Array<keyof TechnologyInput>;

/** Every read starts here: a deleted technology stays in the table while it can be restored. */
function selectTechnologies(database: Pick<Database, 'selectFrom'>) {
  return database.selectFrom('technologies').where('technologies.deleted_at', 'is', null);
}

/** Every change starts here, too. */
function updateTechnology(transaction: Transaction, userId: string, id: string) {
  return transaction
    .updateTable('technologies')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);
}

export function titleKeys(title: string) {
  return { title_key: titleKey(title), search_key: searchKey(title) };
}

/** For a query on `users`: what its row has. */
function selectOwn() {
  return selectTechnologies(expressionBuilder<Tables>()).where(
    'technologies.user_id',
    '=',
    sql.ref<string>('users.id'),
  );
}

/** For a query on `users`: in their order, as the text of a JSON array. */
export function technologiesOfUser() {
  return jsonArrayOf(selectOwn().select(TECHNOLOGY).orderBy('sequence'), TECHNOLOGY);
}

/** For a query on `users`. */
export function countOfTechnologies() {
  return selectOwn().select((row) => row.fn.countAll<number>().as('count'));
}

/** For a query on `users`: those of its row whose title contains the search key. */
export function selectMatching(wanted: string) {
  return selectOwn()
    .select('technologies.id')
    .where(titleContains(sql.ref('technologies.search_key'), wanted));
}

/** Literally: `%` and `_` are letters. */
export function titleContains(column: Expression<string>, wanted: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/** Throws UniqueViolation of `title_key`, and UserGone. */
export async function addTechnology(
  database: Database,
  writer: Writer,
  input: TechnologyInput,
  now: Date,
): Promise<Technology | 'limit-reached'> {
  const [id, time] = [randomUUID(), now.toISOString()];
  const { userId } = writer;
  const [[added], changes] = await writeTogether(database, writer, [
    insertOne.later({ ...input, ...titleKeys(input.title), ...writer, id, time }),
    addPresent.later({ userId, id, now: time }),
  ]);
  if (!added) return 'limit-reached';
  // The technology is there, whatever becomes of this: what is left is forgotten the next time.
  await forgetOldAfter(database, userId, changes).catch(() => undefined);
  return { id, ...input, created_at: time, updated_at: time };
}

type NewTechnology = Writer & TechnologyInput & ReturnType<typeof titleKeys> & { id: string; time: string };

/** Finds nothing to insert without the session, or at the limit. Needs the lock, or two at once could pass the limit. */
const insertOne = prepared((database, row: NewTechnology) => {
  const columns = {
    ...(Object.fromEntries(INPUT.map((name) => [name, row[name]])) as TechnologyInput),
    id: row.id,
    user_id: row.userId,
    listed: placeOf(database, row.userId),
    title_key: row.title_key,
    search_key: row.search_key,
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
        // Each was a change once: whoever had few has few, and nothing is counted.
        .where((own) =>
          own.or([
            own(selectChanges(database, row.userId), '<', TECHNOLOGIES_LIMIT),
            own(selectCount(database, row.userId), '<', TECHNOLOGIES_LIMIT),
          ]),
        ),
    )
    .returning('id');
});

function selectCount(database: Pick<Database, 'selectFrom'>, userId: string) {
  return selectTechnologies(database)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId);
}

/** Needs the lock, or two additions at once could pass the limit. */
async function isFull(transaction: Transaction, userId: string): Promise<boolean> {
  const own = await selectCount(transaction, userId).executeTakeFirstOrThrow();
  return own.count >= TECHNOLOGIES_LIMIT;
}

/** Undefined when the user has none of that id. Throws UniqueViolation of `title_key`, and UserGone. */
export function changeTechnology(
  database: Database,
  writer: Writer,
  id: string,
  change: TechnologyChange,
  now: Date,
): Promise<Technology | undefined> {
  const { userId } = writer;
  return writeAs(database, writer, async (transaction) => {
    if (Object.values(change).every((value) => value === undefined)) {
      const own = selectTechnologies(transaction).where('id', '=', id).where('user_id', '=', userId);
      return own.select(TECHNOLOGY).executeTakeFirst();
    }
    if (change.status !== undefined) await addLevelChange(transaction, userId, id, now, change.status);
    return updateTechnology(transaction, userId, id)
      .set({ ...change, ...(change.title !== undefined && titleKeys(change.title)) })
      .set('updated_at', laterOf('updated_at', now))
      .returning(TECHNOLOGY)
      .executeTakeFirst();
  });
}

/** Hides it until `sweepTechnologies` deletes it. False when the user has none of that id. Throws UserGone. */
export async function removeTechnology(database: Database, writer: Writer, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await writeAs(database, writer, async (transaction) => {
    await addLevelChange(transaction, writer.userId, id, now, null);
    return updateTechnology(transaction, writer.userId, id).set('deleted_at', now.toISOString()).executeTakeFirst();
  });
  return numUpdatedRows > 0n;
}

/** Undefined when there is none of that id to restore. Throws UniqueViolation of `title_key`, and UserGone. */
export function restoreTechnology(
  database: Database,
  writer: Writer,
  id: string,
  now: Date,
): Promise<Technology | 'limit-reached' | undefined> {
  const { userId } = writer;
  return writeAs(database, writer, async (transaction) => {
    const deleted = await transaction
      .selectFrom('technologies')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', '>', restorableSince(now))
      .executeTakeFirst();
    if (!deleted) return undefined;
    if (await isFull(transaction, userId)) return 'limit-reached';
    const technology = await transaction
      .updateTable('technologies')
      .set({ deleted_at: null, updated_at: laterOf('updated_at', now) })
      .where('id', '=', deleted.id)
      .returning(TECHNOLOGY)
      .executeTakeFirst();
    await addLevelChange(transaction, userId, id, now);
    return technology;
  });
}

function restorableSince(now: Date): string {
  return new Date(now.getTime() - RESTORABLE_MS).toISOString();
}

/** What somebody holds at the moment is left for the next time, so that nobody waits. */
export async function sweepTechnologies(database: Database, now: Date): Promise<void> {
  await inBatches((size) =>
    database
      .deleteFrom('technologies')
      .where('id', 'in', (technology) =>
        technology
          .selectFrom('technologies')
          .select('id')
          .where('deleted_at', '<=', restorableSince(now))
          .limit(size)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst(),
  );
}
