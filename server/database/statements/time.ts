import { type RawBuilder, sql } from 'kysely';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** ISO 8601. A negative number of milliseconds counts back. */
export function timeAfter(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/** The later of `now` and the column's value: times stay in order when the clock is set back. */
export function notBefore(column: string, now: Date | string): RawBuilder<string> {
  const time = now instanceof Date ? now.toISOString() : now;
  return sql<string>`case when ${sql.ref(column)} > ${time} then ${sql.ref(column)} else ${time} end`;
}
