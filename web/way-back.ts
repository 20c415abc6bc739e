import { pageAt, PAGES, START } from '#contract/pages.ts';

export function returnHere() {
  return { returnTo: location.pathname + location.search };
}

/** Passes the way back on to the next page, for navigations between login and sign-up. */
export function sameWayBack() {
  return { state: history.state as unknown };
}

/** The URL in the history state, if it is a page that users may open (no open redirect). Defaults to the dashboard. */
export function pathAfterLogin(state: unknown): string {
  const address = String((state as { returnTo?: unknown } | null)?.returnTo);
  const page = pageAt(address.replace(/\?.*/, ''));
  return page !== undefined && PAGES[page].audience !== 'visitors' ? address : START.users.path;
}
