import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { SECOND } from '../statements/time.ts';
import { makeEraser } from './eraser.ts';
import { Handle } from './handle.ts';
import { NodeSqliteQueryCompiler } from './query-compiler.ts';
import { translate } from './result-codes.ts';
import type { FileWatch } from './same-file.ts';
import { SharedCommit } from './shared-commit.ts';

// How long a read tries again while another process locks the file.
const READ_TIME_OUT = 2.5 * SECOND;

type Shared = ReturnType<typeof share>;

function share(writing: DatabaseSync, reading: DatabaseSync, watch: FileWatch) {
  const writer = new Handle(writing);
  const reader = reading === writing ? writer : new Handle(reading);
  const commit = new SharedCommit(writer);
  return { writer, reader, commit, eraser: makeEraser(writing, commit), watch };
}

/** Selects outside a transaction use the reader, which never waits for a writer. */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #shared: Shared;
  #inTransaction = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, commit, eraser, watch } = this.#shared;
    try {
      const isInsert = query.kind === 'InsertQueryNode';
      const overwrites = query.kind === 'DeleteQueryNode' || query.kind === 'UpdateQueryNode';
      if (overwrites || (isInsert && query.onConflict)) eraser.schedule();
      if (this.#inTransaction) return writer.run(sql, parameters);
      const isRead = query.kind === 'SelectQueryNode';
      if (isRead && reader !== writer) {
        watch('read');
        return await reader.runPatiently(performance.now() + READ_TIME_OUT, sql, parameters);
      }
      watch('write');
      if (overwrites || isInsert) return await this.#write(sql, parameters);
      // With one connection, reads go before the writes that wait.
      const run = (deadline: number) => writer.runPatiently<Row>(deadline, sql, parameters);
      return await commit.runAlone(run, isRead ? 1 : 0);
    } catch (error) {
      throw translate(error);
    }
  }

  async #write<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const { writer, commit } = this.#shared;
    await commit.enter();
    let result: QueryResult<Row>;
    try {
      result = writer.run(sql, parameters);
    } catch (error) {
      commit.leave();
      throw error;
    }
    await commit.join();
    return result;
  }

  async *streamQuery<Row>(compiled: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(compiled);
  }

  async begin(): Promise<void> {
    const { writer, commit, watch } = this.#shared;
    watch('write');
    await commit.enter();
    try {
      writer.run('savepoint turn');
    } catch (error) {
      commit.leave();
      throw translate(error);
    }
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    this.#shared.writer.run('release turn');
    this.#inTransaction = false;
    await this.#shared.commit.join();
  }

  rollback(): void {
    if (!this.#inTransaction) return;
    const { writer, commit } = this.#shared;
    this.#inTransaction = false;
    try {
      if (writer.database.isTransaction) {
        writer.run('rollback to turn');
        writer.run('release turn');
      }
    } finally {
      commit.leave();
    }
  }
}

function makeDriver(shared: Shared): Driver {
  return {
    init: async () => undefined,
    acquireConnection: async () => new NodeSqliteConnection(shared),
    beginTransaction: (connection: NodeSqliteConnection) => connection.begin(),
    commitTransaction: (connection: NodeSqliteConnection) => connection.commit(),
    rollbackTransaction: async (connection: NodeSqliteConnection) => connection.rollback(),
    releaseConnection: async (connection: NodeSqliteConnection) => connection.rollback(),
    destroy: async () => {
      const { writer, reader, commit, eraser } = shared;
      const close = () => {
        eraser.finish();
        if (reader !== writer) reader.database.close();
        writer.database.close();
      };
      await commit.runAlone(close).catch(close);
    },
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // All migrations share one immediate transaction, which also locks out other processes.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A database in memory has only one connection. */
export function nodeSqliteDialect(writer: DatabaseSync, reader = writer, watch: FileWatch = () => undefined): Dialect {
  return {
    createDriver: () => makeDriver(share(writer, reader, watch)),
    createQueryCompiler: () => new NodeSqliteQueryCompiler(),
    createAdapter: () => new NodeSqliteAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };
}
