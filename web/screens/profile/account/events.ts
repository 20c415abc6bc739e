import { useQuery } from '@tanstack/react-query';
import type { AccountEvent } from '#contract/event.ts';
import * as api from '../../../api.ts';
import { useRequiredSession } from '../../../shell/session-context.ts';

export function useEvents() {
  const { token } = useRequiredSession();
  return useQuery({ queryKey: ['events'], queryFn: () => api.listEvents(token) });
}

/** The time of the password reset, if a reset link set the current password within the log's retention. */
export function resetAt(events: readonly AccountEvent[] = []): string | undefined {
  const last = events.find(({ kind }) => kind === 'password-reset' || kind === 'password-changed');
  return last?.kind === 'password-reset' ? last.created_at : undefined;
}
