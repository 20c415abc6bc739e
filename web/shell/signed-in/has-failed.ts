import type { UseQueryResult } from '@tanstack/react-query';

/** Stays true during a retry, which resets `isError`. */
export function hasFailed({ data, isError, errorUpdateCount }: UseQueryResult): boolean {
  return isError || (data === undefined && errorUpdateCount > 0);
}
