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

export function publicPath(handle: string): string {
  return `/u/${handle}`;
}
