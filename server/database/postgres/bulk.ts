import { sql } from 'kysely';
import type { Bulk, Row } from '../bulk.ts';

export const postgresBulk: Bulk = {
  usersPerTransaction: Infinity,

  async begin(transaction) {
    // `dropIndexes` takes the same lock. With a weaker one here, two commands would deadlock when both upgrade it.
    await sql`lock table users in access exclusive mode`.execute(transaction);
    await sql`set local maintenance_work_mem = '256MB'`.execute(transaction);
  },

  async dropIndexes(transaction) {
    // Foreign keys come first, before the keys that they reference.
    const { rows } = await sql<{ drop: string; make: string }>`
      select
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
        contype = 'f' as refers
      from pg_constraint
      where contype in ('p', 'u', 'f') and connamespace = current_schema()::regnamespace
      union all
      select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      order by refers desc, drop`.execute(transaction);
    for (const { drop } of rows) await sql.raw(drop).execute(transaction);
    return rows.map(({ make }) => make).toReversed();
  },

  async append(transaction, table, rows) {
    const json = JSON.stringify(rows, function (this: Row, name: string): unknown {
      // Not the second argument, which Buffer's toJSON has already replaced.
      const value = this[name];
      return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
    });
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json})`.execute(transaction);
  },

  async restartSequence(transaction, table) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'sequence')`;
    await sql`select setval(${sequence}, max(sequence)) from ${sql.table(table)}`.execute(transaction);
  },
};
