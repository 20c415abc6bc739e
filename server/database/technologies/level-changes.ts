import { type RawBuilder, sql } from 'kysely';
import type { LevelChange } from '#contract/level-change.ts';
import { LEVEL_CHANGES_KEPT } from '#contract/limits.ts';
import type { Database, Transaction } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import { laterOf } from '../statements/monotonic-time.ts';

// What is forgotten goes in one statement for as many changes.
const FORGET_EVERY = 100;

/**
 * Remembers a technology's level, or the `next` one if that is another (null: it is about to be removed). Needs the user's
 * lock. Does nothing for what is not theirs, or is deleted.
 */
export async function addLevelChange(
  transaction: Transaction,
  userId: string,
  id: string,
  now: Date,
  next?: string | null,
): Promise<void> {
  const values = { userId, id, now: now.toISOString() };
  const added = await (next === undefined
    ? addPresent(transaction, values)
    : addNext(transaction, { ...values, next }));
  await forgetOldAfter(transaction, userId, added);
}

type Values = { userId: string; id: string; now: string };
type Next = Values & { next: string | null };

/** As `addLevelChange` without `next`; `forgetOldAfter` takes the answer. */
export const addPresent = prepared((database, values: Values) => insertChange(database, values, sql.ref('status')));

const addNext = prepared((database, values: Next) =>
  insertChange(database, values, sql`${values.next}`, sql`and status is distinct from ${values.next}`),
);

function insertChange(database: Database, { userId, id, now }: Values, status: RawBuilder<unknown>, only = sql``) {
  const query = sql<{ number: number }>`
    insert into level_changes (user_id, number, technology_id, title, status, at)
    select user_id, (select coalesce(max(number), 0) + 1 from level_changes where user_id = ${userId}), id, title,
      ${status}, ${laterOf('updated_at', now)}
    from technologies where id = ${id} and user_id = ${userId} and deleted_at is null ${only}
    returning number`;
  return { compile: () => query.compile(database) };
}

/** How many changes a user had, forgotten ones too: no fewer than they have technologies. */
export function selectChanges(database: Pick<Database, 'selectFrom'>, userId: string) {
  return database
    .selectFrom('level_changes')
    .select((change) => change.fn.coalesce(change.fn.max('number'), change.lit(0)).as('number'))
    .where('user_id', '=', userId);
}

/** Once in a while, for all that has come since. */
export async function forgetOldAfter(
  database: Database,
  userId: string,
  [added]: ReadonlyArray<{ number: number }>,
): Promise<void> {
  if (added && added.number % FORGET_EVERY === 0) await forgetOld(database, userId, added.number);
}

/** Deletes what is older than the last `LEVEL_CHANGES_KEPT`, but for the level that a technology still has. */
async function forgetOld(database: Database, userId: string, last: number): Promise<void> {
  await database
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
