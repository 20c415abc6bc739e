import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy, translate } from './result-codes.ts';
import { Turn } from './write-queue.ts';

const sleep = promisify(setTimeout);

// SQLite itself waits 50 ms for a lock and freezes the whole process meanwhile; the rest of the patience is spent here.
const RETRY_DELAYS = [50, 100, 150, 200, 300, 400, 500, 1000];
const PATIENCE = 2_500;
const STATEMENTS_KEPT = 200;

/** One open file, with the statements that were compiled for it. */
class Handle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  #prepare(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.database.prepare(sql);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= STATEMENTS_KEPT) this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }
}

/**
 * What one query or one transaction talks to. Outside a transaction a select goes to the reader and never waits for a
 * writer; everything else takes its turn at the one writer.
 */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #writer: Handle;
  readonly #reader: Handle;
  readonly #turn: Turn;
  #inTransaction = false;

  constructor(writer: Handle, reader: Handle, turn: Turn) {
    this.#writer = writer;
    this.#reader = reader;
    this.#turn = turn;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (this.#inTransaction) return this.#writer.run(sql, parameters);
      const deadline = Date.now() + PATIENCE;
      if (SelectQueryNode.is(query) && this.#reader !== this.#writer) {
        return await patiently(deadline, () => this.#reader.run(sql, parameters));
      }
      await this.#turn.take(deadline);
      try {
        return await patiently(deadline, () => this.#writer.run(sql, parameters));
      } finally {
        this.#turn.give();
      }
    } catch (error) {
      throw translate(error);
    }
  }

  /** Answers in one piece whatever `chunkSize` is: SQLite has read the rows before we could ask for the next ones. */
  async *streamQuery<Row>(compiled: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(compiled);
  }

  async begin(): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    await this.#turn.take(deadline);
    try {
      // Immediate: a transaction that reads first and writes later could otherwise fail where no retry can help.
      await patiently(deadline, () => this.#writer.run('begin immediate', []));
      this.#inTransaction = true;
    } catch (error) {
      this.#turn.give();
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
      // SQLite has already rolled back by itself after some failures, a full disk among them.
      if (this.#writer.database.isTransaction) this.#writer.run('rollback', []);
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#inTransaction = false;
    this.#turn.give();
  }
}

async function patiently<Result>(deadline: number, attempt: () => Result): Promise<Result> {
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
  readonly #writer: Handle;
  readonly #reader: Handle;
  readonly #turn = new Turn();

  constructor(writer: DatabaseSync, reader: DatabaseSync) {
    this.#writer = new Handle(writer);
    this.#reader = reader === writer ? this.#writer : new Handle(reader);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#writer, this.#reader, this.#turn);
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
    if (this.#reader !== this.#writer) this.#reader.database.close();
    this.#writer.database.close();
  }
}

/** Says what Kysely's own adapter does not: here each query may have its own connection, and migrations are atomic. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // With this, Kysely runs all pending migrations in one transaction. It begins immediately, and so is the lock too.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Fits node:sqlite to Kysely. For a database in memory, which has one connection only, pass it as both. */
export function nodeSqliteDialect(writer: DatabaseSync, reader: DatabaseSync): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(writer, reader),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    // oxlint-disable-next-line typescript/no-explicit-any -- the signature is Kysely's
    createIntrospector: (database: Kysely<any>) => new SqliteIntrospector(database),
  };
}
