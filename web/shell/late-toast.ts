import { currentSession } from '../session.ts';

// The specification delays three success toasts.
const DELAY_MS = 1500;

export function later(show: () => void) {
  const session = currentSession();
  setTimeout(() => {
    if (currentSession() === session) show();
  }, DELAY_MS);
}
