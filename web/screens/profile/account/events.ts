import { useQuery } from '@tanstack/react-query';
import type { AccountEvent } from '#contract/event.ts';
import * as api from '../../../api.ts';
import { useRequiredSession } from '../../../shell/session-context.ts';

/** What happened to the account, the latest first. Two sections show it, and it is asked for once. */
export function useEvents() {
  const { token } = useRequiredSession();
  return useQuery({ queryKey: ['events'], queryFn: () => api.listEvents(token) });
}

/** When a link set the password that is still in use; undefined when none did, or long ago. */
export function resetAt(events: readonly AccountEvent[] = []): string | undefined {
  const last = events.find(({ kind }) => kind === 'password-reset' || kind === 'password-changed');
  return last?.kind === 'password-reset' ? last.created_at : undefined;
}
