import { currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

const queue = new Queue(QUEUES.continuations);

/**
 * Resolves when this turn of the event loop has time left. Await it between a wait for the database and slow work, and
 * between the steps of slow work: otherwise many requests would do theirs in one turn.
 */
export async function nextSlice(): Promise<void> {
  const client = currentClient.getStore();
  const free = await queue.enter(client, client?.priority);
  free();
}
