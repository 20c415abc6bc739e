import { useLocation } from 'wouter';
import { PAGES } from '#contract/pages.ts';

export const classPath = (id: string) => PAGES.class.path.replace(':id', encodeURIComponent(id));
export const invitationPath = (code: string) => PAGES.invitation.path.replace(':code', encodeURIComponent(code));

/** The id or code in the address. Read it once: the address changes before the next screen replaces this one. */
export function readParameter(): string {
  return location.pathname.split('/')[2] ?? '';
}

/** Navigates after a call, unless the user has left the page on which the call began. */
export function useNavigateFromHere() {
  const [here, navigate] = useLocation();
  return (path: string, options?: { replace: boolean }) => {
    if (location.pathname === here) navigate(path, options);
  };
}
