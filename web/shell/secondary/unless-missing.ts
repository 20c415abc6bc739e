import { codeOf } from '../../api.ts';

/** For the `catch` of a removal: a 404 says that it is done. */
export function unlessMissing(error: unknown): null {
  if (codeOf(error) !== 'not-found') throw error;
  return null;
}
