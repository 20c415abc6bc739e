import { DatabaseUnavailable } from '../errors.ts';
import type { Handle } from './handle.ts';
import { translate } from './result-codes.ts';
import type { WriteQueue } from './write-queue.ts';

// Limits of a commit group: writes, and milliseconds since the first one.
const MOST_WRITES = 64;
const LONGEST = 20;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/** Group commit: concurrent writes share one fsync. Each has its own savepoint, and resolves when the group is durable. */
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

  async enter(deadline: number): Promise<void> {
    await this.#writes.enter(deadline);
    if (this.#isOpen) return;
    try {
      // Immediate: a deferred transaction that reads first may fail at its write, and no retry helps.
      await this.#writer.runPatiently(deadline, 'begin immediate');
    } catch (error) {
      this.#writes.leave();
      throw error;
    }
    this.#isOpen = true;
    this.#openedAt = performance.now();
  }

  /** Ends a turn with its write. Resolves when it is durable. */
  join(): Promise<void> {
    const durable = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }));
    this.passOn();
    return durable;
  }

  /** Ends a turn whose write was rolled back. */
  passOn(): void {
    // SQLite rolls back by itself after some failures, such as a full disk.
    if (!this.#writer.database.isTransaction) this.#end(new DatabaseUnavailable('All writes were rolled back'));
    else if (this.#isFull()) this.#commit();
    else if (!this.#writes.pass()) {
      // Requests that already arrived may write, too.
      setImmediate(() => {
        if (this.#isFull() || !this.#writes.pass()) this.#commit();
      });
    }
  }

  #isFull(): boolean {
    return this.#members.length >= MOST_WRITES || performance.now() - this.#openedAt > LONGEST;
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
