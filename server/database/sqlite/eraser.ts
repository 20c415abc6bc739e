import type { DatabaseSync } from 'node:sqlite';
import type { WriteQueue } from './write-queue.ts';

// In milliseconds: what comes meanwhile is done at the same go, for each costs some milliseconds of disk.
const DELAY = 1_000;
const TURN_WITHIN = 10_000;

/**
 * Deleted and replaced text stays in the write-ahead log, and in copies of it, until the log is emptied: this does it soon
 * after a change. `secure_delete` has overwritten it in the file itself.
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
    // A change that comes while this waits for its turn needs another go.
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
      // Whatever is wrong with the file is told to whoever writes next.
    }
    // Another process was reading.
    if (!isEmpty && this.#writer.isOpen) this.soon();
  }
}
