import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('events')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey().autoIncrement())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('network', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('events_user_id').on('events').columns(['user_id', 'sequence']).execute();
  await database.schema.createIndex('events_created_at').on('events').column('created_at').execute();
}
