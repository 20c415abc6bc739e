import { sql, type Kysely } from 'kysely';

type Before = {
  users: { sequence: number; id: string; visibility: string; locked_at: string | null };
  technologies: { user_id: string; listed: number | null };
};

export async function up(database: Kysely<Before>): Promise<void> {
  await database.schema.alterTable('technologies').addColumn('listed', 'bigint').execute();
  await database
    .updateTable('technologies')
    .set((technology) => ({
      listed: technology
        .selectFrom('users')
        .select('users.sequence')
        .whereRef('users.id', '=', 'technologies.user_id')
        .where('users.visibility', '=', 'public')
        .where('users.locked_at', 'is', null),
    }))
    .execute();
  // The index contains `deleted_at`, because SQLite would read it from the row if it were only in the condition.
  await database.schema
    .createIndex('technologies_listed')
    .on('technologies')
    .columns(['search_key', 'listed', 'deleted_at'])
    .where(sql.ref('listed'), 'is not', null)
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await database.schema.dropIndex('users_visibility').execute();
  await database.schema
    .createIndex('users_listed')
    .on('users')
    .columns(['visibility', 'sequence', 'locked_at'])
    .where(sql.ref('locked_at'), 'is', null)
    .execute();
}
