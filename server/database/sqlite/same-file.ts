import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../statements/failures.ts';

/**
 * What throws DatabaseUnavailable as soon as the path leads to another file than now, or to none: what is written to a
 * deleted file is lost. Costs some microseconds.
 */
export function watchFile(path: string): () => void {
  const { dev, ino } = statSync(path);
  return () => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino === ino && now.dev === dev) return;
    throw new DatabaseUnavailable(`${path} was removed or replaced: put it back or restore it, and start again`);
  };
}
