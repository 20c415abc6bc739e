import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('avatars')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('image', 'blob', (column) => column.notNull())
    .execute();
}
