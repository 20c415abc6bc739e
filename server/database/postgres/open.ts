import { type CompiledQuery, Kysely, sql, type TransactionBuilder } from 'kysely';
import { type PoolConfig, TypeOverrides, types } from 'pg';
import { measure, measured } from '../query-timing.ts';
import { migrate } from '../migrate.ts';
import type { PoolLimits, TimeOuts } from '../open.ts';
import type { Tables } from '../tables.ts';
import { followServerClock, type ServerClock } from './clock.ts';
import { postgresDialect } from './dialect.ts';
import { inspect, refusal } from './inspect.ts';
import { Pool, unlessDeadlocked } from './pool.ts';

// In milliseconds. A server that sleeps while nobody asks takes some seconds to wake up.
const CONNECT_TIME_OUT_AT_START = 10_000;
// A new connection costs a handshake that takes the processor's time.
const IDLE_TIME_OUT = 60_000;
// When the server itself is silent.
const ANSWER_TIME_OUT = 6_000;
const IDLE_IN_TRANSACTION = { idle_in_transaction_session_timeout: 5_000 };
const TIME_OUTS: TimeOuts = { lock_timeout: 3_000, statement_timeout: 5_000, query_timeout: ANSWER_TIME_OUT };

/** A database of a server. Its transactions run again after a deadlock. */
export class PostgresDatabase extends Kysely<Tables> {
  /** The server's clock: set before anybody gets the database. */
  clock: () => Date = () => new Date();
  #clock: ServerClock | undefined;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super({ ...measured(), dialect: postgresDialect(pool) });
    this.#pool = pool;
  }

  /** In one round trip, and a transaction of their own; answers the rows of each. */
  async runTogether(queries: readonly CompiledQuery[]): Promise<unknown[][]> {
    const results = await measure(() => this.#pool.runTogether(queries));
    return results.map(({ rows }) => rows);
  }

  /** Answers itself; closes itself when the server does not answer. */
  async followClock(): Promise<this> {
    try {
      this.#clock = await followServerClock(async () => {
        const { rows } = await sql<{ time: string }>`select clock_timestamp() as time`.execute(this);
        return new Date(rows[0]?.time ?? Number.NaN);
      });
    } catch (error) {
      await this.destroy();
      throw error;
    }
    this.clock = this.#clock.now;
    return this;
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => unlessDeadlocked(() => execute(work));
    return builder;
  }

  override async destroy(): Promise<void> {
    this.#clock?.stop();
    await super.destroy();
  }
}

/** Throws DatabaseRefused. */
export async function openPostgres(
  url: string,
  { pool = 10, startTimeOut, connectTimeOut = 2_000, timeOuts = {} }: PoolLimits,
): Promise<PostgresDatabase> {
  const settings = settingsOf(url, startTimeOut);
  const name = nameOf(url);
  try {
    await inspect({ ...settings, query_timeout: ANSWER_TIME_OUT }, name);
    await migrateAlone(settings);
    const database = new PostgresDatabase(
      new Pool({
        ...settings,
        max: pool,
        connectionTimeoutMillis: connectTimeOut,
        idleTimeoutMillis: IDLE_TIME_OUT,
        ...(timeOuts && { ...IDLE_IN_TRANSACTION, ...TIME_OUTS, ...timeOuts }),
      }),
    );
    return await database.followClock();
  } catch (error) {
    throw refusal(name, error instanceof Error && error.cause ? error.cause : error);
  }
}

/** One connection, without time-outs and without a migration. Throws DatabaseRefused. */
export async function connectPatiently(url: string): Promise<PostgresDatabase> {
  const settings = settingsOf(url);
  const name = nameOf(url);
  try {
    await inspect({ ...settings, query_timeout: ANSWER_TIME_OUT }, name);
    return new PostgresDatabase(new Pool({ ...settings, max: 1 }));
  } catch (error) {
    throw refusal(name, error);
  }
}

// On a connection without time-outs: an instance may wait long for another that migrates.
async function migrateAlone(settings: PoolConfig): Promise<void> {
  const database = new Kysely<Tables>({ dialect: postgresDialect(new Pool({ ...settings, max: 1 })) });
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

function settingsOf(url: string, startTimeOut = CONNECT_TIME_OUT_AT_START): PoolConfig {
  const address = new URL(url);
  // `sslmode` as PostgreSQL documents it: `require` encrypts, `verify-full` also knows the server.
  address.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: address.href,
    application_name: 'trilha',
    connectionTimeoutMillis: startTimeOut,
    keepAlive: true,
    types: asInTables(),
    options: '-c datestyle=ISO -c timezone=UTC',
  };
}

/** As `tables.ts` has them: times as ISO 8601, counts as numbers; JSON as its text. */
function asInTables(): TypeOverrides {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.JSON, String);
  parsers.setTypeParser(types.builtins.INT8, Number);
  const toDate = types.getTypeParser(types.builtins.TIMESTAMPTZ);
  parsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text) =>
    // "2026-11-22 07:30:05.12+00", if nothing on the way drops the options; a `Date` takes five times as long.
    text.endsWith('+00') ? isoTime(text) : (toDate(text) as Date).toISOString(),
  );
  return parsers;
}

function isoTime(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${pathname.slice(1)} at ${host}`;
}
