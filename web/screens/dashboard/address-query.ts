import { useEffect } from 'react';
import { pageAt } from '#contract/pages.ts';
import { useWindowEvent } from '../../components/window-event.ts';

// Safari allows at most a hundred history changes in thirty seconds.
const DEBOUNCE_MS = 300;

export function readQuery(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

export function useQueryInAddress(values: Record<string, string>) {
  const query = JSON.stringify(values);
  useEffect(() => {
    const timer = setTimeout(() => writeQuery(JSON.parse(query) as Record<string, string>), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);
  // A dialog pushes a history entry; the entry below it may have outdated values.
  useWindowEvent('popstate', () => writeQuery(values));
}

function writeQuery(values: Record<string, string>) {
  if (pageAt(location.pathname) !== 'dashboard') return;
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    // Appended again, so that the same view always has the same address.
    url.searchParams.delete(name);
    if (value !== '') url.searchParams.append(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
