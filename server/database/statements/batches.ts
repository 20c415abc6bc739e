import { type DeleteResult, type Expression, sql, type SqlBool } from 'kysely';
import type { Database } from '../open.ts';
import { type TableName, TABLES } from '../tables.ts';

// SQLite deletes a row in about 25 µs, and blocks the process meanwhile.
const BATCH = 500;

/** Deletes in batches of a few milliseconds, so other statements run in between. */
export async function deleteInBatches(deleteSome: (size: number) => Promise<DeleteResult>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteSome(BATCH);
    if (numDeletedRows < BATCH) return;
    await new Promise(setImmediate);
  }
}

/** Deletes the rows that match. Skips locked rows instead of waiting; the next sweep deletes them. */
export function sweep(database: Database, table: TableName, isExpired: Expression<SqlBool>): Promise<void> {
  const key = sql.ref(TABLES[table].key[0] ?? '');
  return deleteInBatches((size) => {
    const expired = database.selectFrom(table).select(key.as('key')).where(isExpired).limit(size);
    return database.deleteFrom(table).where(key, 'in', expired.forUpdate().skipLocked()).executeTakeFirst();
  });
}
