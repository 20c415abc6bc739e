import { DatabaseUnavailable } from '../errors.ts';
import type { Handle } from './handle.ts';
import { translate } from './result-codes.ts';
import type { WriteQueue } from './write-queue.ts';

// Limits of a commit group: writes, and milliseconds since the first one.
const WRITES_LIMIT = 64;
const TIME_LIMIT = 20;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/** Group commit: concurrent writes share one fsync. */
export function makeSharedCommit(writer: Handle, writes: WriteQueue) {
  let members: Member[] = [];
  let isOpen = false;
  let openedAt = 0;

  async function enter(deadline: number): Promise<void> {
    await writes.enter(deadline);
    if (isOpen) return;
    try {
      // Immediate: a deferred transaction that reads first may fail at its write, and no retry helps.
      await writer.runPatiently(deadline, 'begin immediate');
    } catch (error) {
      writes.leave();
      throw translate(error);
    }
    isOpen = true;
    openedAt = performance.now();
  }

  /** Ends a turn that has written. Resolves when the write is durable. */
  function join(): Promise<void> {
    const durable = new Promise<void>((resolve, reject) => members.push({ resolve, reject }));
    leave();
    return durable;
  }

  /** Ends a turn that has written nothing. */
  function leave(): void {
    // SQLite rolls back by itself after some failures, such as a full disk.
    if (!writer.database.isTransaction) end(new DatabaseUnavailable('All writes were rolled back'));
    else if (isFull()) commit();
    else if (!writes.startNext()) {
      // Requests that have arrived may still join.
      setImmediate(() => {
        if (isFull() || !writes.startNext()) commit();
      });
    }
  }

  function isFull(): boolean {
    return members.length >= WRITES_LIMIT || performance.now() - openedAt > TIME_LIMIT;
  }

  function commit(): void {
    try {
      writer.run('commit');
      end();
    } catch (error) {
      end(translate(error));
    }
  }

  function end(failure?: unknown): void {
    const ended = members;
    members = [];
    isOpen = false;
    try {
      if (writer.database.isOpen && writer.database.isTransaction) writer.run('rollback');
    } finally {
      for (const { resolve, reject } of ended) {
        if (failure === undefined) resolve();
        else reject(failure);
      }
      writes.leave();
    }
  }

  return { enter, join, leave };
}
