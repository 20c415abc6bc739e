import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool as PgPool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailable } from '../statements/failures.ts';
import { type Connections, connections } from '../statements/measures.ts';
import { nameOf } from '../statements/prepared.ts';
import { Deadlock, isConnectionLost, translate, unavailable } from './sqlstates.ts';

const TRIES = 3;

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

  #tell(): void {
    if (!connections.hasSubscribers) return;
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    connections.publish({ open, idle, waiting } satisfies Connections);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

class Client implements PostgresPoolClient {
  readonly #client: PoolClient;
  #isLost = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: unknown): never;
  query<Row>(sql: unknown, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    const run = () => this.#run<Row>(String(sql), parameters);
    // In a transaction, only all of it can run again.
    return this.#client.getTransactionStatus() === 'T' ? run() : unlessDeadlocked(run);
  }

  async #run<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    // After a time-out the statement may still run: a second one would wait behind it.
    if (this.#isLost) throw new DatabaseUnavailable('The connection is lost');
    try {
      const name = nameOf(sql);
      const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
      return (await this.#client.query(query)) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      this.#isLost = isConnectionLost(error);
      throw translate(error);
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isLost);
  }
}
