import type { Kysely } from 'kysely';

// SQLite cannot drop a unique constraint. Links are valid for an hour, so the rows are not copied.
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('password_resets').execute();
  await database.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('password_resets_user_id').on('password_resets').column('user_id').execute();
  await database.schema.createIndex('password_resets_expires_at').on('password_resets').column('expires_at').execute();
}
