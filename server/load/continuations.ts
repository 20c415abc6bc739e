import { currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

const queue = new Queue(QUEUES.continuations);

/**
 * Resolves in a slice of a turn of the event loop. Call it before work that follows a wait for the database and takes
 * milliseconds: many requests may end such a wait in one turn.
 */
export async function nextSlice(): Promise<void> {
  const free = await queue.enter(currentClient.getStore());
  free();
}
