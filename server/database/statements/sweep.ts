import { type DeleteResult, sql } from 'kysely';
import type { Database } from '../open.ts';
import { makePause } from './pause.ts';
import { type TableName, TABLES, type TimeColumn } from '../tables.ts';

// Rows per statement: SQLite takes some 12 ms for them, and blocks the process.
const BATCH = 500;

/** How many rows to delete in a statement if the deletion of each deletes up to `cascade` rows of other tables. */
export function batchSize(cascade: number): number {
  return Math.ceil(BATCH / (1 + cascade));
}

export async function deleteInBatches(
  deleteSome: (size: number) => Promise<DeleteResult>,
  size = BATCH,
): Promise<void> {
  const pause = makePause();
  for (;;) {
    const { numDeletedRows } = await deleteSome(size);
    if (numDeletedRows < size) return;
    await pause();
  }
}

/** For `cascade` see `batchSize`. */
export function sweep<Name extends TableName>(
  database: Database,
  table: Name,
  column: TimeColumn<Name>,
  end: string,
  cascade = 0,
) {
  const key = sql.ref(TABLES[table].key[0] ?? '');
  return deleteInBatches((size) => {
    const isExpired = sql<boolean>`${sql.ref(column)} <= ${end}`;
    const expired = database.selectFrom<TableName>(table).select(key.as('key')).where(isExpired).limit(size);
    return database.deleteFrom<TableName>(table).where(key, 'in', expired.forUpdate().skipLocked()).executeTakeFirst();
  }, batchSize(cascade));
}
