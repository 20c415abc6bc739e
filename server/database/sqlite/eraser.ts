import type { DatabaseSync } from 'node:sqlite';
import { SECOND } from '../statements/time.ts';
import type { SharedCommit } from './shared-commit.ts';

/** Truncates the write-ahead log, which still has deleted text. In the file itself `secure_delete` overwrites it. */
export function makeEraser(writer: DatabaseSync, commit: SharedCommit) {
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer ??= setTimeout(() => void erase(), SECOND).unref();
  }

  async function erase(): Promise<void> {
    timer = undefined;
    let isEmpty = false;
    try {
      const checkpoint = () => writer.prepare('pragma wal_checkpoint(truncate)').get();
      isEmpty = (await commit.runAlone(checkpoint))?.['busy'] === 0;
    } catch {
      // The next write reports the problem.
    }
    if (!isEmpty && writer.isOpen) schedule();
  }

  return { schedule, stop: () => clearTimeout(timer) };
}
