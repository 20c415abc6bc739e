import { useEffect } from 'react';
import { pageAt } from '#contract/pages.ts';

// Safari refuses more than a hundred changes of the address in thirty seconds.
const SETTLED_MS = 300;

/** A value in the dashboard's address; empty when it is absent. */
export function readQuery(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

/** Keeps values in the dashboard's address, without a step in the history; an empty one is left out. */
export function useQueryInAddress(values: Record<string, string>) {
  const query = JSON.stringify(values);
  useEffect(() => {
    const write = () => writeQuery(JSON.parse(query) as Record<string, string>);
    const timer = setTimeout(write, SETTLED_MS);
    // A dialog has a step of its own: the one below it may hold older values.
    addEventListener('popstate', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('popstate', write);
    };
  }, [query]);
}

function writeQuery(values: Record<string, string>) {
  if (pageAt(location.pathname) !== 'dashboard') return;
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
