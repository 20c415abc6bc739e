import { createContext, useContext, useSyncExternalStore } from 'react';
import { deleteList } from './last-list.ts';
import { KEYS, readStoredSession, type Session } from './loading/stored-session.ts';

export type { Session };

// If storage is blocked or full, the session exists in memory only and ends with the page.
function tryStorage(apply: (storage: Storage) => void) {
  try {
    apply(localStorage);
  } catch {}
}

function removeKeys(storage: Storage) {
  storage.removeItem(KEYS.token);
  storage.removeItem(KEYS.userId);
}

let current = import.meta.env.SSR ? null : readStoredSession();
const listeners = new Set<() => void>();

/** Deletes the stored list and the drafts: the next session may be another person's. */
function change(session: Session | null) {
  current = session;
  deleteList();
  drafts.clear();
  for (const notify of listeners) notify();
}

if (current === null && !import.meta.env.SSR) {
  tryStorage(removeKeys);
  deleteList();
}

/** `pageshow`: not every browser sends `storage` to a page that Back restores. */
function followOtherTabs({ key }: Partial<StorageEvent>) {
  const stored = readStoredSession();
  if (stored?.token === current?.token && stored?.userId === current?.userId) return;
  email = '';
  // Only "Sair" clears the storage; an expired session removes two keys.
  signedOut = stored === null && !key;
  change(stored);
}

for (const event of ['storage', 'pageshow']) globalThis.addEventListener?.(event, followOtherTabs);

export function currentSession(): Session | null {
  return current;
}

/** Whether this is still the token of the session. If not, the response to a call with it is not for the person at the tab. */
export function isCurrent(token: string | undefined): boolean {
  return current?.token === token;
}

type Draft = Record<string, string>;

/** The text of visitors' forms while they visit another screen. In memory only; deleted by a login and by "Sair". */
const drafts = new Map<string, Draft>();

export function readDraft(form: string): Draft | undefined {
  return drafts.get(form);
}

export function storeDraft(form: string, draft: Draft) {
  drafts.set(form, draft);
}

export function deleteDraft(form: string) {
  drafts.delete(form);
}

let signedOut = false;
let email = '';

export function hasSignedOut(): boolean {
  return signedOut;
}

/** The e-mail of the last session; empty after "Sair". Never leaves memory: neither storage nor a URL contains it. */
export function lastEmail(): string {
  return email;
}

export function rememberEmail(token: string, address: string) {
  if (isCurrent(token)) email = address;
}

export function startSession(session: Session) {
  signedOut = false;
  tryStorage((storage) => {
    storage.setItem(KEYS.token, JSON.stringify(session.token));
    storage.setItem(KEYS.userId, JSON.stringify(session.userId));
  });
  // A full storage may have taken one key only.
  if (readStoredSession() === null) tryStorage(removeKeys);
  change(session);
}

export function dropSession() {
  tryStorage(removeKeys);
  change(null);
}

export function endSession() {
  signedOut = true;
  email = '';
  tryStorage((storage) => storage.clear());
  change(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

export const SessionContext = createContext<Session>({ token: '', userId: '' });

export function useRequiredSession(): Session {
  return useContext(SessionContext);
}
