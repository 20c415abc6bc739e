import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('work_technologies')
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('work_id', 'uuid', (column) => column.notNull().references('works.id').onDelete('cascade'))
    .addColumn('technology_id', 'uuid', (column) => column.notNull().references('technologies.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('work_technologies_key', ['user_id', 'work_id', 'technology_id'])
    .execute();
  await database.schema.createIndex('work_technologies_work_id').on('work_technologies').column('work_id').execute();
  await database.schema
    .createIndex('work_technologies_technology_id')
    .on('work_technologies')
    .column('technology_id')
    .execute();
}
