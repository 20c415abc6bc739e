import { channel } from 'node:diagnostics_channel';
import { type Client, Ledger, type Limits } from './ledger.ts';

/** `timeOut` is the longest wait in milliseconds. A queue with a `name` publishes its state to `queueStates`. */
export type QueueLimits = {
  running: Limits;
  waiting: Limits;
  timeOut: number;
  name?: string;
  /** Starts tasks for at most so many milliseconds per turn of the event loop, which handles I/O in between. */
  slice?: number;
};

/** Published for each named queue at each change, as `QueueState`. */
export const queueStates = channel('trilha:queue');
export type QueueState = { name: string; running: number; waiting: number };

/** The queue was full, or the task waited longer than `timeOut`. The task did not run. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

type Task = { client: Client; amount: 1; start: () => void; refuse: (reason: string) => void };

const ANYBODY: Client = { group: '', member: '' };

/** Groups take turns, and so do the members of a group. A full queue refuses the newest task of the largest client. */
export class Queue {
  readonly #limits: QueueLimits;
  readonly #running = new Ledger<{ client: Client; amount: 1 }>();
  readonly #first = new Ledger<Task>();
  readonly #usual = new Ledger<Task>();
  readonly #startWaiting: () => void;

  /** Called before each slice. If `shouldYield` returns true, the slice waits for the next turn of the event loop. */
  constructor(limits: QueueLimits, shouldYield?: () => boolean) {
    this.#limits = limits;
    const startNext = () => this.#startNext();
    this.#startWaiting =
      limits.slice === undefined ? () => all(startNext) : inSlices(startNext, limits.slice, shouldYield);
  }

  /** Resolves to a function that frees the slot, or rejects with Overloaded. `isFirst` tasks start before others. */
  enter(client = ANYBODY, isFirst = false): Promise<() => void> {
    const waiting = isFirst ? this.#first : this.#usual;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const refuse = (reason: string) => {
      waiting.delete(task);
      clearTimeout(timer);
      reject(new Overloaded(reason));
    };
    const start = () => {
      clearTimeout(timer);
      const slot = { client, amount: 1 } as const;
      this.#running.add(slot);
      resolve(() => {
        this.#running.delete(slot);
        this.#startWaiting();
        this.#publish();
      });
    };
    const task: Task = { client, amount: 1, start, refuse };
    const timer = setTimeout(() => refuse('Waited too long in the queue'), this.#limits.timeOut);
    waiting.add(task);
    this.#startWaiting();
    waiting.overdrawn(this.#limits.waiting, task)?.at(-1)?.refuse('The queue is full');
    this.#publish();
    return promise;
  }

  /** Runs a task in a slot. The task may call `leave` to free the slot before it ends. Throws Overloaded. */
  async run<Result>(task: (leave: () => void) => Promise<Result>, client?: Client, isFirst?: boolean): Promise<Result> {
    const leave = await this.enter(client, isFirst);
    try {
      return await task(leave);
    } finally {
      leave();
    }
  }

  #startNext(): boolean {
    const mayStart = (client: Client) => this.#running.hasRoom(this.#limits.running, client);
    const task = this.#first.takeNext(mayStart) ?? this.#usual.takeNext(mayStart);
    task?.start();
    return task !== undefined;
  }

  #publish(): void {
    const { name } = this.#limits;
    if (name === undefined || !queueStates.hasSubscribers) return;
    const waiting = this.#first.total + this.#usual.total;
    queueStates.publish({ name, running: this.#running.total, waiting } satisfies QueueState);
  }
}

function all(startNext: () => boolean): void {
  while (startNext());
}

function inSlices(startNext: () => boolean, slice: number, shouldYield = () => false): () => void {
  let isScheduled = false;
  let end = 0;
  const schedule = () => void setImmediate(begin);
  function begin(): void {
    if (shouldYield()) return schedule();
    end = performance.now() + slice;
    return start();
  }
  function start(): void {
    isScheduled = startNext();
    // Runs after the task's microtasks: with SQLite, which is synchronous, after all of its work.
    if (isScheduled) queueMicrotask(() => process.nextTick(goOn));
  }
  function goOn(): void {
    if (performance.now() < end) start();
    else schedule();
  }
  return () => {
    if (!isScheduled) schedule();
    isScheduled = true;
  };
}
