import type { Engine } from '../open.ts';

// In milliseconds.
const QUICK = 20;

/**
 * How many users the statements of a request read: `fewest` at first, then twice as many each time, up to `most`. A
 * statement of SQLite that reads the disk blocks the process, and the 500 rows of a user may be as many reads: after one
 * that was not quick, the next reads the fewest again.
 */
export class StatementSize {
  readonly #engine: Engine['name'];
  readonly #fewest: number;
  readonly #most: number;
  #users: number;

  constructor({ name }: Engine, { fewest, most }: { fewest: Record<Engine['name'], number>; most: number }) {
    this.#engine = name;
    this.#fewest = fewest[name];
    this.#most = most;
    this.#users = this.#fewest;
  }

  get users(): number {
    return this.#users;
  }

  async run<Result>(statement: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    const result = await statement();
    const blocks = this.#engine === 'SQLite' && performance.now() - since >= QUICK;
    this.#users = blocks ? this.#fewest : Math.min(2 * this.#users, this.#most);
    return result;
  }
}
