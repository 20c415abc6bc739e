import { type CompiledQuery, Kysely, sql, type TransactionBuilder } from 'kysely';
import { TypeOverrides, types } from 'pg';
import { QUEUES } from '../../load/limits.ts';
import { KeyedQueues } from '../../load/queue.ts';
import { currentClient } from '../../load/clients.ts';
import { timeStatement, timingOptions } from '../query-timing.ts';
import { migrate } from '../migrate.ts';
import type { Engine, PoolLimits, Snapshot, TimeOuts } from '../open.ts';
import { MINUTE, SECOND } from '../statements/time.ts';
import type { Tables } from '../tables.ts';
import { postgresBulk } from './bulk.ts';
import { followServerClock, type ServerClock } from './clock.ts';
import { postgresDialect } from './dialect.ts';
import { inspect, QUERY_TIME_OUT, refusal } from './inspect.ts';
import { Pool, retryAfterDeadlock } from './pool.ts';

// A serverless database takes seconds to start.
const CONNECT_TIME_OUT_AT_START = 10 * SECOND;
const IDLE_TIME_OUT = MINUTE;
const IDLE_IN_TRANSACTION = { idle_in_transaction_session_timeout: 5 * SECOND };
const TIME_OUTS: TimeOuts = { lock_timeout: 3 * SECOND, statement_timeout: 5 * SECOND, query_timeout: QUERY_TIME_OUT };

class PostgresDatabase extends Kysely<Tables> {
  readonly engine: Engine;
  #clock: ServerClock | undefined;

  constructor(pool: Pool) {
    super({ ...timingOptions(), dialect: postgresDialect(pool) });
    const runTogether = async (queries: readonly CompiledQuery[]) => {
      const results = await timeStatement(() => pool.runTogether(queries));
      return results.map(({ rows }) => rows);
    };
    const writes = new KeyedQueues(QUEUES.userWrites);
    this.engine = {
      name: 'PostgreSQL',
      clock: () => this.#clock?.now() ?? new Date(),
      run: async (query) => (await runTogether([query])).flat(),
      runTogether,
      readTogether: runTogether,
      eraseRemnants: async () => undefined,
      inTurnOf: (userId, task) => writes.run(userId, task, currentClient.getStore()),
      bulk: postgresBulk,
    };
  }

  async followClock(): Promise<void> {
    this.#clock = await followServerClock(async () => {
      const { rows } = await sql<{ time: string }>`select clock_timestamp() as time`.execute(this);
      return new Date(rows[0]?.time ?? Number.NaN);
    });
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryAfterDeadlock(() => execute(work));
    return builder;
  }

  override async destroy(): Promise<void> {
    this.#clock?.stop();
    await super.destroy();
  }
}

export async function open(
  url: string,
  { pool: max = 10, startTimeOut, connectTimeOut = 5 * SECOND, timeOuts = {} }: PoolLimits,
): Promise<PostgresDatabase> {
  const settings = settingsOf(url, startTimeOut);
  const name = nameOf(url);
  try {
    await inspect(settings, name);
    await migrateWithoutTimeOuts(settings);
    const pool = new Pool({
      ...settings,
      max,
      connectionTimeoutMillis: connectTimeOut,
      idleTimeoutMillis: IDLE_TIME_OUT,
      ...(timeOuts && { ...IDLE_IN_TRANSACTION, ...TIME_OUTS, ...timeOuts }),
    });
    await using opened = new AsyncDisposableStack();
    const database = opened.use(new PostgresDatabase(pool));
    await database.followClock();
    opened.move();
    return database;
  } catch (error) {
    throw refusal(name, error instanceof Error && error.cause ? error.cause : error);
  }
}

export async function readSnapshot<Result>(url: string, work: (snapshot: Snapshot) => Promise<Result>) {
  const settings = settingsOf(url);
  await inspect(settings, nameOf(url));
  await using database = new PostgresDatabase(new Pool({ ...settings, max: 1 }));
  return await database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

// Another instance may hold the migration lock for minutes.
async function migrateWithoutTimeOuts(settings: ReturnType<typeof settingsOf>): Promise<void> {
  await using database = new Kysely<Tables>({ dialect: postgresDialect(new Pool({ ...settings, max: 1 })) });
  await migrate(database);
}

function settingsOf(url: string, startTimeOut = CONNECT_TIME_OUT_AT_START) {
  const address = new URL(url);
  // Gives `sslmode` PostgreSQL's meaning: `require` does not verify the server.
  address.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: address.href,
    application_name: 'trilha',
    connectionTimeoutMillis: startTimeOut,
    keepAlive: true,
    types: typeParsers(),
    // Statements run for milliseconds, and the compilation of one by `jit` takes tens.
    options: '-c datestyle=ISO -c timezone=UTC -c jit=off',
  };
}

function typeParsers(): TypeOverrides {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.JSON, String);
  parsers.setTypeParser(types.builtins.INT8, Number);
  const toDate = types.getTypeParser(types.builtins.TIMESTAMPTZ);
  parsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text) =>
    // "2026-11-22 07:30:05.12+00": UTC, unless a pooler dropped our setting. A `Date` takes five times as long.
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
