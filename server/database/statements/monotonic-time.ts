import { type RawBuilder, sql } from 'kysely';

/** Now, or what the column holds if that is later: a clock set back makes no change look older. */
export function laterOf(column: string, now: Date | string): RawBuilder<string> {
  const time = now instanceof Date ? now.toISOString() : now;
  return sql<string>`case when ${sql.ref(column)} > ${time} then ${sql.ref(column)} else ${time} end`;
}
