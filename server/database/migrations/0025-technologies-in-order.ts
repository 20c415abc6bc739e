import { type Kysely, sql } from 'kysely';

type Before = { technologies: { listed: number | null; search_key: string; deleted_at: string | null } };

export async function up(database: Kysely<Before>): Promise<void> {
  // It contains `deleted_at` for SQLite, like `technologies_listed`. The condition on `search_key`, which a search in order
  // names, keeps PostgreSQL from using it for /pessoas, where `technologies_people` reads less.
  await database.schema
    .createIndex('technologies_in_order')
    .on('technologies')
    .columns(['listed', 'search_key', 'deleted_at'])
    .where(sql.ref('listed'), 'is not', null)
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('search_key'), '<>', '')
    .execute();
}
