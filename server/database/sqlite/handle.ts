import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { SECOND } from '../statements/time.ts';
import { isBusy } from './result-codes.ts';

// Limits, because each length of `in (…)` is a different statement, and SQLite keeps the values of its last run.
const CACHE_LIMIT = 200;
const CACHED_PARAMETERS_LIMIT = 50;

type Prepared = { statement: StatementSync; columns: readonly string[] };

export class Handle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  run<Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> {
    const { statement, columns } = this.#prepare(sql, parameters.length);
    const values = parameters as SQLInputValue[];
    if (columns.length > 0) {
      const rows = statement.all(...values) as unknown as unknown[][];
      return { rows: rows.map((row) => named(columns, row) as Row) };
    }
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  runPatiently<Row>(deadline: number, sql: string, parameters: readonly unknown[] = []) {
    return retryWhileBusy(deadline, () => this.run<Row>(sql, parameters));
  }

  #prepare(sql: string, parameters: number): Prepared {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.database.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    // V8 is slow to read the row objects that node:sqlite creates.
    statement.setReturnArrays(true);
    if (parameters > CACHED_PARAMETERS_LIMIT) return prepared;
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= CACHE_LIMIT) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Waits for another process's lock. SQLite's own wait blocks the event loop, so it is short while serving (open.ts). */
export async function retryWhileBusy<Result>(deadline: number, work: () => Result): Promise<Result> {
  for (let delay = 50; ; delay *= 2) {
    try {
      return work();
    } catch (error) {
      const left = deadline - performance.now();
      if (!isBusy(error) || left <= 0) throw error;
      await sleep(Math.min(delay, left, SECOND));
    }
  }
}

function named(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) row[name] = values[index];
  return row;
}
