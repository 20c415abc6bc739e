import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

export const statements = channel('trilha:statement');
export type StatementTiming = { milliseconds: number; failed: boolean };
export const connections = channel('trilha:connections');
export type Connections = { open: number; idle: number; waiting: number };

export async function timeStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    publish(performance.now() - start, failed);
  }
}

/** Options of Kysely that publish each statement's duration. Subscribe before the database opens. */
export function timingOptions(): { log?: (event: LogEvent) => void } {
  if (!statements.hasSubscribers) return {};
  return { log: ({ level, queryDurationMillis }) => publish(queryDurationMillis, level === 'error') };
}

function publish(milliseconds: number, failed: boolean): void {
  if (statements.hasSubscribers) statements.publish({ milliseconds, failed } satisfies StatementTiming);
}
