import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { Bulk } from '../bulk.ts';
import { DatabaseRefused } from '../errors.ts';
import type { Tables } from '../tables.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { holdsBytes, inspect, LOCK_WAIT, refusal } from './inspect.ts';

export const sqliteBulk: Bulk = {
  async readSnapshot(path, work) {
    if (!holdsBytes(path)) throw new DatabaseRefused(`${path} holds nothing: name the file with the data.`);
    await inspect(path);
    const handle = openReadOnly(path);
    const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(handle, handle) });
    try {
      return await work(database);
    } finally {
      await database.destroy();
    }
  },

  async prepare(transaction) {
    // In KiB. The usual two megabytes hold no index of a million rows.
    await sql`pragma cache_size = -262144`.execute(transaction);
  },

  async dropIndexes() {
    // The cache holds them.
    return [];
  },

  async append(transaction, table, rows) {
    const columns = Object.keys(rows[0] ?? {});
    const names = columns.map((column) => `"${column}"`).join(', ');
    const statement = `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`;
    for (const row of rows) {
      await transaction.executeQuery(CompiledQuery.raw(statement, Object.values(row)));
    }
  },

  async numberOn() {
    // SQLite remembers the highest by itself.
  },
};

// A transaction that has read sees the file as it was then.
function openReadOnly(path: string): DatabaseSync {
  try {
    const handle = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT });
    handle.exec('begin; select count(*) from sqlite_master');
    return handle;
  } catch (error) {
    throw refusal(path, error);
  }
}
