import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

// What a database tells whoever listens. Without a listener it costs nothing.

/** Of each statement, as `Statement`. */
export const statements = channel('trilha:statement');
export type Statement = { milliseconds: number; failed: boolean };

/** Of the writes to a file, as `Line`, at each change. */
export const writes = channel('trilha:writes');
export type Line = { running: number; waiting: number };

/** Of the connections to a server, as `Connections`, at each change. */
export const connections = channel('trilha:connections');
export type Connections = { open: number; idle: number; waiting: number };

/** Tells what does not go through Kysely, as one statement. */
export async function measure<Result>(ask: () => Promise<Result>): Promise<Result> {
  const asked = performance.now();
  let failed = true;
  try {
    const result = await ask();
    failed = false;
    return result;
  } finally {
    if (statements.hasSubscribers) {
      statements.publish({ milliseconds: performance.now() - asked, failed } satisfies Statement);
    }
  }
}

/** A setting of Kysely: tells each statement, if somebody listens by now. */
export function measured(): { log?: (event: LogEvent) => void } {
  if (!statements.hasSubscribers) return {};
  return {
    log: ({ level, queryDurationMillis }) => {
      statements.publish({ milliseconds: queryDurationMillis, failed: level === 'error' } satisfies Statement);
    },
  };
}
