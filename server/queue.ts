/** Tasks at once, tasks that may wait, and the longest wait in milliseconds. */
export type QueueLimits = { running: number; waiting: number; timeOut: number };

/** The queue is full, or the wait was too long: the task was not run. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** A queue, first come, first served: returns the function that runs a task in it. That one throws Overloaded. */
export function makeQueue({ running, waiting, timeOut }: QueueLimits) {
  let busy = 0;
  const queue: Array<() => void> = [];

  function wait(): Promise<void> {
    if (queue.length >= waiting) return Promise.reject(new Overloaded('The queue is full'));
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(start), 1);
        reject(new Overloaded('Waited too long in the queue'));
      }, timeOut);
      queue.push(start);
    });
  }

  return async function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    if (busy >= running) await wait();
    else busy += 1;
    try {
      return await task();
    } finally {
      // The next task takes over this place, so `busy` stays as it is.
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
