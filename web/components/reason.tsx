import { useEffect, useState } from 'react';

/** Explains a failed call. `words` receives the seconds left until `until`, a timestamp in milliseconds. */
export type Reason = { words: (seconds: number) => string; until?: number };

export function ReasonText({ reason: { words, until } }: { reason: Reason }) {
  const [initial] = useState(() => secondsTo(until));
  const [left, setLeft] = useState(initial);
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => setLeft(secondsTo(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  if (until === undefined) return words(0);
  if (left <= 0) return null;
  return (
    <>
      <span className="sr-only">{words(initial)}</span>
      <span aria-hidden="true">{words(left)}</span>
    </>
  );
}

function secondsTo(until = 0): number {
  return Math.ceil((until - Date.now()) / 1000);
}
