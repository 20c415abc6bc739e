import { codeOf } from '../../api.ts';

/** For the `catch` of a removal: a 404 means that it was already removed. */
export function unlessMissing(error: unknown): null {
  if (codeOf(error) !== 'not-found') throw error;
  return null;
}
