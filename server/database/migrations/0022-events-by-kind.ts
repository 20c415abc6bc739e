import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('events_user_id_kind')
    .on('events')
    .columns(['user_id', 'kind', 'sequence'])
    .execute();
  await database.schema.dropIndex('events_user_id').execute();
}
