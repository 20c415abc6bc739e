import type { CompiledQuery, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool as PgPool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../errors.ts';
import { type Connections, connections } from '../query-timing.ts';
import { nameOf } from '../statements/prepared.ts';
import { sendBatch, type Statement } from './batch.ts';
import { Deadlock, isConnectionLost, translate, unavailable } from './sqlstates.ts';

const TRIES = 3;
const BEGIN: Statement = { text: 'begin', values: [], name: 'trilha_begin' };
const ENDS = ['commit', 'rollback'];
const NO_RESULT = { command: 'SELECT' as const, rowCount: 0, rows: [] };

/** Runs `work` again after a deadlock, which the other transaction has survived. */
export async function unlessDeadlocked<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Deadlock)) throw error;
    }
  }
  return work();
}

/** Kysely's interface to the pool of `pg`. Errors are those of errors.ts; a lost connection is not used again. */
export class Pool implements PostgresPool {
  readonly options: object = {};
  readonly #pool: PgPool;

  constructor(settings: PoolConfig) {
    this.#pool = new PgPool(settings);
    // An `error` event without a listener would crash the process. The pool drops the connection, and its user gets the error.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    for (const event of ['connect', 'acquire', 'release', 'remove'] as const)
      this.#pool.on(event, () => this.#publish());
  }

  /** Waits for a free connection no longer than for a new one: an exhausted pool refuses instead of queueing. */
  async connect(): Promise<Client> {
    try {
      const client = this.#pool.connect();
      this.#publish();
      return new Client(await client);
    } catch (error) {
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
    // The pool of the migrations ends after the serving one has begun.
    if (!connections.hasSubscribers || this.#pool.ending) return;
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    connections.publish({ open, idle, waiting } satisfies Connections);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

class Client implements PostgresPoolClient {
  readonly #client: PoolClient;
  /** Kysely has begun a transaction: `begin` goes to the server with the first statement. */
  #isBeginning = false;
  #isLost = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: unknown): never;
  async query(sql: unknown, parameters: readonly unknown[] = []): Promise<object> {
    const text = String(sql);
    const wasBeginning = this.#isBeginning;
    this.#isBeginning = text === BEGIN.text;
    if (this.#isBeginning || (wasBeginning && ENDS.includes(text))) return NO_RESULT;
    const statement = { text, values: parameters, name: nameOf(text) };
    const run = () => this.#run(() => this.#send(statement, wasBeginning));
    // A transaction can only run again as a whole.
    return wasBeginning || this.#client.getTransactionStatus() === 'T' ? run() : unlessDeadlocked(run);
  }

  runTogether(queries: readonly CompiledQuery[]): Promise<QueryResult[]> {
    const statements = queries.map(({ sql, parameters }) => ({ text: sql, values: parameters, name: nameOf(sql) }));
    const [first, ...others] = statements;
    const send = async () => {
      // A single statement needs no batch, and `pg` answers it faster.
      return first && others.length === 0 ? [await this.#send(first, false)] : sendBatch(this.#client, statements);
    };
    return unlessDeadlocked(() => this.#run(send));
  }

  async #send({ text, values, name }: Statement, isFirst: boolean): Promise<QueryResult> {
    if (!isFirst) return this.#client.query({ text, values: [...values], name });
    const [, result] = await sendBatch(this.#client, [BEGIN, { text, values, name }]);
    return result as QueryResult;
  }

  async #run<Value>(send: () => Promise<Value>): Promise<Value> {
    // After a timeout the statement may still run: another one would wait behind it.
    if (this.#isLost) throw new DatabaseUnavailable('The connection is lost');
    try {
      return await send();
    } catch (error) {
      this.#isLost = isConnectionLost(error);
      throw translate(error);
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isLost);
  }
}
