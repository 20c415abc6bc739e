import type { DatabaseSync } from 'node:sqlite';
import type { WriteQueue } from './write-queue.ts';

// In milliseconds. Changes within this time share one checkpoint.
const DELAY = 1_000;
const TURN_WITHIN = 10_000;

/**
 * Truncates the write-ahead log soon after a change, because it still contains deleted and replaced text. In the file itself
 * `secure_delete` overwrites it.
 */
export class Eraser {
  readonly #writer: DatabaseSync;
  readonly #writes: WriteQueue;
  #timer: NodeJS.Timeout | undefined;

  constructor(writer: DatabaseSync, writes: WriteQueue) {
    this.#writer = writer;
    this.#writes = writes;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => void this.#erase(), DELAY).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #erase(): Promise<void> {
    // A change during the wait needs another checkpoint.
    this.#timer = undefined;
    let isEmpty = false;
    try {
      await this.#writes.enter(performance.now() + TURN_WITHIN, { alone: true });
      try {
        isEmpty = this.#writer.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
      } finally {
        this.#writes.leave();
      }
    } catch {
      // The next write reports a problem with the file.
    }
    // Another process was reading.
    if (!isEmpty && this.#writer.isOpen) this.soon();
  }
}
