import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { spellingsOf } from '#contract/choices.ts';
import type { LevelChange } from '#contract/level-change.ts';
import { LEVEL_CHANGES_LIMIT } from '#contract/limits.ts';
import type { Queryable, Transaction } from '../open.ts';
import { isListed } from '../public-profiles/public-list.ts';
import { isOneOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { notBefore } from '../statements/time.ts';

const CHANGES_PER_TRIM = 100;

/** Adds the current level to the history, or `next` if it is another one. Null is a removal. Needs the user's lock. */
export async function addLevelChange(
  transaction: Transaction,
  userId: string,
  id: string,
  now: Date,
  next?: string | null,
): Promise<void> {
  const values = { userId, id, now: now.toISOString() };
  const added = await (next === undefined
    ? addCurrentLevel(transaction, values)
    : addNextLevel(transaction, { ...values, ...nextOf(next) }));
  await trimLevelChanges(transaction, userId, added);
}

/** `addLevelChange` of several technologies, in one statement. */
export async function addLevelChanges(
  transaction: Transaction,
  userId: string,
  ids: readonly string[],
  now: Date,
  next?: string,
): Promise<void> {
  const chosen = {
    which: isOneOf('id', 'uuid', JSON.stringify(ids)),
    offset: sql` + row_number() over (order by sequence) - 1`,
  };
  const { rows } = await insertChanges(
    { userId, now: now.toISOString() },
    chosen,
    next === undefined ? CURRENT : nextLevel(nextOf(next)),
  ).execute(transaction);
  const last = rows.findLast(({ number }) => number % CHANGES_PER_TRIM === 0);
  await trimLevelChanges(transaction, userId, last ? [last] : []);
}

type Values = { userId: string; id: string; now: string };

/** Pass its rows to `trimLevelChanges`. */
export const addCurrentLevel = prepared('add-current-level', (database, values: Values) =>
  insertChange(database, values, CURRENT),
);

const addNextLevel = prepared('add-next-level', (database, values: Values & Next) =>
  insertChange(database, values, nextLevel(values)),
);

function insertChange(database: Queryable, values: Values, level: Level) {
  const query = insertChanges(values, { which: sql<SqlBool>`id = ${values.id}`, offset: sql`` }, level);
  return { compile: () => query.compile(database) };
}

type Level = { status: RawBuilder<unknown>; only: RawBuilder<unknown> };
const CURRENT: Level = { status: sql.ref('status'), only: sql`` };

/** `spellings` is a JSON array of those that do not differ from `next`. */
type Next = { next: string | null; spellings: string };

function nextOf(next: string | null): Next {
  return { next, spellings: JSON.stringify(next === null ? [] : spellingsOf(next)) };
}

function nextLevel({ next, spellings }: Next): Level {
  return { status: sql`${next}`, only: sql`and not ${isOneOf('status', 'text', spellings)}` };
}

type Rows = { which: Expression<SqlBool>; offset: RawBuilder<unknown> };

function insertChanges({ userId, now }: Omit<Values, 'id'>, { which, offset }: Rows, { status, only }: Level) {
  return sql<{ number: number }>`
    insert into level_changes (user_id, number, technology_id, title, status, at)
    select user_id, (select coalesce(max(number), 0) + 1 from level_changes where user_id = ${userId})${offset}, id, title,
      ${status}, ${notBefore('updated_at', now)}
    from technologies where ${which} and user_id = ${userId} and deleted_at is null ${only}
    returning number`;
}

export function selectLastNumber(database: Queryable, userId: string) {
  return database
    .selectFrom('level_changes')
    .select((change) => change.fn.coalesce(change.fn.max('number'), change.lit(0)).as('number'))
    .where('user_id', '=', userId);
}

/** Every `CHANGES_PER_TRIM` changes, deletes all but the newest rows and each technology's current level. */
export async function trimLevelChanges(database: Queryable, userId: string, [added]: Array<{ number: number }>) {
  if (!added || added.number % CHANGES_PER_TRIM !== 0) return;
  await database
    .deleteFrom('level_changes')
    .where('user_id', '=', userId)
    .where('number', '<=', added.number - LEVEL_CHANGES_LIMIT)
    .where((change) => {
      const latest = change
        .selectFrom('level_changes as latest')
        .select((row) => row.fn.max('latest.number').as('number'))
        .where('latest.user_id', '=', userId)
        .groupBy('latest.technology_id');
      return change.or([change('status', 'is', null), change('number', 'not in', latest)]);
    })
    .execute();
}

/** Titles are the current ones, or the last ones of removed technologies. */
export async function listLevelChanges(database: Queryable, userId: string): Promise<LevelChange[]> {
  return levelChangesOf(await selectLevelChanges(database, userId).execute());
}

/** Empty if the user does not show the history. */
export async function listShownLevelChanges(database: Queryable, userId: string): Promise<LevelChange[]> {
  const user = database.selectFrom('users').select('users.id').where('users.id', '=', userId).where(isListed);
  const isShown = user.where('users.shows_history', '=', 1);
  return levelChangesOf(
    await selectLevelChanges(database, userId)
      .where((change) => change.exists(isShown))
      .execute(),
  );
}

export function selectLevelChanges(database: Queryable, userId: string) {
  return database
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
    .orderBy('level_changes.number');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLevelChanges>['execute']>>[number];

export function levelChangesOf(rows: readonly Row[]): LevelChange[] {
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return rows.map(({ id, title, status, at }) => ({ technology: { id, title: titles.get(id) ?? title }, status, at }));
}
