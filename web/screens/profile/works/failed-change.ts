import { codeOf } from '../../../api.ts';
import type { Reason } from '../../../components/reason.tsx';
import { toast } from '../../../components/toast.ts';
import { useCachedUser } from '../../../shell/signed-in/calls.tsx';

const GONE: Reason = { words: () => 'Ele foi excluído em outro lugar.' };

/** Returns a function that reports a failed change, and updates the list if the project was removed elsewhere. */
export function useReportFailedChange() {
  const { reload } = useCachedUser();
  return (message: string, error: unknown) => {
    const isGone = codeOf(error) === 'not-found';
    toast.error(message, { reason: isGone ? GONE : undefined });
    if (isGone) reload();
  };
}
