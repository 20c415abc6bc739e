import { sql } from 'kysely';
import type { Bulk, Row } from '../bulk.ts';
import { connectPatiently } from './open.ts';

export const postgresBulk: Bulk = {
  async readSnapshot(url, work) {
    const database = await connectPatiently(url);
    try {
      return await database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
    } finally {
      await database.destroy();
    }
  },

  // The time-outs are for requests.
  async prepare(transaction) {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  },

  // One parameter for all rows: a value each would make the statement as long as the data.
  async append(transaction, table, rows) {
    const json = JSON.stringify(rows, function (this: Row, name: string): unknown {
      // Before Buffer has made an object of itself.
      const value = this[name];
      return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
    });
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json})`.execute(transaction);
  },

  async numberOn(transaction, table) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'sequence'), max(sequence)) from ${sql.table(table)}`.execute(
      transaction,
    );
  },
};
