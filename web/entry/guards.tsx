import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { START } from '#contract/pages.ts';
import { hasSignedOut, SessionContext, useSession } from '../session.ts';
import { pathAfterLogin, returnHere } from '../way-back.ts';

export function VisitorsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const state: unknown = useHistoryState();
  return session === null ? children : <Redirect to={pathAfterLogin(state)} replace />;
}

export function UsersOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
  return <Redirect to={START.visitors.path} replace state={hasSignedOut() ? null : returnHere()} />;
}
