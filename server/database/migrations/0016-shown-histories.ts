import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('users')
    .addColumn('shows_history', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
