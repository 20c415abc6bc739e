import { currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

const continuations = new Queue(QUEUES.continuations);
const slowContinuations = new Queue(QUEUES.slowContinuations);

/**
 * Resolves when this turn of the event loop has time left. Await it between a wait for the database and slow work, and
 * between the steps of slow work: otherwise many requests would do theirs in one turn.
 */
export async function nextSlice(): Promise<void> {
  const client = currentClient.getStore();
  const queue = client?.priority === undefined ? continuations : slowContinuations;
  const free = await queue.enter(client);
  free();
}
