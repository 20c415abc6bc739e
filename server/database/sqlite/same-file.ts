import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '../errors.ts';

// Milliseconds between checks by reads: a check costs as much as a query. Writes always check, lest they be lost.
const READ_CHECK_INTERVAL = 100;

export type FileWatch = (access: 'read' | 'write') => void;

export function watchFile(path: string): FileWatch {
  const { dev, ino } = statSync(path);
  let checkedAt = 0;
  return (access) => {
    if (access === 'read' && performance.now() - checkedAt <= READ_CHECK_INTERVAL) return;
    const current = statSync(path, { throwIfNoEntry: false });
    if (current?.ino !== ino || current.dev !== dev) {
      checkedAt = 0;
      throw new DatabaseUnavailable(`${path} was removed or replaced: put it back or restore it, and start again`);
    }
    checkedAt = performance.now();
  };
}
