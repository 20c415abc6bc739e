import { pageAt, PAGES, START } from '#contract/pages.ts';

/** The history's state at a login: which page it was asked for instead of. */
export function comingFrom(path: string) {
  return { wanted: path };
}

/** Where a login leads: the page of a user that was wanted, else the dashboard. */
export function pathAfterLogin(state: unknown): string {
  const { wanted } = (state ?? {}) as { wanted?: unknown };
  const page = typeof wanted === 'string' ? pageAt(wanted) : undefined;
  return page !== undefined && PAGES[page].audience === 'users' ? PAGES[page].path : START.users.path;
}
