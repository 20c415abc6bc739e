import { ApiError } from '../../../api.ts';

/** The server runs four requests of a user at a time. */
const CONCURRENCY = 4;

export type Outcome<Item> = { changed: Item[]; errors: unknown[] };

/** Calls the API for each item. Waits when the rate limit says so, skips what the server refuses, stops if it fails. */
export async function forEach<Item>(items: Item[], call: (item: Item) => Promise<unknown>): Promise<Outcome<Item>> {
  const queue = [...items];
  const outcome: Outcome<Item> = { changed: [], errors: [] };

  async function work() {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await call(item);
        outcome.changed.push(item);
      } catch (error) {
        if (error instanceof ApiError && error.status === 429) {
          queue.push(item);
          await wait(error.retryAfter);
          continue;
        }
        outcome.errors.push(error);
        if (!isRefusal(error)) queue.length = 0;
      }
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return outcome;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 401;
}

function wait(seconds: number) {
  return new Promise((resolve) => setTimeout(resolve, (seconds > 0 ? seconds : 1) * 1_000));
}
