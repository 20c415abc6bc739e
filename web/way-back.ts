import { pageAt, PAGES, START } from '#contract/pages.ts';

/** The history's state at a login: which page it is asked for instead of, the one that this is. */
export function comingFromHere() {
  return { wanted: location.pathname + location.search };
}

/** Where a login leads: the page of a user that was wanted, as it was filtered, else the dashboard. */
export function pathAfterLogin(state: unknown): string {
  const address = String((state as { wanted?: unknown } | null)?.wanted);
  const page = pageAt(address.replace(/\?.*/, ''));
  return page !== undefined && PAGES[page].audience === 'users' ? address : START.users.path;
}
