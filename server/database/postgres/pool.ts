import type { CompiledQuery, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool as PgPool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../errors.ts';
import { type Connections, connections } from '../query-timing.ts';
import { nameOf } from '../statements/prepared.ts';
import { type Answer, sendTogether, type Statement } from './batch.ts';
import { Deadlock, isConnectionLost, translate, unavailable } from './sqlstates.ts';

const TRIES = 3;
const BEGIN: Statement = { text: 'begin', values: [], name: 'trilha_begin' };
const ENDS = ['commit', 'rollback'];
/** Of a statement that the server is not asked for. */
const NOTHING = { command: 'SELECT' as const, rowCount: 0, rows: [] };

/** Answers what `work` answers; after a deadlock it runs again, for then the other has gone first. */
export async function unlessDeadlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Deadlock)) throw error;
    }
  }
  return work();
}

/** The pool of `pg`, as Kysely takes it: failures have our names, and a connection in doubt is never used again. */
export class Pool implements PostgresPool {
  readonly options: object = {};
  readonly #pool: PgPool;

  constructor(settings: PoolConfig) {
    this.#pool = new PgPool(settings);
    // Unheard, these would end the process. The pool has dropped the connection, and whoever uses it is told.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    for (const event of ['connect', 'acquire', 'release', 'remove'] as const) this.#pool.on(event, () => this.#tell());
  }

  /** Waits for a free connection no longer than for a new one: a full pool refuses instead of queueing without end. */
  async connect(): Promise<Client> {
    try {
      const client = this.#pool.connect();
      this.#tell();
      return new Client(await client);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** In a transaction of their own. */
  async runTogether(queries: readonly CompiledQuery[]): Promise<Answer[]> {
    const client = await this.connect();
    try {
      return await client.runTogether(queries);
    } finally {
      client.release();
    }
  }

  #tell(): void {
    if (!connections.hasSubscribers) return;
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    connections.publish({ open, idle, waiting } satisfies Connections);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** A connection while somebody has it. */
class Client implements PostgresPoolClient {
  readonly #client: PoolClient;
  /** In a transaction that the server is told of with its first statement. */
  #isBeginning = false;
  #isLost = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: unknown): never;
  query<Row>(sql: unknown, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    const text = String(sql);
    if (text === BEGIN.text) {
      this.#isBeginning = true;
      return Promise.resolve(NOTHING);
    }
    const statement = { text, values: parameters, name: nameOf(text) };
    if (this.#isBeginning) return this.#begin<Row>(statement);
    const run = () => this.#run(() => this.#send(statement));
    // In a transaction, only all of it can run again.
    const result = this.#client.getTransactionStatus() === 'T' ? run() : unlessDeadlocked(run);
    return result as Promise<PostgresQueryResult<Row>>;
  }

  runTogether(queries: readonly CompiledQuery[]): Promise<Answer[]> {
    const statements = queries.map(({ sql, parameters }) => ({ text: sql, values: parameters, name: nameOf(sql) }));
    return unlessDeadlocked(() => this.#run(() => sendTogether(this.#client, statements)));
  }

  async #send({ text, values, name }: Statement): Promise<Answer | QueryResult | undefined> {
    if (name === undefined) return this.#client.query({ text, values: [...values] });
    const [answer] = await sendTogether(this.#client, [{ text, values, name }]);
    return answer;
  }

  async #begin<Row>(statement: Statement): Promise<PostgresQueryResult<Row>> {
    this.#isBeginning = false;
    if (ENDS.includes(statement.text)) return NOTHING;
    const results = await this.#run(() => sendTogether(this.#client, [BEGIN, statement]));
    return results[1] as unknown as PostgresQueryResult<Row>;
  }

  async #run<Result>(send: () => Promise<Result>): Promise<Result> {
    // After a time-out the statement may still run: a second one would wait behind it.
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
