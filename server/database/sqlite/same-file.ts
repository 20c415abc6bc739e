import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../errors.ts';

// In milliseconds, for reads: a check costs as much as a quick query, and a late one loses no data.
const LOOK_AGAIN = 100;

/** Throws DatabaseUnavailable when the file at the path has been removed or replaced. */
export type FileWatch = (access: 'read' | 'write') => void;

export function watchFile(path: string): FileWatch {
  const { dev, ino } = statSync(path);
  let seenAt = 0;
  return (access) => {
    if (access === 'read' && performance.now() - seenAt <= LOOK_AGAIN) return;
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== ino || now.dev !== dev) {
      seenAt = 0;
      throw new DatabaseUnavailable(`${path} was removed or replaced: put it back or restore it, and start again`);
    }
    seenAt = performance.now();
  };
}
