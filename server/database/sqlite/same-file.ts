import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../errors.ts';

/** Both throw DatabaseUnavailable when the file at the path has been removed or replaced. */
export type FileWatch = {
  expectForWrite: () => void;
  /** Checks at most ten times a second: a check costs as much as a quick query, and a late one loses no data. */
  expectForRead: () => void;
};

// In milliseconds.
const LOOK_AGAIN = 100;

export function watchFile(path: string): FileWatch {
  const { dev, ino } = statSync(path);
  let seenAt = 0;
  const expectForWrite = () => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== ino || now.dev !== dev) {
      seenAt = 0;
      throw new DatabaseUnavailable(`${path} was removed or replaced: put it back or restore it, and start again`);
    }
    seenAt = performance.now();
  };
  return {
    expectForWrite,
    expectForRead: () => {
      if (performance.now() - seenAt > LOOK_AGAIN) expectForWrite();
    },
  };
}
