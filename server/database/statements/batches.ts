import type { DeleteResult } from 'kysely';

// A row takes SQLite some 25 µs to delete, and nothing else happens in the process meanwhile.
const BATCH = 500;

/** Deletes until there is no more, in statements of some milliseconds: what waits meanwhile goes between them. */
export async function inBatches(deleteSome: (size: number) => Promise<DeleteResult>): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteSome(BATCH);
    if (numDeletedRows < BATCH) return;
    await new Promise(setImmediate);
  }
}
