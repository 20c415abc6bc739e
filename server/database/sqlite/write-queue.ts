import { DatabaseUnavailable } from '../errors.ts';
import { writes, type WriteQueueState } from '../query-timing.ts';

type Turn = { deadline: number; alone: boolean; timer: NodeJS.Timeout; start: () => void; refuse: () => void };

/** Queues writes here, because SQLite's own wait for its one writer would block the event loop. */
export class WriteQueue {
  #isBusy = false;
  readonly #waiting: Turn[] = [];

  /** Resolves when it may write. Throws DatabaseUnavailable at the deadline. `alone`: outside any commit group. */
  enter(deadline: number, { alone = false } = {}): Promise<void> {
    if (!this.#isBusy) {
      this.#isBusy = true;
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

  /** Runs `work` outside any commit group. */
  async runAlone<Result>(deadline: number, work: () => Result | Promise<Result>): Promise<Result> {
    await this.enter(deadline, { alone: true });
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  leave(): void {
    const next = this.#next();
    // Yields to other requests, because the last write may have blocked the event loop.
    if (next) setImmediate(next.start);
    else this.#isBusy = false;
    this.#publish();
  }

  #publish(): void {
    if (!writes.hasSubscribers) return;
    writes.publish({ running: Number(this.#isBusy), waiting: this.#waiting.length } satisfies WriteQueueState);
  }

  /** Starts the next write of the commit group. False if there is none. */
  startNext(): boolean {
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
