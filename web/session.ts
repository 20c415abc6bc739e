import { useSyncExternalStore } from 'react';
import { KEYS, readStoredSession, type Session } from './start/stored-session.ts';

export type { Session };

// With storage blocked or full, the session lasts as long as the page.
function tryStorage(apply: (storage: Storage) => void) {
  try {
    apply(localStorage);
  } catch {
    // The session in memory is the one that counts.
  }
}

function forget(storage: Storage) {
  storage.removeItem(KEYS.token);
  storage.removeItem(KEYS.userId);
}

// The build draws pages for visitors.
let current = import.meta.env.SSR ? null : readStoredSession();
const listeners = new Set<() => void>();

function change(session: Session | null) {
  current = session;
  for (const notify of listeners) notify();
}

// Removes half a session, or a broken one.
if (current === null && !import.meta.env.SSR) tryStorage(forget);

// Another tab logged in or out.
globalThis.addEventListener?.('storage', () => {
  const stored = readStoredSession();
  if (stored?.token !== current?.token || stored?.userId !== current?.userId) change(stored);
});

export function currentSession(): Session | null {
  return current;
}

let signedOut = false;
let email = '';

/** Whether the last session was ended by "Sair". */
export function hasSignedOut(): boolean {
  return signedOut;
}

/** The e-mail of the last session; empty after "Sair". In memory alone: no address and no storage has it. */
export function lastEmail(): string {
  return email;
}

export function rememberEmail(own: string) {
  email = own;
}

export function startSession(session: Session) {
  signedOut = false;
  tryStorage((storage) => {
    storage.setItem(KEYS.token, JSON.stringify(session.token));
    storage.setItem(KEYS.userId, JSON.stringify(session.userId));
  });
  change(session);
}

/** Forgets a session that the server refuses. */
export function dropSession() {
  tryStorage(forget);
  change(null);
}

/** Clears this origin's storage, as specified for "Sair". */
export function endSession() {
  signedOut = true;
  email = '';
  tryStorage((storage) => storage.clear());
  change(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Null for a visitor; follows logins and logouts of all tabs. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}
