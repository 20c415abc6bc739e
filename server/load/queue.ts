import { channel } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { yielding } from './accepting.ts';
import { type Client, clockOf, type CurrentClient } from './clients.ts';
import { inSlices } from './slices.ts';
import { type Limits, Usage } from './usage.ts';

/**
 * `timeOut` is the longest wait in milliseconds; by default, there is none. A queue with a `name` publishes its state to
 * `queueStates`.
 */
export type QueueLimits = {
  running: Limits;
  waiting: Limits;
  timeOut?: number;
  name?: string;
  /** Milliseconds for which tasks are started in a turn of the event loop: see `inSlices`. */
  slice?: number;
  /** Tasks wait while new connections arrive, as those of queues with slices do. */
  yields?: boolean;
  /** The priorities that go first, in turn, so that none starves another. By default the highest always goes first. */
  first?: readonly Priority[];
};

export const queueStates = channel('trilha:queue');
export type QueueState = { name: string; running: number; waiting: number };

/** The server lacks a resource for this request: a slot, memory or time. The response is 503. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

type Task = {
  client: Client;
  amount: 1;
  start: () => void;
  refuse: (reason: string) => void;
  chargeSlice: (milliseconds: number) => void;
};

const ANYBODY: Client = { network: '', id: '' };

// In milliseconds, the least that a slot is charged. A request keeps it while its statements wait for PostgreSQL; those that
// are refused in their first turn would be charged almost nothing.
const SHORTEST_SLOT = 10;

// Of each millisecond of a wait in vain. If it cost nothing, those who ask again and again would always go before newcomers.
const COST_OF_WAIT = 0.001;

const PRIORITIES = [2, 1, 0] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * A fair queue. First comes the network with the least used time, and in it the client with the least. Time counts only
 * while others wait. If full, the queue refuses the largest client's newest task.
 */
export class Queue {
  readonly #limits: QueueLimits;
  readonly #running = new Usage<Task>();
  readonly #waiting = { 0: new Usage<Task>(), 1: new Usage<Task>(), 2: new Usage<Task>() };
  readonly #startTasks: () => void;
  // Where any number of tasks may run, a task is charged for its slice only: not for its waits in other queues.
  readonly #chargesSlots: boolean;
  /** One for each start, in turn. */
  readonly #orders: Priority[][];
  #started = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#chargesSlots = limits.running.total !== undefined;
    const { first: firsts = [2] } = limits;
    this.#orders = firsts.map((first) => [first, ...PRIORITIES.filter((priority) => priority !== first)]);
    const startNext = () => this.#startNext();
    const startAll = () => all(startNext);
    if (limits.slice !== undefined) this.#startTasks = inSlices(startNext, limits.slice);
    else this.#startTasks = limits.yields ? yielding(startAll) : startAll;
  }

  get isEmpty(): boolean {
    return this.#running.total + this.waiting === 0;
  }

  get waiting(): number {
    return PRIORITIES.reduce<number>((sum, priority) => sum + this.#waiting[priority].total, 0);
  }

  /** Resolves to a function that frees the slot, or rejects with Overloaded: also when `connection` closes during the wait. */
  enter(client: CurrentClient = ANYBODY, priority: Priority = 0, connection?: EventEmitter): Promise<() => void> {
    const waiting = this.#waiting[priority];
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const charge = (milliseconds: number) => waiting.charge(client, milliseconds);
    const endWait = () => {
      isWaiting = false;
      clearTimeout(timer);
      connection?.off('close', leave);
    };
    const refuse = (reason: string) => {
      endWait();
      waiting.delete(task);
      reject(new Overloaded(reason));
    };
    const giveUp = (reason: string) => {
      if (this.#chargesSlots) charge((performance.now() - entered) * COST_OF_WAIT);
      refuse(reason);
    };
    const leave = () => giveUp('The connection closed');
    let timer: NodeJS.Timeout | undefined;
    let isWaiting = true;
    const entered = performance.now();
    const start = () => {
      endWait();
      this.#running.add(task);
      if (client.waits) client.waits.sum += performance.now() - entered;
      const started = clockOf(client);
      resolve(() => {
        if (!this.#running.delete(task)) return;
        if (this.#chargesSlots) charge(Math.max(clockOf(client) - started, SHORTEST_SLOT));
        this.#startTasks();
        this.#publish();
      });
    };
    const chargeSlice = this.#chargesSlots ? () => undefined : charge;
    const task: Task = { client, amount: 1, start, refuse, chargeSlice };
    waiting.add(task);
    this.#startTasks();
    const { timeOut } = this.#limits;
    if (isWaiting) {
      if (timeOut !== undefined) timer = setTimeout(() => giveUp('Waited too long in the queue'), timeOut);
      connection?.once('close', leave);
    }
    const excess = waiting.findExcess(this.#limits.waiting, task);
    if (excess) [...excess].at(-1)?.refuse('The queue is full');
    this.#publish();
    return promise;
  }

  /** Runs a task in a slot. The task may call `free` to free the slot before it ends. Throws Overloaded. */
  async run<Result>(
    task: (free: () => void) => Promise<Result>,
    client?: Client,
    priority?: Priority,
  ): Promise<Result> {
    const free = await this.enter(client, priority);
    try {
      return await task(free);
    } finally {
      free();
    }
  }

  #startNext(): Task | undefined {
    // Saves a search among all waiting clients.
    if (this.#running.total >= (this.#limits.running.total ?? Infinity)) return undefined;
    const mayStart = (client: Client) => this.#running.hasRoom(this.#limits.running, client);
    for (const priority of this.#orders[this.#started % this.#orders.length] ?? PRIORITIES) {
      const task = this.#waiting[priority].dequeue(mayStart);
      if (!task) continue;
      this.#started += 1;
      task.start();
      return task;
    }
    return undefined;
  }

  #publish(): void {
    const { name } = this.#limits;
    if (name === undefined || !queueStates.hasSubscribers) return;
    queueStates.publish({ name, running: this.#running.total, waiting: this.waiting } satisfies QueueState);
  }
}

export class KeyedQueues {
  readonly #queues = new Map<string, Queue>();
  readonly #limits: QueueLimits;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  async run<Result>(key: string, task: () => Promise<Result>, client?: Client): Promise<Result> {
    const queue = this.#queues.getOrInsertComputed(key, () => new Queue(this.#limits));
    try {
      return await queue.run(task, client);
    } finally {
      if (queue.isEmpty) this.#queues.delete(key);
    }
  }
}

function all(startNext: () => Task | undefined): void {
  while (startNext());
}
