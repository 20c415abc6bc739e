import { Client, type ClientConfig } from 'pg';
import { KNOWN_MIGRATIONS, refuseNewer } from '../migrate.ts';
import { DatabaseRefused } from '../errors.ts';
import { SECOND } from '../statements/time.ts';

export const QUERY_TIME_OUT = 6 * SECOND;
const ALTERNATIVE = 'point DATABASE_URL at another database';

type State = { encoding: string; standby: boolean; schema: string | null; mayCreate: boolean | null };

/** Throws DatabaseRefused unless the database is Trilha's and usable. Changes nothing. */
export async function inspect(settings: ClientConfig, name: string): Promise<void> {
  const client = new Client({ ...settings, query_timeout: QUERY_TIME_OUT });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await inspectThrough(client, name);
  } catch (error) {
    throw refusal(name, error);
  } finally {
    // Not awaited, because a server that hangs never confirms.
    client.end().catch(() => undefined);
  }
}

async function inspectThrough(client: Client, name: string): Promise<void> {
  const { rows: states } = await client.query<State>(
    `select current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby, current_schema() as schema,
     has_schema_privilege(current_schema(), 'create') as "mayCreate"`,
  );
  const [{ encoding, standby, schema, mayCreate }] = states as [State];
  if (encoding !== 'UTF8') throw unusable(name, `is encoded in ${encoding} instead of UTF8`);
  if (standby) throw unusable(name, 'is a read-only standby');
  const tables = await names(client, 'select tablename as name from pg_tables where schemaname = $1', [schema]);
  const isEmpty = tables.length === 0;
  if (!isEmpty && !tables.includes('kysely_migration')) throw unusable(name, 'belongs to another program');
  const applied = isEmpty ? [] : await names(client, 'select name from kysely_migration', []);
  refuseNewer(applied, name, ALTERNATIVE);
  if (applied.length < KNOWN_MIGRATIONS.length && !mayCreate) {
    throw new DatabaseRefused(
      `${name} does not let this user create tables: grant CREATE on its schema, or use its owner.`,
    );
  }
}

async function names(client: Client, query: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, values);
  return rows.map(({ name }) => name);
}

function unusable(name: string, reason: string): DatabaseRefused {
  return new DatabaseRefused(`${name} ${reason}: ${ALTERNATIVE}.`);
}

/** A one-line error for the operator, without any text that may be a password. */
export function refusal(name: string, error: unknown): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  const code = codeOf(error);
  if (code?.startsWith('28')) {
    return new DatabaseRefused(`${name} refuses the user or the password: correct DATABASE_URL.`);
  }
  if (code === '3D000') return new DatabaseRefused(`${name} does not exist: create it, or ${ALTERNATIVE}.`);
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  const [line] = reason.split('\n');
  return new DatabaseRefused(`${name} cannot be reached (${line}): start its server, or correct DATABASE_URL.`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
