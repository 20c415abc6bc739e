import { DatabaseUnavailable } from '../failures.ts';

type Waiting = { deadline: number; start: () => void; refuse: () => void };

/**
 * Lets one user at a time have a thing, in the order they asked.
 * SQLite has a single writer, so writes wait here, without blocking the event loop, rather than inside SQLite.
 */
export class Turn {
  #taken = false;
  readonly #waiting: Waiting[] = [];

  /** Resolves when it is the caller's turn; rejects with DatabaseUnavailable once the deadline has passed. */
  take(deadline: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
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
          // The last attempt may have blocked the process: everybody else is served before the next one does.
          setImmediate(resolve);
        },
        refuse: () => {
          clearTimeout(timer);
          reject(new DatabaseUnavailable('Waited too long for a turn to write'));
        },
      };
      this.#waiting.push(waiting);
    });
  }

  /** Hands the thing to whoever has waited longest and still has time to use it. */
  give(): void {
    let next = this.#waiting.shift();
    while (next && next.deadline <= Date.now()) {
      next.refuse();
      next = this.#waiting.shift();
    }
    if (next) next.start();
    else this.#taken = false;
  }
}
