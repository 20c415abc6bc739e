import { currentSession } from '../session.ts';

// The specification shows three of its success toasts this long after the success.
const DELAY_MS = 1500;

/** Shows a toast after the delay, unless the session it speaks of has ended by then. */
export function later(show: () => void) {
  const session = currentSession();
  setTimeout(() => {
    if (currentSession() === session) show();
  }, DELAY_MS);
}
