import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('works').addColumn('repository_url', 'text').execute();
  await database.schema
    .alterTable('works')
    .addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
