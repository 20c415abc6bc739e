import { type RawBuilder, sql } from 'kysely';

/** The later of `now` and the column's value: times stay in order when the clock is set back. */
export function notBefore(column: string, now: Date | string): RawBuilder<string> {
  const time = now instanceof Date ? now.toISOString() : now;
  return sql<string>`case when ${sql.ref(column)} > ${time} then ${sql.ref(column)} else ${time} end`;
}
