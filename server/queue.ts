import { channel } from 'node:diagnostics_channel';

/** Publishes a `QueueState` at each change of a queue with a name. */
export const queueStates = channel('trilha:queue');
export type QueueState = { name: string; running: number; waiting: number };

/** Tasks at once, tasks that may wait, and the longest wait in milliseconds. A queue with a name is measured. */
export type QueueLimits = { running: number; waiting: number; timeOut: number; name?: string };

/** The queue is full, or the wait was too long: the task was not run. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

type Waiting = { start: () => void; refuse: (reason: string) => void };

/** Those who wait, each in a line of their own; the lines are in the order of their turns, and none is empty. */
class Lines {
  readonly #lines = new Map<string, Waiting[]>();
  length = 0;

  join(who: string, task: Waiting): void {
    const line = this.#lines.get(who);
    if (line) line.push(task);
    else this.#lines.set(who, [task]);
    this.length += 1;
  }

  leave(who: string, task: Waiting): void {
    const line = this.#lines.get(who) ?? [];
    line.splice(line.indexOf(task), 1);
    this.length -= 1;
    if (line.length === 0) this.#lines.delete(who);
  }

  /**
   * The longest line loses its last; of equal ones, the line that is furthest from its turn. Throws Overloaded when the line
   * of `who` would be as long with one more.
   */
  makeRoom(who?: string): void {
    let longest: Waiting[] = [];
    for (const line of this.#lines.values()) if (line.length >= longest.length) longest = line;
    const own = who === undefined ? -1 : (this.#lines.get(who)?.length ?? 0);
    if (longest.length <= own + 1) throw new Overloaded('The queue is full');
    longest.at(-1)?.refuse('The queue is full, and others wait for less');
  }

  /** False when nobody waits. */
  startNext(): boolean {
    for (const [who, line] of this.#lines) {
      // The next turn is another's.
      this.#lines.delete(who);
      this.#lines.set(who, line);
      line[0]?.start();
      return true;
    }
    return false;
  }
}

/**
 * Returns a function that runs a task in a fair queue, or throws Overloaded. Clients take turns; a full queue drops the
 * last task of the client with the most. Tasks with `isFirst` start before all others.
 */
export function makeQueue({ running, waiting, timeOut, name }: QueueLimits) {
  let busy = 0;
  const first = new Lines();
  const usual = new Lines();
  const countWaiting = () => first.length + usual.length;

  function tell(): void {
    if (name === undefined || !queueStates.hasSubscribers) return;
    queueStates.publish({ name, running: busy, waiting: countWaiting() } satisfies QueueState);
  }

  async function wait(who: string, isFirst: boolean): Promise<void> {
    const lines = isFirst ? first : usual;
    if (countWaiting() >= waiting) {
      if (isFirst && usual.length > 0) usual.makeRoom();
      else lines.makeRoom(who);
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        lines.leave(who, task);
        tell();
      };
      const task: Waiting = {
        start: () => {
          end();
          resolve();
        },
        refuse: (reason) => {
          end();
          reject(new Overloaded(reason));
        },
      };
      const timer = setTimeout(() => task.refuse('Waited too long in the queue'), timeOut);
      lines.join(who, task);
      tell();
    });
  }

  return async function enqueue<Result>(task: () => Promise<Result>, who = '', isFirst = false): Promise<Result> {
    if (busy >= running) await wait(who, isFirst);
    else busy += 1;
    tell();
    try {
      return await task();
    } finally {
      // The next one takes over this place, so `busy` stays as it is.
      if (!first.startNext() && !usual.startNext()) busy -= 1;
      tell();
    }
  };
}

/** A queue for each key, as long as there is something in it: returns the function that runs a task in one. */
export function makeQueues(limits: QueueLimits) {
  const queues = new Map<string, { enqueue: ReturnType<typeof makeQueue>; tasks: number }>();

  return async function enqueue<Result>(key: string, task: () => Promise<Result>, who?: string): Promise<Result> {
    const queue = queues.get(key) ?? { enqueue: makeQueue(limits), tasks: 0 };
    queues.set(key, queue);
    queue.tasks += 1;
    try {
      return await queue.enqueue(task, who);
    } finally {
      queue.tasks -= 1;
      if (queue.tasks === 0) queues.delete(key);
    }
  };
}
