import { useEffect, useState, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { ReasonText, type Reason } from './reason.tsx';
import styles from './pending.module.css';

const SLOW_MS = 8000;

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

export type CallStatus = { pending: boolean; slow: boolean; failure: Reason | undefined };

/** A live region: a call is running, is slow, or has failed. Its height is reserved, to avoid layout shift. */
export function PendingStatus({ call, words = 'Enviando…' }: { call: CallStatus; words?: string | undefined }) {
  const { pending, slow, failure } = call;
  return (
    <p role="status" className={styles.status} data-failed={(!pending && failure !== undefined) || undefined}>
      {pending && (slow ? 'Isso está demorando mais que o normal…' : words)}
      {!pending && failure && <ReasonText reason={failure} />}
    </p>
  );
}

type CallButtonProps = ComponentProps<typeof Button> & { call: CallStatus; words?: string };

export function CallButton({ call, words, ...button }: CallButtonProps) {
  return (
    <>
      <Button {...button} pending={call.pending} />
      <PendingStatus call={call} words={words} />
    </>
  );
}
