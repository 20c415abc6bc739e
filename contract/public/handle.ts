import { HANDLE_LENGTH } from '../limits.ts';
import { searchKey } from '../search-key.ts';

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
