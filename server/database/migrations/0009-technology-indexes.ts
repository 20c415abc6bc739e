import { sql, type Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  // SQLite used the old one to find rows without `deleted_at`, which nearly all are.
  await database.schema.dropIndex('technologies_deleted').execute();
  await database.schema
    .createIndex('technologies_deleted')
    .on('technologies')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
  await database.schema
    .createIndex('technologies_user_id')
    .on('technologies')
    .columns(['user_id', 'sequence'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}
