import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';

// A nice value: with 5, Linux gives the event loop three times as much of a busy core as one of the threads.
const OF_THREADS = 5;

/**
 * Lets the event loop, for which all requests wait, go before libuv's threads, which hash and compress. On Linux only: there
 * each thread has a priority. Not on a single core: a flood of requests would leave too little to the hashes.
 */
export async function preferEventLoop(): Promise<void> {
  if (process.platform === 'linux' && availableParallelism() > 1) await lowerThreads().catch(ignore);
}

/** Lets the server go before this process. */
export async function preferServer(): Promise<void> {
  await lower(process.pid, constants.priority.PRIORITY_BELOW_NORMAL).catch(ignore);
}

// Some systems do not allow it. Without it, a busy server is only slower.
function ignore(): void {}

async function lowerThreads(): Promise<void> {
  const threads = '/proc/self/task';
  for (const id of await readdir(threads)) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8');
    if (name.trim() === 'libuv-worker') await lower(Number(id), OF_THREADS);
  }
}

/** Not above the priority of the process, which may be lower already: a process may not raise one. */
async function lower(id: number, nice: number): Promise<void> {
  setPriority(id, Math.max(getPriority(), nice));
}
