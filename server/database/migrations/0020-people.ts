import { expressionBuilder, sql, type Kysely } from 'kysely';
import { storedSpelling } from '#contract/public/known-technologies.ts';

type Before = { technologies: { sequence: number; title: string; spelling: string } };

const BATCH = 2_000;

export async function up(database: Kysely<Before>): Promise<void> {
  await database.schema
    .alterTable('technologies')
    .addColumn('spelling', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await database.schema.alterTable('technologies').addColumn('rank', 'integer').execute();
  await fillSpellings(database);
  const day = expressionBuilder().fn<string>('iso_time', [sql`max(changes.at)`]);
  await sql`
    with ranks as materialized (
      select users.id, (
        select cast(replace(substr(${day}, 1, 10), '-', '') as integer) from (
          select users.updated_at as at
          union all
          select updated_at from technologies where user_id = users.id and deleted_at is null
          union all
          select updated_at from works where user_id = users.id
        ) as changes
      ) + case when exists (select 1 from works where user_id = users.id) then 100000000 else 0 end as rank
      from users
      where visibility = 'public' and locked_at is null
        and exists (select 1 from handles where user_id = users.id and left_at is null)
    )
    update technologies set rank = ranks.rank from ranks
    where technologies.user_id = ranks.id and technologies.deleted_at is null`.execute(database);
  // It contains `deleted_at` for SQLite, like `technologies_listed`.
  await database.schema
    .createIndex('technologies_people')
    .on('technologies')
    .columns(['spelling', 'rank', 'listed', 'status', 'deleted_at'])
    .where(sql.ref('rank'), 'is not', null)
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}

async function fillSpellings(database: Kysely<Before>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await database
      .selectFrom('technologies')
      .select(['sequence', 'title'])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    for (const [spelling, same] of Map.groupBy(rows, ({ title }) => storedSpelling(title))) {
      const sequences = same.map(({ sequence }) => sequence);
      await database.updateTable('technologies').set({ spelling }).where('sequence', 'in', sequences).execute();
    }
    last = rows.at(-1)?.sequence ?? last;
    if (rows.length < BATCH) return;
  }
}
