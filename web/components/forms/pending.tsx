import { useEffect, useState } from 'react';
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

/** The line that says that a call is running; its height is reserved. */
export function PendingStatus({ pending, slow }: { pending: boolean; slow: boolean }) {
  return (
    <p role="status" className={styles.status}>
      {pending && (slow ? 'Isso está demorando mais que o normal…' : 'Enviando…')}
    </p>
  );
}
