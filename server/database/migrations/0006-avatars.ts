import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('avatars')
    .addColumn('user_id', 'uuid', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('name', 'uuid', (column) => column.notNull().unique())
    .addColumn('image', 'bytea', (column) => column.notNull())
    .execute();
}
