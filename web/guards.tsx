import { Navigate, Outlet } from 'react-router';
import { useSession } from './session.ts';

/** Someone with a session is sent on to their dashboard before anything is shown. */
export function VisitorsOnly() {
  return useSession() === null ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

/** A visitor is sent to the login before anything is shown or asked of the server. */
export function SignedInOnly() {
  const session = useSession();
  return session === null ? <Navigate to="/login" replace /> : <Outlet context={session} />;
}
