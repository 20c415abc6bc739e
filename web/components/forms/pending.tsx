import { useEffect, useState } from 'react';
import { ReasonText, type Reason } from '../reason.tsx';
import styles from './pending.module.css';

// Calls have no time-out (specification, §7): after this long the user is told.
const SLOW_MS = 8000;

/** True once a call has been running for `SLOW_MS`. */
export function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return slow;
}

type PendingStatusProps = { pending: boolean; slow: boolean; failure: Reason | undefined; words?: string };

/** The line that says that a call is running, or why it failed; its height is reserved. */
export function PendingStatus({ pending, slow, failure, words = 'Enviando…' }: PendingStatusProps) {
  return (
    <p role="status" className={styles.status} data-failed={(!pending && failure !== undefined) || undefined}>
      {pending && (slow ? 'Isso está demorando mais que o normal…' : words)}
      {!pending && failure && <ReasonText reason={failure} />}
    </p>
  );
}
