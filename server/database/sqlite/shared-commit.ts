import { DatabaseUnavailable } from '../errors.ts';
import type { Handle } from './handle.ts';
import { translate } from './result-codes.ts';
import type { WriteQueue } from './write-queue.ts';

// Whoever writes first waits for the last to be done: so many writes, and so many milliseconds.
const MOST = 64;
const LONGEST = 20;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/**
 * A commit waits for the disk, so writes that come at the same time share one. Each is kept or taken back for itself, and
 * answered when all of them are durable.
 */
export class SharedCommit {
  readonly #writer: Handle;
  readonly #writes: WriteQueue;
  #members: Member[] = [];
  #isOpen = false;
  #openedAt = 0;

  constructor(writer: Handle, writes: WriteQueue) {
    this.#writer = writer;
    this.#writes = writes;
  }

  /** Waits for a turn to write. Rejects with DatabaseUnavailable at the deadline. */
  async enter(deadline: number): Promise<void> {
    await this.#writes.enter(deadline);
    if (this.#isOpen) return;
    try {
      // Immediate: a deferred one that reads first may find itself busy at its write, where no retry helps.
      await this.#writer.runPatiently(deadline, 'begin immediate');
    } catch (error) {
      this.#writes.leave();
      throw error;
    }
    this.#isOpen = true;
    this.#openedAt = performance.now();
  }

  /** Ends a turn whose write is kept; resolves when it is durable. */
  keep(): Promise<void> {
    const durable = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }));
    this.#passOn();
    return durable;
  }

  /** Ends a turn whose write was taken back. */
  giveUp(): void {
    this.#passOn();
  }

  #passOn(): void {
    // After some failures, such as a full disk, SQLite takes everything back by itself.
    if (!this.#writer.database.isTransaction) this.#end(new DatabaseUnavailable('All writes were taken back'));
    else if (this.#isFull()) this.#commit();
    else if (!this.#writes.pass()) {
      // Requests that have arrived may bring more.
      setImmediate(() => {
        if (this.#isFull() || !this.#writes.pass()) this.#commit();
      });
    }
  }

  #isFull(): boolean {
    return this.#members.length >= MOST || performance.now() - this.#openedAt > LONGEST;
  }

  #commit(): void {
    try {
      this.#writer.run('commit');
      this.#end();
    } catch (error) {
      this.#end(translate(error));
    }
  }

  #end(failure?: unknown): void {
    const members = this.#members;
    this.#members = [];
    this.#isOpen = false;
    try {
      if (this.#writer.database.isOpen && this.#writer.database.isTransaction) this.#writer.run('rollback');
    } finally {
      for (const { resolve, reject } of members) {
        if (failure === undefined) resolve();
        else reject(failure);
      }
      this.#writes.leave();
    }
  }
}
