import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../errors.ts';

/** Each throws DatabaseUnavailable as soon as the path leads to another file than at first, or to none. */
export type FileWatch = {
  /** What is written to a deleted file is lost. */
  expectForWrite: () => void;
  /** Looks ten times a second at most: it costs as much as a quick query, and a late look loses nothing. */
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
