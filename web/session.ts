import { useSyncExternalStore } from 'react';
import { KEYS, readStoredSession, type Session } from './start/stored-session.ts';

export type { Session };

// Storage may be blocked or full: then the session lasts as long as the page does.
function tryStorage(apply: (storage: Storage) => void) {
  try {
    apply(localStorage);
  } catch {
    // Nothing to undo: the session in memory is the one that counts on this page.
  }
}

function forget(storage: Storage) {
  storage.removeItem(KEYS.token);
  storage.removeItem(KEYS.userId);
}

// The pages are drawn at build time as a visitor sees them.
let current = import.meta.env.SSR ? null : readStoredSession();
const listeners = new Set<() => void>();

function change(session: Session | null) {
  current = session;
  for (const tell of listeners) tell();
}

// Half a session, or one that is no JSON, would otherwise be found broken again at every start.
if (current === null && !import.meta.env.SSR) tryStorage(forget);

// Another tab logged in or out; its two keys arrive one by one.
globalThis.addEventListener?.('storage', () => {
  const stored = readStoredSession();
  if (stored?.token !== current?.token || stored?.userId !== current?.userId) change(stored);
});

export function currentSession(): Session | null {
  return current;
}

export function startSession(session: Session) {
  tryStorage((storage) => {
    storage.setItem(KEYS.token, JSON.stringify(session.token));
    storage.setItem(KEYS.userId, JSON.stringify(session.userId));
  });
  change(session);
}

/** Forgets the session alone: for one that the server no longer takes. */
export function dropSession() {
  tryStorage(forget);
  change(null);
}

/** Forgets everything that this origin stored, as the specification asks of "Sair". */
export function endSession() {
  tryStorage((storage) => storage.clear());
  change(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The session, or null for a visitor; follows logins and logouts of this tab and of others. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}
