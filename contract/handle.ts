// Apart from the rules: the profile suggests a handle without loading them.
import { searchKey } from './search-key.ts';

/** In characters. */
export const [SHORTEST_HANDLE, LONGEST_HANDLE] = [3, 40];

/** A handle made of a name; undefined where it has too few letters that a handle can have. It may be taken or reserved. */
export function suggestHandle(name: string): string | undefined {
  const words = searchKey(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const handle = words.slice(0, LONGEST_HANDLE).replace(/-$/, '');
  return handle.length < SHORTEST_HANDLE ? undefined : handle;
}

/** Where a public profile is shown. */
export function publicPath(handle: string): string {
  return `/u/${handle}`;
}
