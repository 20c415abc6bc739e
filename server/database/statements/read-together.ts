import type { Compilable } from 'kysely';
import type { Database } from '../open.ts';

/** Returns the rows of each query. On PostgreSQL they take one round trip. */
export async function readTogether<Rows extends unknown[]>(
  { engine }: Database,
  queries: { [Index in keyof Rows]: Compilable<Rows[Index]> },
) {
  const rows = await engine.readTogether(queries.map((query) => query.compile()));
  return rows as { [Index in keyof Rows]: Array<Rows[Index]> };
}
