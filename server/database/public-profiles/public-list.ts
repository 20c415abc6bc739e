import { expressionBuilder, type ExpressionBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import type { Tables } from '../tables.ts';

// `GET /users` lists users by `sequence`, which `technologies.listed` copies for the search by title. /pessoas lists them
// by `technologies.rank`.

export const WITH_WORKS = 100_000_000;

export function isListed(user: ExpressionBuilder<Tables, 'users'>) {
  return user.and([user('users.visibility', '=', 'public'), user('users.locked_at', 'is', null)]);
}

export function selectListedUsers(database: Queryable) {
  return database.selectFrom('users').select('users.sequence').where(isListed);
}

/** Also of a private user, but of none who is locked: nothing may reveal that the account exists. */
export function selectSequence(database: Queryable, userId: string) {
  return database.selectFrom('users').select('sequence').where('id', '=', userId).where('locked_at', 'is', null);
}

export function selectListedSequence(database: Queryable, userId: string) {
  return selectListedUsers(database).where('users.id', '=', userId);
}

/** The day of a time, as a rank has it: 20261123. */
export function dayNumber(time: string): number {
  return Number(time.slice(0, 10).replaceAll('-', ''));
}

/** Updates `listed` and `rank` of all technologies of the user. Needs the user's lock. */
export const updateListed = prepared('update-listed', (database, { userId }: { userId: string }) => {
  const users = expressionBuilder<Tables, 'users'>();
  const day = users.fn<string>('iso_time', [sql`max(changes.at)`]);
  // Raw SQL: a Kysely update would schedule the truncation of SQLite's log, but no text is overwritten here.
  const query = sql<never>`
    with ranks as materialized (
      select case when ${isListed(users)} then users.sequence end as listed,
        case when ${isListed(users)} and exists (select 1 from handles where user_id = ${userId} and left_at is null) then (
          select cast(replace(substr(${day}, 1, 10), '-', '') as integer) from (
            select updated_at as at from users where id = ${userId}
            union all
            select updated_at from technologies where user_id = ${userId} and deleted_at is null
            union all
            select updated_at from works where user_id = ${userId}
          ) as changes
        ) + case when exists (select 1 from works where user_id = ${userId}) then ${sql.lit(WITH_WORKS)} else 0 end
        end as rank
      from users where users.id = ${userId}
    )
    update technologies set listed = ranks.listed, rank = ranks.rank from ranks
    where user_id = ${userId} and deleted_at is null
      and (technologies.listed is distinct from ranks.listed or technologies.rank is distinct from ranks.rank)`;
  return { compile: () => query.compile(database) };
});

/** The sequence of the listed user at `offset`. An index-only scan. */
export async function sequenceAt(database: Database, offset: number): Promise<number | undefined> {
  const users = selectListedUsers(database).orderBy('users.sequence');
  return (await users.limit(1).offset(offset).executeTakeFirst())?.sequence;
}

export async function lastSequence(database: Database): Promise<number> {
  const users = selectListedUsers(database).orderBy('users.sequence', 'desc');
  return (await users.limit(1).executeTakeFirst())?.sequence ?? 0;
}
