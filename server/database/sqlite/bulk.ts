import { CompiledQuery, sql } from 'kysely';
import type { Bulk } from '../bulk.ts';

export const sqliteBulk: Bulk = {
  usersPerTransaction: 5_000,

  async begin(transaction) {
    // In KiB. The default of 2 MiB is too small for the index of a million rows.
    await sql`pragma cache_size = -262144`.execute(transaction);
  },

  // The cache holds the indexes, so dropping them saves nothing.
  dropIndexes: async () => [],

  async append(transaction, table, rows) {
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map((column) => `"${column}"`).join(', ');
    const statement = `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`;
    for (const row of rows) {
      await transaction.executeQuery(CompiledQuery.raw(statement, Object.values(row)));
    }
  },

  restartSequence: async () => undefined,
};
