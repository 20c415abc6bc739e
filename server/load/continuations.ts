import { clockOf, currentClient, currentTurn } from './clients.ts';
import { QUEUES } from './limits.ts';
import { Queue } from './queue.ts';

const continuations = new Queue(QUEUES.continuations);
const slowContinuations = new Queue(QUEUES.slowContinuations);
const searchContinuations = new Queue(QUEUES.searchContinuations);

function currentQueue(): Queue {
  const slotOf = currentClient.getStore()?.slotOf;
  if (slotOf === undefined) return continuations;
  return slotOf === 'searches' ? searchContinuations : slowContinuations;
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
  const free = await currentQueue().enter(...currentTurn());
  free();
}
