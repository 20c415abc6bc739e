import { clockOf, type CurrentClient, currentClient } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

const continuations = new Queue(QUEUES.continuations);
const slowContinuations = new Queue(QUEUES.slowContinuations);
const searchContinuations = new Queue(QUEUES.searchContinuations);

function queueOf(client: CurrentClient | undefined): Queue {
  if (client?.priority === undefined) return continuations;
  return client.isSearch ? searchContinuations : slowContinuations;
}

/** Milliseconds on the clock of the current request: see `clockOf`. */
export function ownTime(): number {
  return clockOf(currentClient.getStore());
}

/**
 * Resolves when this turn of the event loop has time left. Await it between a wait for the database and slow work, and
 * between the steps of slow work: otherwise many requests would do theirs in one turn.
 */
export async function nextSlice(): Promise<void> {
  const client = currentClient.getStore();
  const free = await queueOf(client).enter(client);
  free();
}
