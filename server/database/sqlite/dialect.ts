import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  UpdateQueryNode,
} from 'kysely';
import { Eraser } from './eraser.ts';
import { NodeSqliteQueryCompiler } from './query-compiler.ts';
import { isBusy, translate } from './result-codes.ts';
import { WriteQueue } from './write-queue.ts';

const sleep = promisify(setTimeout);

// SQLite's own wait for a lock blocks the event loop, so it is 50 ms (open.ts) and the rest is retried here, as
// PocketBase does (core/db_retry.go).
const RETRY_DELAYS = [50, 100, 150, 200, 300, 400, 500, 1000];
const TIME_OUT = 2_500;
// Each length of `in (…)` is a statement of its own.
const STATEMENTS_KEPT = 200;

/** `columns` is empty for a statement that answers no rows. */
type Prepared = { statement: StatementSync; columns: readonly string[] };

class Handle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  #prepare(sql: string): Prepared {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.database.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    // Its own objects have no shape that V8 could know, which makes each look at them slow.
    statement.setReturnArrays(true);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= STATEMENTS_KEPT) this.#statements.delete(oldest);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, columns } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (columns.length > 0) {
      const rows = statement.all(...values) as unknown as unknown[][];
      return { rows: rows.map((row) => named(columns, row) as Row) };
    }
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }
}

function named(columns: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) row[name] = values[index];
  return row;
}

type Shared = {
  writer: Handle;
  reader: Handle;
  writes: WriteQueue;
  eraser: Eraser;
  /** Throws DatabaseUnavailable when what is written would be lost. */
  expectFile: () => void;
};

/** A select outside a transaction reads without waiting for a writer. */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #shared: Shared;
  readonly #writer: Handle;
  readonly #reader: Handle;
  readonly #writes: WriteQueue;
  #inTransaction = false;

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#writer = shared.writer;
    this.#reader = shared.reader;
    this.#writes = shared.writes;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (DeleteQueryNode.is(query) || UpdateQueryNode.is(query)) this.#shared.eraser.soon();
      if (this.#inTransaction) return this.#writer.run(sql, parameters);
      this.#shared.expectFile();
      const deadline = Date.now() + TIME_OUT;
      if (SelectQueryNode.is(query) && this.#reader !== this.#writer) {
        return await retry(deadline, () => this.#reader.run(sql, parameters));
      }
      await this.#writes.enter(deadline);
      try {
        return await retry(deadline, () => this.#writer.run(sql, parameters));
      } finally {
        this.#writes.leave();
      }
    } catch (error) {
      throw translate(error);
    }
  }

  /** One chunk: node:sqlite reads all rows at once. */
  async *streamQuery<Row>(compiled: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(compiled);
  }

  async begin(): Promise<void> {
    const deadline = Date.now() + TIME_OUT;
    this.#shared.expectFile();
    await this.#writes.enter(deadline);
    try {
      // Immediate: a deferred one that reads first may find itself busy at its write, where no retry helps.
      await retry(deadline, () => this.#writer.run('begin immediate', []));
      this.#inTransaction = true;
    } catch (error) {
      this.#writes.leave();
      throw translate(error);
    }
  }

  commit(): void {
    try {
      this.#writer.run('commit', []);
    } catch (error) {
      throw translate(error);
    }
    this.#end();
  }

  rollback(): void {
    if (!this.#inTransaction) return;
    try {
      // SQLite rolls back by itself after some failures, such as a full disk.
      if (this.#writer.database.isTransaction) this.#writer.run('rollback', []);
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#inTransaction = false;
    this.#writes.leave();
  }
}

async function retry<Result>(deadline: number, attempt: () => Result): Promise<Result> {
  for (const delay of RETRY_DELAYS) {
    try {
      return attempt();
    } catch (error) {
      const left = deadline - Date.now();
      if (!isBusy(error) || left <= 0) throw error;
      await sleep(Math.min(delay, left));
    }
  }
  return attempt();
}

class NodeSqliteDriver implements Driver {
  readonly #shared: Shared;

  constructor(writer: DatabaseSync, reader: DatabaseSync, expectFile: () => void) {
    const [writes, handle] = [new WriteQueue(), new Handle(writer)];
    const eraser = new Eraser(writer, writes);
    this.#shared = {
      writer: handle,
      reader: reader === writer ? handle : new Handle(reader),
      writes,
      eraser,
      expectFile,
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#shared);
  }

  async beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(connection: NodeSqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    const { writer, reader, eraser } = this.#shared;
    eraser.stop();
    if (reader !== writer) reader.database.close();
    writer.database.close();
  }
}

/** Each query has a connection, and all migrations one transaction. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // The transaction of all migrations begins immediately, so it also locks out other processes.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A database in memory has one connection: pass it as both. `expectFile` is asked before each read and write. */
export function nodeSqliteDialect(
  writer: DatabaseSync,
  reader: DatabaseSync,
  expectFile: () => void = () => undefined,
): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(writer, reader, expectFile),
    createQueryCompiler: () => new NodeSqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    // oxlint-disable-next-line typescript/no-explicit-any -- the signature is Kysely's
    createIntrospector: (database: Kysely<any>) => new SqliteIntrospector(database),
  };
}
