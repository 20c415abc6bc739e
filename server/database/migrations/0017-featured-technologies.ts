import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('users')
    .addColumn('featured', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
