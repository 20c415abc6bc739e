import { useSyncExternalStore } from 'react';
import { KEYS, readStoredSession, type Session } from './start/stored-session.ts';

export type { Session };

// If storage is blocked or full, the session exists in memory only and ends with the page.
function tryStorage(apply: (storage: Storage) => void) {
  try {
    apply(localStorage);
  } catch {
    // The session in memory is valid without storage.
  }
}

function removeKeys(storage: Storage) {
  storage.removeItem(KEYS.token);
  storage.removeItem(KEYS.userId);
}

// Prerendered pages are for visitors.
let current = import.meta.env.SSR ? null : readStoredSession();
const listeners = new Set<() => void>();

function change(session: Session | null) {
  current = session;
  for (const notify of listeners) notify();
}

// Removes an incomplete or invalid session.
if (current === null && !import.meta.env.SSR) tryStorage(removeKeys);

// The storage event means that another tab logged in or out.
globalThis.addEventListener?.('storage', () => {
  const stored = readStoredSession();
  if (stored?.token !== current?.token || stored?.userId !== current?.userId) change(stored);
});

export function currentSession(): Session | null {
  return current;
}

let signedOut = false;
let email = '';

/** True if "Sair" ended the last session. */
export function hasSignedOut(): boolean {
  return signedOut;
}

/** The e-mail of the last session; empty after "Sair". Never leaves memory: neither storage nor a URL contains it. */
export function lastEmail(): string {
  return email;
}

export function rememberEmail(address: string) {
  email = address;
}

export function startSession(session: Session) {
  signedOut = false;
  tryStorage((storage) => {
    storage.setItem(KEYS.token, JSON.stringify(session.token));
    storage.setItem(KEYS.userId, JSON.stringify(session.userId));
  });
  change(session);
}

/** Removes a session that the server has rejected. */
export function dropSession() {
  tryStorage(removeKeys);
  change(null);
}

/** Clears the origin's whole storage, as specified for "Sair". */
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

/** Null for a visitor. Updates on login and logout in any tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}
