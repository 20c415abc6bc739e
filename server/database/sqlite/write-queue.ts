import { DatabaseUnavailable } from '../failures.ts';
import { type Line, writes } from '../measures.ts';

type Waiting = { deadline: number; start: () => void; refuse: () => void };

/** SQLite has one writer, and waiting inside it would block the event loop. */
export class WriteQueue {
  #taken = false;
  readonly #waiting: Waiting[] = [];

  /** Rejects with DatabaseUnavailable at the deadline. */
  enter(deadline: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      this.#tell();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        waiting.refuse();
      }, deadline - Date.now());
      const waiting = {
        deadline,
        start: () => {
          clearTimeout(timer);
          // The last write may have blocked the event loop: let other requests go first.
          setImmediate(resolve);
        },
        refuse: () => {
          clearTimeout(timer);
          reject(new DatabaseUnavailable('Waited too long to write'));
        },
      };
      this.#waiting.push(waiting);
      this.#tell();
    });
  }

  leave(): void {
    let next = this.#waiting.shift();
    while (next && next.deadline <= Date.now()) {
      next.refuse();
      next = this.#waiting.shift();
    }
    if (next) next.start();
    else this.#taken = false;
    this.#tell();
  }

  #tell(): void {
    if (!writes.hasSubscribers) return;
    writes.publish({ running: Number(this.#taken), waiting: this.#waiting.length } satisfies Line);
  }
}
