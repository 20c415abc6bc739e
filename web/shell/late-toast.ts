import { currentSession } from '../session.ts';

// Specified for three of the success toasts.
const DELAY_MS = 1500;

/** Shows a toast after the delay, unless the session has ended by then. */
export function later(show: () => void) {
  const session = currentSession();
  setTimeout(() => {
    if (currentSession() === session) show();
  }, DELAY_MS);
}
