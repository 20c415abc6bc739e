import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('technologies')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'uuid', (column) => column.notNull().unique())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  // Not a constraint: SQLite can replace an index without rewriting the table.
  await database.schema
    .createIndex('technologies_one_title_per_person')
    .on('technologies')
    .columns(['user_id', 'title_key'])
    .unique()
    .execute();
}
