import { useOutletContext } from 'react-router';
import type { Session } from '../session.ts';

/** The session that the guard of this screen has handed down. */
export function useOwnSession(): Session {
  return useOutletContext<Session>();
}
