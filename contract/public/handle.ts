// Apart from the rules: the profile suggests a handle without loading them.
import { HANDLE_LENGTH } from '../limits.ts';
import { searchKey } from '../search-key.ts';

/** A handle made of a name; undefined where it has too few letters that a handle can have. It may be taken or reserved. */
export function suggestHandle(name: string): string | undefined {
  const words = searchKey(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const handle = words.slice(0, HANDLE_LENGTH.most).replace(/-$/, '');
  return handle.length < HANDLE_LENGTH.least ? undefined : handle;
}

/** Where a public profile is shown. */
export function publicPath(handle: string): string {
  return `/u/${handle}`;
}
