import { type DeleteResult, sql } from 'kysely';
import type { Database } from '../open.ts';
import { type TableName, TABLES, type TimeColumn } from '../tables.ts';

// Rows per statement: SQLite takes some 12 ms for them, and blocks the process.
const BATCH = 500;

export async function deleteInBatches(deleteSome: (size: number) => Promise<DeleteResult>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteSome(BATCH);
    if (numDeletedRows < BATCH) return;
    await new Promise(setImmediate);
  }
}

export function sweep<Name extends TableName>(database: Database, table: Name, column: TimeColumn<Name>, end: string) {
  const key = sql.ref(TABLES[table].key[0] ?? '');
  return deleteInBatches((size) => {
    const isExpired = sql<boolean>`${sql.ref(column)} <= ${end}`;
    const expired = database.selectFrom<TableName>(table).select(key.as('key')).where(isExpired).limit(size);
    return database.deleteFrom<TableName>(table).where(key, 'in', expired.forUpdate().skipLocked()).executeTakeFirst();
  });
}
