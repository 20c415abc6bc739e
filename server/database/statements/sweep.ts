import { type DeleteResult, sql } from 'kysely';
import type { Database } from '../open.ts';
import { makePause } from './pause.ts';
import { type TableName, TABLES, type TimeColumn } from '../tables.ts';

// Rows per statement: SQLite takes some 12 ms for them, and blocks the process.
const BATCH = 500;

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

/** `cascade`: the rows of other tables that the deletion of a row deletes with it, at most. */
export function sweep<Name extends TableName>(
  database: Database,
  table: Name,
  column: TimeColumn<Name>,
  end: string,
  cascade = 0,
) {
  const key = sql.ref(TABLES[table].key[0] ?? '');
  return deleteInBatches(
    (size) => {
      const isExpired = sql<boolean>`${sql.ref(column)} <= ${end}`;
      const expired = database.selectFrom<TableName>(table).select(key.as('key')).where(isExpired).limit(size);
      return database
        .deleteFrom<TableName>(table)
        .where(key, 'in', expired.forUpdate().skipLocked())
        .executeTakeFirst();
    },
    Math.ceil(BATCH / (1 + cascade)),
  );
}
