import { sql, type Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('level_changes')
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('technology_id', 'uuid', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('status', 'text')
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('level_changes_key', ['user_id', 'number'])
    .execute();
  // The history of an existing technology starts with its current level, and ends with its removal if it is deleted.
  await sql`
    insert into level_changes (user_id, number, technology_id, title, status, at)
    select user_id, row_number() over (partition by user_id order by sequence, removed), id, title, status, at from (
      select user_id, sequence, 0 as removed, id, title, status, created_at as at from technologies
      union all
      select user_id, sequence, 1, id, title, null, deleted_at from technologies where deleted_at is not null
    ) as known`.execute(database);
}
