import type { UseQueryResult } from '@tanstack/react-query';

/** Whether there is nothing to show but a failure: also while it is tried again, which resets `isError`. */
export function hasFailed({ data, isError, errorUpdateCount }: UseQueryResult): boolean {
  return isError || (data === undefined && errorUpdateCount > 0);
}
