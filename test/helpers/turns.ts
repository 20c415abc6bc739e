import { onTestFinished } from 'vitest';

/** Counts the turns of the event loop until the test ends. */
export function countTurns(): () => number {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));
  return () => turns;
}
