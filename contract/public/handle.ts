import { HANDLE_LENGTH } from '../limits.ts';
import { searchKey } from '../search-key.ts';

/** Derives a handle from a name. Returns undefined if too few characters remain. The handle may be taken or reserved. */
export function suggestHandle(name: string): string | undefined {
  const words = searchKey(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const handle = words.slice(0, HANDLE_LENGTH.most).replace(/-$/, '');
  return handle.length < HANDLE_LENGTH.least ? undefined : handle;
}

/** Handles for a name, the one without a number first. Each may be taken or reserved. */
export function suggestHandles(name: string): string[] {
  const handle = suggestHandle(name);
  if (handle === undefined) return [];
  const base = handle.slice(0, HANDLE_LENGTH.most - 2);
  return [handle, ...[2, 3, 4, 5].map((number) => `${base}-${number}`)];
}

export function publicPath(handle: string): string {
  return `/u/${handle}`;
}
