import type { CompiledQuery, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool as PgPool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { nextSlice } from '../../load/continuations.ts';
import { Queue } from '../../load/queue.ts';
import { currentTurn } from '../../load/clients.ts';
import { DatabaseUnavailable } from '../errors.ts';
import { type Connections, connections } from '../query-timing.ts';
import { statementName } from '../statements/prepared.ts';
import { sendBatch, type Statement } from './batch.ts';
import { Deadlock, isConnectionLost, translate, unavailable } from './sqlstates.ts';

const TRIES = 3;
const BEGIN: Statement = { text: 'begin', values: [], name: 'trilha_begin' };
const ENDS = ['commit', 'rollback'];
const toStatement = (text: string, values: readonly unknown[]) => ({ text, values, name: statementName(text) });
// In characters. Smaller results are handled in less than a tenth of a millisecond.
const SMALL_RESULT = 8 * 1024;
const NO_RESULT = { command: 'SELECT' as const, rowCount: 0, rows: [] };

export async function retryAfterDeadlock<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Deadlock) || tries === TRIES) throw error;
    }
  }
}

type PoolSettings = PoolConfig & { max: number; connectionTimeoutMillis: number };

export class Pool implements PostgresPool {
  readonly options: object = {};
  readonly #pool: PgPool;
  // The pool's own queue is not fair.
  readonly #queue: Queue;

  constructor(settings: PoolSettings) {
    this.#pool = new PgPool(settings);
    const { max: total, connectionTimeoutMillis: timeOut } = settings;
    this.#queue = new Queue({ running: { total }, waiting: {}, timeOut, first: [1, 0], yields: true });
    // An `error` event without a listener would crash the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    for (const event of ['connect', 'acquire', 'release', 'remove'] as const)
      this.#pool.on(event, () => this.#publish());
  }

  async connect(): Promise<PooledConnection> {
    let free: (() => void) | undefined;
    try {
      const slot = this.#queue.enter(...currentTurn());
      this.#publish();
      free = await slot;
      return new PooledConnection(await this.#pool.connect(), free);
    } catch (error) {
      free?.();
      throw unavailable(error);
    }
  }

  async runTogether(queries: readonly CompiledQuery[]): Promise<QueryResult[]> {
    const client = await this.connect();
    try {
      return await client.runTogether(queries);
    } finally {
      client.release();
    }
  }

  #publish(): void {
    // Closing the pool of the migrations must not overwrite the metrics of the main pool.
    if (!connections.hasSubscribers || this.#pool.ending) return;
    const { totalCount: open, idleCount: idle, waitingCount } = this.#pool;
    connections.publish({ open, idle, waiting: waitingCount + this.#queue.waiting } satisfies Connections);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

class PooledConnection implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #free: () => void;
  // `begin` is sent with the first statement.
  #isBeginning = false;
  #isLost = false;

  constructor(client: PoolClient, free: () => void) {
    this.#client = client;
    this.#free = free;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: unknown): never;
  async query(sql: unknown, parameters: readonly unknown[] = []): Promise<object> {
    const text = String(sql);
    const isFirst = this.#isBeginning;
    this.#isBeginning = text === BEGIN.text;
    const isEmptyTransaction = isFirst && ENDS.includes(text);
    if (this.#isBeginning || isEmptyTransaction) return NO_RESULT;
    const run = () => this.#run(() => this.#send(toStatement(text, parameters), isFirst));
    // A transaction can only be retried as a whole.
    return isFirst || this.#client.getTransactionStatus() === 'T' ? run() : retryAfterDeadlock(run);
  }

  runTogether(queries: readonly CompiledQuery[]): Promise<QueryResult[]> {
    const statements = queries.map(({ sql, parameters }) => toStatement(sql, parameters));
    const [first, ...others] = statements;
    const send = async () => {
      // For a single statement, `client.query()` is faster.
      return first && others.length === 0 ? [await this.#send(first, false)] : sendBatch(this.#client, statements);
    };
    return retryAfterDeadlock(() => this.#run(send));
  }

  async #send({ text, values, name }: Statement, isFirst: boolean): Promise<QueryResult> {
    if (!isFirst) return this.#client.query({ text, values: [...values], name });
    const [, result] = await sendBatch(this.#client, [BEGIN, { text, values, name }]);
    return result as QueryResult;
  }

  async #run<Result extends QueryResult | QueryResult[]>(send: () => Promise<Result>): Promise<Result> {
    // After a timeout the statement may still be running, and would delay another one.
    if (this.#isLost) throw new DatabaseUnavailable('The connection is lost');
    try {
      const result = await send();
      // With the connection, so that few results wait in memory. A transaction, which holds locks, must not wait.
      if (this.#client.getTransactionStatus() !== 'T' && isLarge([result].flat())) await nextSlice();
      return result;
    } catch (error) {
      this.#isLost = isConnectionLost(error);
      throw translate(error);
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isLost);
    this.#free();
  }
}

function isLarge(results: readonly QueryResult[]): boolean {
  let size = 0;
  for (const { rows } of results) {
    for (const row of rows) {
      for (const value of Object.values(row)) size += typeof value === 'string' ? value.length : 1;
      if (size > SMALL_RESULT) return true;
    }
  }
  return false;
}
