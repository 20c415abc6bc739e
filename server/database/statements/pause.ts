import { setImmediate } from 'node:timers/promises';

// In milliseconds.
const SLICE = 10;

/** Returns a function that lets other requests run, but not at each call: its transaction may hold SQLite's only writer. */
export function makePause(): () => Promise<void> {
  let end = performance.now() + SLICE;
  return async () => {
    if (performance.now() < end) return;
    await setImmediate();
    end = performance.now() + SLICE;
  };
}
