import { createContext, useContext } from 'react';
import type { Session } from '../session.ts';

/** Handed down by the guard of a user's screens. */
export const OwnSession = createContext<Session>({ token: '', userId: '' });

export function useOwnSession(): Session {
  return useContext(OwnSession);
}
