import { type RawBuilder, sql } from 'kysely';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function timeAfter(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/** `now`, or the column's value if that is later: the clock may have been set back. */
export function notBefore(column: string, now: Date | string): RawBuilder<string> {
  const time = now instanceof Date ? now.toISOString() : now;
  return sql<string>`case when ${sql.ref(column)} > ${time} then ${sql.ref(column)} else ${time} end`;
}
