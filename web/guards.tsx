import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { START } from '#contract/pages.ts';
import { hasSignedOut, useSession } from './session.ts';
import { OwnSession } from './shell/own-session.ts';
import { comingFromHere, pathAfterLogin } from './way-back.ts';

/** Sends a user on to the page that they wanted before the login, else to their dashboard, before anything is shown. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const state: unknown = useHistoryState();
  return session === null ? children : <Redirect to={pathAfterLogin(state)} replace />;
}

/** Sends a visitor to the login before anything is shown or requested. */
export function UsersOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session !== null) return <OwnSession value={session}>{children}</OwnSession>;
  return <Redirect to={START.visitors.path} replace state={hasSignedOut() ? null : comingFromHere()} />;
}
