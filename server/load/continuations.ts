import { currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

const queue = new Queue(QUEUES.continuations);

/**
 * Resolves in a slice of a turn of the event loop. Call it before slow work that follows a wait for the database, and
 * between the steps of such work: many requests may reach it in one turn.
 */
export async function nextSlice(): Promise<void> {
  const client = currentClient.getStore();
  const free = await queue.enter(client, client?.priority);
  free();
}
