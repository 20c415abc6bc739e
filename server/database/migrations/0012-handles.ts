import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('users')
    .addColumn('searchable', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema
    .createTable('handles')
    .addColumn('handle', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('left_at', 'timestamptz')
    .execute();
  await database.schema.createIndex('handles_user_id').on('handles').columns(['user_id', 'left_at']).execute();
}
