import { useEffect, useState } from 'react';

/** Why a call failed. `words` are told how many seconds are left until `until`, in milliseconds since 1970. */
export type Reason = { words: (seconds: number) => string; until?: number };

/** A reason that counts down for the eye, is announced once, and goes when it is no longer true. */
export function ReasonText({ reason: { words, until } }: { reason: Reason }) {
  const [first] = useState(() => secondsTo(until));
  const [left, setLeft] = useState(first);
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => setLeft(secondsTo(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  if (until === undefined) return words(0);
  if (left <= 0) return null;
  return (
    <>
      <span className="sr-only">{words(first)}</span>
      <span aria-hidden="true">{words(left)}</span>
    </>
  );
}

function secondsTo(until = 0): number {
  return Math.ceil((until - Date.now()) / 1000);
}
