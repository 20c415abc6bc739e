import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { isBusy } from './result-codes.ts';

// SQLite's own wait for a lock blocks the event loop, so it is 50 ms (open.ts). Further retries happen here, as in
// PocketBase (core/db_retry.go).
const RETRY_DELAYS = [50, 100, 150, 200, 300, 400, 500, 1000];
// Bounds the cache: each length of `in (…)` is a different statement.
const STATEMENTS_KEPT = 200;

/** `columns` is empty for a statement without rows. */
type Prepared = { statement: StatementSync; columns: readonly string[] };

/** A connection that caches its prepared statements. */
export class Handle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  run<Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> {
    const { statement, columns } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (columns.length > 0) {
      const rows = statement.all(...values) as unknown as unknown[][];
      return { rows: rows.map((row) => named(columns, row) as Row) };
    }
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** Retries until the deadline while another process has the lock. */
  async runPatiently<Row>(deadline: number, sql: string, parameters: readonly unknown[] = []) {
    for (const delay of RETRY_DELAYS) {
      try {
        return this.run<Row>(sql, parameters);
      } catch (error) {
        const left = deadline - performance.now();
        if (!isBusy(error) || left <= 0) throw error;
        await sleep(Math.min(delay, left));
      }
    }
    return this.run<Row>(sql, parameters);
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.database.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    // V8 reads properties of the row objects that node:sqlite creates slowly.
    statement.setReturnArrays(true);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= STATEMENTS_KEPT) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function named(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) row[name] = values[index];
  return row;
}
