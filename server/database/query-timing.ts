import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

/** Messages are `Statement`, one per statement. */
export const statements = channel('trilha:statement');
export type Statement = { milliseconds: number; failed: boolean };

/** Messages are `WriteQueueState`, at each change of the queue of writes to a file. */
export const writes = channel('trilha:writes');
export type WriteQueueState = { running: number; waiting: number };

/** Messages are `Connections`, at each change of the pool. */
export const connections = channel('trilha:connections');
export type Connections = { open: number; idle: number; waiting: number };

/** Publishes the duration of a statement that bypasses Kysely. */
export async function timeStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    if (statements.hasSubscribers) {
      statements.publish({ milliseconds: performance.now() - start, failed } satisfies Statement);
    }
  }
}

/** Options of Kysely that publish each statement's duration; none when nothing subscribed before the database opens. */
export function timingOptions(): { log?: (event: LogEvent) => void } {
  if (!statements.hasSubscribers) return {};
  return {
    log: ({ level, queryDurationMillis }) => {
      statements.publish({ milliseconds: queryDurationMillis, failed: level === 'error' } satisfies Statement);
    },
  };
}
