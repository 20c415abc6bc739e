import type { DatabaseSync } from 'node:sqlite';
import type { WriteQueue } from './write-queue.ts';

// In milliseconds. Changes within this time share one checkpoint.
const DELAY = 1_000;
const TURN_WITHIN = 10_000;

/**
 * Truncates the write-ahead log soon after a change, because it still contains deleted and replaced text. In the file itself
 * `secure_delete` overwrites it.
 */
export function makeEraser(writer: DatabaseSync, writes: WriteQueue) {
  let timer: NodeJS.Timeout | undefined;

  function soon(): void {
    timer ??= setTimeout(() => void erase(), DELAY).unref();
  }

  async function erase(): Promise<void> {
    // A change during the wait needs another checkpoint.
    timer = undefined;
    let isEmpty = false;
    try {
      await writes.enter(performance.now() + TURN_WITHIN, { alone: true });
      try {
        isEmpty = writer.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
      } finally {
        writes.leave();
      }
    } catch {
      // The next write reports a problem with the file.
    }
    // Another process was reading.
    if (!isEmpty && writer.isOpen) soon();
  }

  return { soon, stop: () => clearTimeout(timer) };
}
