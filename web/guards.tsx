import { Navigate, Outlet } from 'react-router';
import { START } from '#contract/pages.ts';
import { useSession } from './session.ts';

/** Sends a user on to their dashboard before anything is shown. */
export function VisitorsOnly() {
  return useSession() === null ? <Outlet /> : <Navigate to={START.users.path} replace />;
}

/** Sends a visitor to the login before anything is shown or requested. */
export function UsersOnly() {
  const session = useSession();
  return session === null ? <Navigate to={START.visitors.path} replace /> : <Outlet context={session} />;
}
