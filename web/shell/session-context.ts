import { createContext, useContext } from 'react';
import type { Session } from '../session.ts';

export const SessionContext = createContext<Session>({ token: '', userId: '' });

export function useRequiredSession(): Session {
  return useContext(SessionContext);
}
