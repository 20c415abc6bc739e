import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('works')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'uuid', (column) => column.notNull().unique())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('deploy_url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('works_user_id').on('works').columns(['user_id', 'sequence']).execute();
}
