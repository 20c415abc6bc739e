import { currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

/**
 * Returns a function that resolves in a slice of a turn of the event loop. Call it before slow work that follows a wait
 * for the database: many requests may end such a wait in one turn.
 */
export function makeNextSlice(): () => Promise<void> {
  const queue = new Queue(QUEUES.continuations);
  return async () => {
    const free = await queue.enter(currentClient.getStore());
    free();
  };
}
