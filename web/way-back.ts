import { pageAt, PAGES, START } from '#contract/pages.ts';

/** The history's state at a login: which page it is asked for instead of, the one that this is. */
export function comingFromHere() {
  return { wanted: location.pathname + location.search };
}

/** Where a login leads: the page of a user that was wanted, as it was filtered, else the dashboard. */
export function pathAfterLogin(state: unknown): string {
  const { wanted } = (state ?? {}) as { wanted?: unknown };
  const [path = '', query = ''] = typeof wanted === 'string' ? wanted.split('?') : [];
  const page = pageAt(path);
  if (page === undefined || PAGES[page].audience !== 'users') return START.users.path;
  return query === '' ? PAGES[page].path : `${PAGES[page].path}?${query}`;
}
