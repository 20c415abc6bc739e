import { DatabaseUnavailable } from '../errors.ts';
import { type Line, writes } from '../query-timing.ts';

type Waiting = { deadline: number; alone: boolean; timer: NodeJS.Timeout; start: () => void; refuse: () => void };

/** SQLite has one writer, and waiting inside it would block the event loop. */
export class WriteQueue {
  #taken = false;
  readonly #waiting: Waiting[] = [];

  /** Rejects with DatabaseUnavailable at the deadline. Whoever is `alone` is passed no turn that another has begun. */
  enter(deadline: number, { alone = false } = {}): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      this.#tell();
      return Promise.resolve();
    }
    return new Promise((start, reject) => {
      const refuse = () => reject(new DatabaseUnavailable('Waited too long to write'));
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        refuse();
      }, deadline - performance.now());
      const waiting = { deadline, alone, timer, start, refuse };
      this.#waiting.push(waiting);
      this.#tell();
    });
  }

  leave(): void {
    const next = this.#next();
    // The last write may have blocked the event loop: let other requests go first.
    if (next) setImmediate(next.start);
    else this.#taken = false;
    this.#tell();
  }

  #tell(): void {
    if (!writes.hasSubscribers) return;
    writes.publish({ running: Number(this.#taken), waiting: this.#waiting.length } satisfies Line);
  }

  /** Gives the turn to the next at once; false when nobody waits, or whoever does must be alone. */
  pass(): boolean {
    if (this.#waiting[0]?.alone) return false;
    const next = this.#next();
    next?.start();
    return next !== undefined;
  }

  #next(): Waiting | undefined {
    for (;;) {
      const next = this.#waiting.shift();
      if (!next) return undefined;
      clearTimeout(next.timer);
      if (next.deadline > performance.now()) return next;
      next.refuse();
    }
  }
}
