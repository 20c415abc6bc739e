import { DatabaseUnavailable } from '../errors.ts';
import { writes, type WriteQueueState } from '../query-timing.ts';

type Turn = { deadline: number; alone: boolean; timer: NodeJS.Timeout; start: () => void; refuse: () => void };

/** Queues writes here, because SQLite's own wait for its one writer would block the event loop. */
export class WriteQueue {
  #isTaken = false;
  readonly #waiting: Turn[] = [];

  /** Waits for the turn to write. Rejects with DatabaseUnavailable at the deadline. An `alone` turn joins no open group. */
  enter(deadline: number, { alone = false } = {}): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      this.#publish();
      return Promise.resolve();
    }
    return new Promise((start, reject) => {
      const refuse = () => reject(new DatabaseUnavailable('Waited too long to write'));
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        refuse();
      }, deadline - performance.now());
      const turn = { deadline, alone, timer, start, refuse };
      this.#waiting.push(turn);
      this.#publish();
    });
  }

  leave(): void {
    const next = this.#next();
    // Yields to other requests: the last write may have blocked the event loop.
    if (next) setImmediate(next.start);
    else this.#isTaken = false;
    this.#publish();
  }

  #publish(): void {
    if (!writes.hasSubscribers) return;
    writes.publish({ running: Number(this.#isTaken), waiting: this.#waiting.length } satisfies WriteQueueState);
  }

  /** Starts the next turn synchronously. False when none waits, or the next one must be alone. */
  pass(): boolean {
    if (this.#waiting[0]?.alone) return false;
    const next = this.#next();
    next?.start();
    return next !== undefined;
  }

  #next(): Turn | undefined {
    for (;;) {
      const next = this.#waiting.shift();
      if (!next) return undefined;
      clearTimeout(next.timer);
      if (next.deadline > performance.now()) return next;
      next.refuse();
    }
  }
}
