import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ip_prefix', 'text')
    .addColumn('user_agent', 'text')
    .execute();
  await database.schema.createIndex('sessions_user_id').on('sessions').columns(['user_id', 'created_at']).execute();
  await database.schema.createIndex('sessions_expires_at').on('sessions').column('expires_at').execute();
  await database.schema.createIndex('sessions_last_used_at').on('sessions').column('last_used_at').execute();
}
