import { currentClient } from '../../load/clients.ts';
import { nextSlice } from '../../load/continuations.ts';
import { QUEUES } from '../../load/limits.ts';
import { type Priority, Queue } from '../../load/queue.ts';
import { DatabaseUnavailable } from '../errors.ts';
import type { Handle } from './handle.ts';
import { translate } from './result-codes.ts';

// Limits of a commit group: writes, and milliseconds since the first one.
const WRITES_LIMIT = 64;
const TIME_LIMIT = 20;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/**
 * Group commit: concurrent writes share one fsync. They wait here for their turn, because SQLite's own wait for its one
 * writer would block the event loop.
 */
export class SharedCommit {
  readonly #writer: Handle;
  readonly #turns = new Queue(QUEUES.writes);
  #free = () => {};
  #members: Member[] = [];
  #isOpen = false;
  #openedAt = 0;

  constructor(writer: Handle) {
    this.#writer = writer;
  }

  /** Resolves when it may write, in a transaction. Throws DatabaseUnavailable. */
  async enter(): Promise<void> {
    const deadline = await this.#waitForTurn();
    if (this.#isOpen) return;
    try {
      // Immediate: a deferred transaction that reads first may fail at its write, and no retry helps.
      await this.#writer.runPatiently(deadline, 'begin immediate');
    } catch (error) {
      this.#free();
      throw translate(error);
    }
    this.#isOpen = true;
    this.#openedAt = performance.now();
  }

  /** Ends a turn that has written. Resolves when the write is durable. */
  async join(): Promise<void> {
    const durable = new Promise<void>((resolve, reject) => this.#members.push({ resolve, reject }));
    this.leave();
    await durable;
    await nextSlice();
  }

  /** Ends a turn that has written nothing. */
  leave(): void {
    // SQLite rolls back by itself after some failures, such as a full disk.
    if (!this.#writer.database.isTransaction) this.#end(new DatabaseUnavailable('All writes were rolled back'));
    else if (this.#isFull()) this.#commit();
    // Requests that have arrived may still join.
    else if (this.#turns.waiting === 0) return void setImmediate(() => this.#commitUnlessJoined());
    this.#free();
  }

  /** Runs `work` outside any group; with priority, before waiting writes. Throws DatabaseUnavailable. */
  async runAlone<Result>(work: (deadline: number) => Result | Promise<Result>, priority?: Priority): Promise<Result> {
    const deadline = await this.#waitForTurn(priority);
    try {
      if (this.#isOpen) this.#commit();
      return await work(deadline);
    } finally {
      this.#free();
    }
  }

  /** Returns the time until which the writer may wait for the lock of another process. */
  async #waitForTurn(priority?: Priority): Promise<number> {
    const deadline = performance.now() + QUEUES.writes.timeOut;
    try {
      this.#free = await this.#turns.enter(currentClient.getStore(), priority);
    } catch (error) {
      // It was the last one that could have joined the group.
      if (this.#isOpen && this.#turns.isEmpty) this.#commit();
      throw new DatabaseUnavailable('Waited too long to write', { cause: error });
    }
    if (deadline > performance.now()) return deadline;
    this.leave();
    throw new DatabaseUnavailable('Waited too long to write');
  }

  #commitUnlessJoined(): void {
    if (this.#isFull() || this.#turns.waiting === 0) this.#commit();
    this.#free();
  }

  #isFull(): boolean {
    return this.#members.length >= WRITES_LIMIT || performance.now() - this.#openedAt > TIME_LIMIT;
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
    const { database } = this.#writer;
    try {
      if (database.isOpen && database.isTransaction) this.#writer.run('rollback');
    } finally {
      for (const { resolve, reject } of members) {
        if (failure === undefined) resolve();
        else reject(failure);
      }
    }
  }
}
