import { type Kysely, sql } from 'kysely';
import type { Transaction } from './open.ts';
import { type TableName, type Tables, TABLES } from './tables.ts';

export type Row = Readonly<Record<string, unknown>>;

export type Bulk = {
  /** Small for SQLite, which stores the pages of a transaction twice until it ends. */
  readonly usersPerTransaction: number;
  /** Locks out other commands, and raises the memory limit. */
  begin(transaction: Transaction): Promise<void>;
  /** Drops the indexes and constraints of empty tables. Returns the statements that create them again. */
  dropIndexes(transaction: Transaction): Promise<readonly string[]>;
  /** All rows must have the same columns. */
  append(transaction: Transaction, table: TableName, rows: readonly Row[]): Promise<void>;
  restartSequence(transaction: Transaction, table: TableName): Promise<void>;
};

// Rows per query: their avatars must fit in memory.
const CHUNK = 500;

/** Reads the next chunk while the caller handles this one. */
export async function* readRows(database: Kysely<Tables>, table: TableName): AsyncGenerator<Row[]> {
  const columns = TABLES[table].key;
  const key = sql.join(columns.map((column) => sql.ref(column)));
  const read = async (after: Row | undefined) => {
    const where = after && sql`where (${key}) > (${sql.join(columns.map((column) => after[column]))})`;
    const query = sql<Row>`select * from ${sql.table(table)} ${where ?? sql``} order by ${key} limit ${sql.lit(CHUNK)}`;
    return (await query.execute(database)).rows;
  };
  let next = read(undefined);
  for (;;) {
    const rows = await next;
    const isLast = rows.length < CHUNK;
    if (!isLast) next = read(rows.at(-1));
    // Prevents an unhandled rejection if the caller stops before it awaits this chunk.
    next.catch(() => undefined);
    if (rows.length > 0) yield rows;
    if (isLast) return;
  }
}

export async function countRows(database: Kysely<Tables>, table: TableName): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
