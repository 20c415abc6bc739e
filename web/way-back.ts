import { pageAt, PAGES, START } from '#contract/pages.ts';

/** History state for the login screen: it returns to the current page, with its filters. */
export function returnHere() {
  return { returnTo: location.pathname + location.search };
}

/** Accepts only paths of users' pages, which also rules out open redirects. Defaults to the dashboard. */
export function pathAfterLogin(state: unknown): string {
  const address = String((state as { returnTo?: unknown } | null)?.returnTo);
  const page = pageAt(address.replace(/\?.*/, ''));
  return page !== undefined && PAGES[page].audience === 'users' ? address : START.users.path;
}
