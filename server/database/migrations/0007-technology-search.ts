import type { Kysely } from 'kysely';
import { searchKey } from '#contract/search-key.ts';

type Before = { technologies: { id: string; title: string; search_key: string } };

export async function up(database: Kysely<Before>): Promise<void> {
  await database.schema
    .alterTable('technologies')
    .addColumn('search_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  for (const { id, title } of await database.selectFrom('technologies').select(['id', 'title']).execute()) {
    await database.updateTable('technologies').set('search_key', searchKey(title)).where('id', '=', id).execute();
  }
  await database.schema.createIndex('users_visibility').on('users').columns(['visibility', 'sequence']).execute();
}
