import type { Engine } from '../open.ts';

// In milliseconds.
const QUICK = 20;

/**
 * How many users the next statement of a request reads: twice as many as the last one, on SQLite the fewest again after a slow
 * one. It blocks the process, and each row may be a read of the disk.
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
