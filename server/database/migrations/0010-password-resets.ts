import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('users').addColumn('locked_at', 'timestamptz').execute();
  await database.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('password_resets_expires_at').on('password_resets').column('expires_at').execute();
}
