import { sql, type Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('users_locked')
    .on('users')
    // With `locked_at`, because SQLite would read it from the row.
    .columns(['id', 'locked_at'])
    .where(sql.ref('locked_at'), 'is not', null)
    .execute();
}
