import { sql, type Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('technologies').addColumn('deleted_at', 'timestamptz').execute();
  await database.schema.dropIndex('technologies_one_title_per_person').execute();
  await database.schema
    .createIndex('technologies_one_title_per_person')
    .on('technologies')
    .columns(['user_id', 'title_key'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await database.schema.createIndex('technologies_deleted').on('technologies').column('deleted_at').execute();
}
