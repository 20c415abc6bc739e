import type { AccountEvent } from '#contract/event.ts';
import * as api from '../../../api.ts';
import { useOwnQuery } from '../../../shell/signed-in/screen-cache.tsx';

export function useEvents() {
  return useOwnQuery(['events'], api.listEvents);
}

/** The time of the password reset, if a reset link set the current password within the log's retention. */
export function resetAt(events: readonly AccountEvent[] = []): string | undefined {
  const last = events.find(({ kind }) => kind === 'password-reset' || kind === 'password-changed');
  return last?.kind === 'password-reset' ? last.created_at : undefined;
}
