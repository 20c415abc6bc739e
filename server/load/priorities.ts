import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, getPriority, setPriority } from 'node:os';

// A nice value: with 5, Linux gives the event loop three times as much of a busy core as one of the threads.
const LOWER = 5;

/**
 * Lets the event loop, for which all requests wait, go before libuv's threads, which hash and compress. On Linux only,
 * where each thread has a priority. With a single core, a flood of requests would leave too little to the hashes.
 */
export async function preferEventLoop(): Promise<void> {
  if (process.platform !== 'linux' || availableParallelism() === 1) return;
  const threads = '/proc/self/task';
  try {
    for (const id of await readdir(threads)) {
      const name = await readFile(`${threads}/${id}/comm`, 'utf8');
      // A process may not raise a priority, and its own may be lower already.
      if (name.trim() === 'libuv-worker') setPriority(Number(id), Math.max(getPriority(), LOWER));
    }
  } catch {
    // A system that does not allow it. Without it, a busy server is only slower.
  }
}
