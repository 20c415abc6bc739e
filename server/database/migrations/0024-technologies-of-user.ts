import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('technologies_user_id').execute();
  // Without a condition: the deletion of a user could not use it. With `deleted_at`, because SQLite would read it from the row.
  await database.schema
    .createIndex('technologies_user_id')
    .on('technologies')
    .columns(['user_id', 'sequence', 'deleted_at'])
    .execute();
}
