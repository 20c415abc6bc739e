import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('classes')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'uuid', (column) => column.notNull().unique())
    .addColumn('teacher_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('classes_teacher_id').on('classes').column('teacher_id').execute();
  await database.schema.createIndex('classes_ends_at').on('classes').column('ends_at').execute();
  await database.schema
    .createTable('class_members')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey().autoIncrement())
    .addColumn('class_id', 'uuid', (column) => column.notNull().references('classes.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('avatar_name', 'uuid', (column) => column.notNull().unique())
    .addColumn('joined_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('class_members_once', ['user_id', 'class_id'])
    .execute();
  await database.schema
    .createIndex('class_members_class_id')
    .on('class_members')
    .columns(['class_id', 'sequence'])
    .execute();
}
