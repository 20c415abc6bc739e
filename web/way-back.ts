import { pageAt, PAGES, START } from '#contract/pages.ts';

export function returnHere() {
  return { returnTo: location.pathname + location.search };
}

/** The URL in the history state, if it is a page for users (no open redirect). Defaults to the dashboard. */
export function pathAfterLogin(state: unknown): string {
  const address = String((state as { returnTo?: unknown } | null)?.returnTo);
  const page = pageAt(address.replace(/\?.*/, ''));
  return page !== undefined && PAGES[page].audience === 'users' ? address : START.users.path;
}
