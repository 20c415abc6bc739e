import { Navigate, Outlet, useLocation } from 'react-router';
import { START } from '#contract/pages.ts';
import { hasSignedOut, useSession } from './session.ts';
import { comingFrom, pathAfterLogin } from './way-back.ts';

/** Sends a user on to the page that they wanted before the login, else to their dashboard, before anything is shown. */
export function VisitorsOnly() {
  const session = useSession();
  const { state } = useLocation();
  return session === null ? <Outlet /> : <Navigate to={pathAfterLogin(state)} replace />;
}

/** Sends a visitor to the login before anything is shown or requested. */
export function UsersOnly() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session !== null) return <Outlet context={session} />;
  return <Navigate to={START.visitors.path} replace state={hasSignedOut() ? null : comingFrom(pathname)} />;
}
