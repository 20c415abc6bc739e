import { sql } from 'kysely';
import { type Database, isPostgres, type Transaction } from './open.ts';
import { postgresBulk } from './postgres/bulk.ts';
import { sqliteBulk } from './sqlite/bulk.ts';
import type { Tables } from './tables.ts';

export type TableName = Exclude<keyof Tables, 'kysely_migration'>;
export type Row = Readonly<Record<string, unknown>>;

/** What moves many rows, and differs between the engines. */
export type Bulk = {
  /** `work` sees the database as it stands now, whatever others write meanwhile. Changes nothing. Throws DatabaseRefused. */
  readSnapshot<Result>(location: string, work: (snapshot: Database) => Promise<Result>): Promise<Result>;
  /** Lets a transaction have the memory that many rows need. */
  prepare(transaction: Transaction): Promise<void>;
  /**
   * Takes away what each added row would have to be entered into, of tables that hold nothing. Answers the statements that make
   * it again, in their order: at once, it costs a fraction.
   */
  dropIndexes(transaction: Transaction): Promise<readonly string[]>;
  /** Every row holds the same columns. */
  append(transaction: Transaction, table: TableName, rows: readonly Row[]): Promise<void>;
  /** The next rows of a numbered table are numbered after those that were appended. */
  numberOn(transaction: Transaction, table: TableName): Promise<void>;
};

/** The columns by which a table is read in pieces. Each stands after those that it refers to. */
const KEYS: Record<TableName, readonly string[]> = {
  users: ['sequence'],
  sessions: ['token_hash'],
  technologies: ['sequence'],
  works: ['sequence'],
  work_technologies: ['user_id', 'work_id', 'technology_id'],
  avatars: ['user_id'],
  handles: ['handle'],
  attempts: ['key'],
  password_resets: ['token_hash'],
  events: ['sequence'],
  level_changes: ['user_id', 'number'],
};
export const TABLE_NAMES = Object.keys(KEYS) as TableName[];
export const NUMBERED_TABLES = TABLE_NAMES.filter((table) => KEYS[table].includes('sequence'));

// Few enough that as many avatars are no burden.
const PIECE = 500;

export function bulkOf(location: string): Bulk {
  return isPostgres(location) ? postgresBulk : sqliteBulk;
}

/** All rows of a table, in pieces; each is read while the caller is busy with the one before it. */
export async function* readRows(database: Database, table: TableName): AsyncGenerator<Row[]> {
  const columns = KEYS[table];
  const key = sql.join(columns.map((column) => sql.ref(column)));
  const read = async (after: Row | undefined) => {
    const where = after && sql`where (${key}) > (${sql.join(columns.map((column) => after[column]))})`;
    const query = sql<Row>`select * from ${sql.table(table)} ${where ?? sql``} order by ${key} limit ${sql.lit(PIECE)}`;
    return (await query.execute(database)).rows;
  };
  let next = read(undefined);
  for (;;) {
    const rows = await next;
    const isLast = rows.length < PIECE;
    if (!isLast) next = read(rows.at(-1));
    // Nobody waits for it when the caller stops here.
    next.catch(() => undefined);
    if (rows.length > 0) yield rows;
    if (isLast) return;
  }
}

export async function countRows(database: Database, table: TableName): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
