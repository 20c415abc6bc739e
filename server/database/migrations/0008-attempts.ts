import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text')
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('attempts_account').on('attempts').column('account').execute();
  await database.schema.createIndex('attempts_expires_at').on('attempts').column('expires_at').execute();
}
