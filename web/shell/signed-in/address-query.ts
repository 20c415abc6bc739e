import { useEffect, useState } from 'react';
import { useWindowEvent } from '../../components/window-event.ts';

// Safari allows at most a hundred history changes in thirty seconds.
const DEBOUNCE_MS = 300;

export function readQuery(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

/** Stores the values in the address of the screen that it was first called on. */
export function useQueryInAddress(values: Record<string, string>) {
  const [path] = useState(() => location.pathname);
  const query = JSON.stringify(values);
  useEffect(() => {
    const timer = setTimeout(() => writeQuery(path, JSON.parse(query) as Record<string, string>), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [path, query]);
  // A dialog pushes a history entry; the entry below it may have outdated values.
  useWindowEvent('popstate', () => writeQuery(path, values));
}

function writeQuery(path: string, values: Record<string, string>) {
  if (location.pathname !== path) return;
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  // The same view always has the same address.
  url.searchParams.sort();
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
