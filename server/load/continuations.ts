import { currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

/**
 * Returns a function that resolves in a slice of a turn of the event loop, in a fair queue of its own. Call it before work
 * that follows a wait for the database and takes milliseconds: many requests may end such a wait in one turn.
 */
export function makeNextSlice(): () => Promise<void> {
  const queue = new Queue(QUEUES.continuations);
  return async () => {
    const free = await queue.enter(currentClient.getStore());
    free();
  };
}
