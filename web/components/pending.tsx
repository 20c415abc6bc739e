import { useEffect, useState } from 'react';
import styles from './pending.module.css';

const SLOW_MS = 8000;

/** True once a call has been running for longer than people expect. */
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

/** The line that says a call is running; its place is kept when there is none. */
export function PendingStatus({ pending, slow }: { pending: boolean; slow: boolean }) {
  return (
    <p role="status" className={styles.status}>
      {pending && (slow ? 'Isso está demorando mais que o normal…' : 'Enviando…')}
    </p>
  );
}
