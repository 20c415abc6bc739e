import { yielding } from './accepting.ts';
import { findLeast, UsedTimes } from './used-times.ts';

// In milliseconds: how long all queues together start tasks in a turn of the event loop. Between turns, the process reads
// sockets and the results of PostgreSQL, so a request takes as many turns as it has statements.
const TURN = 10;
// In milliseconds, the most that a task is charged, and that a queue rests: a longer task was interrupted, by the garbage
// collector or by another program.
const LONGEST_TASK = 20;
const LONGEST_REST = 200;
// Also how long all others must have had no tasks before a rest ends early.
const SHORTEST_REST = 5;

type Task = { chargeSlice: (milliseconds: number) => void };
type Sliced = { name: string; slice: number; startNext: () => Task | undefined; lastTurn: number };

/** Queues that may have tasks to start. */
const ready = new Map<string, Sliced>();
const resting = new Map<Sliced, NodeJS.Timeout>();
const usedTimes = new UsedTimes();
let queues = 0;
let turn = 0;
let turnEnd = 0;
let sliceEnd = 0;
let isScheduled = false;
let idle: NodeJS.Timeout | undefined;

/**
 * Starts tasks by `startNext` for `slice` milliseconds of a turn of the event loop. If the queues need more than the turn,
 * those that have used the fewest slices go first. Call the returned function when there is a task.
 */
export function inSlices(startNext: Sliced['startNext'], slice: number): () => void {
  queues += 1;
  const queue = { name: String(queues), slice, startNext, lastTurn: 0 };
  return () => {
    if (!resting.has(queue)) add(queue);
  };
}

function add(queue: Sliced): void {
  if (!ready.has(queue.name)) usedTimes.add(queue.name, 0);
  ready.set(queue.name, queue);
  if (isScheduled) return;
  clearTimeout(idle);
  isScheduled = true;
  setImmediate(beginTurn);
}

const beginTurn = yielding(() => {
  turn += 1;
  const now = performance.now();
  turnEnd = now + TURN;
  startSlice(now);
});

function startSlice(now: number): void {
  const queue = findLeast(ready, usedTimes, (each) => (each.lastTurn === turn ? undefined : each));
  if (!queue || now >= turnEnd) return endTurn();
  queue.lastTurn = turn;
  sliceEnd = now + queue.slice;
  usedTimes.goFirst(queue.name, othersWait());
  return startTask(queue, now);
}

function startTask(queue: Sliced, now: number): void {
  const task = queue.startNext();
  if (task) {
    // Runs after the task's microtasks: with SQLite, which is synchronous, after all of its work.
    queueMicrotask(() => process.nextTick(goOn, queue, task, now));
  } else {
    ready.delete(queue.name);
    startSlice(now);
  }
}

function goOn(queue: Sliced, task: Task, since: number): void {
  const now = performance.now();
  const used = Math.min(now - since, LONGEST_TASK);
  task.chargeSlice(used);
  if (othersWait()) usedTimes.add(queue.name, used / Math.max(queue.slice, 1));
  if (now < Math.min(sliceEnd, turnEnd)) return startTask(queue, now);
  // Otherwise a queue with tasks of 150 ms would take most of the time.
  if (now - sliceEnd > SHORTEST_REST && othersWait()) rest(queue, Math.min(now - sliceEnd, LONGEST_REST));
  return startSlice(now);
}

function rest(queue: Sliced, milliseconds: number): void {
  ready.delete(queue.name);
  resting.set(queue, setTimeout(wake, milliseconds, queue));
}

function wake(queue: Sliced): void {
  clearTimeout(resting.get(queue));
  resting.delete(queue);
  add(queue);
}

function endTurn(): void {
  isScheduled = ready.size > 0;
  if (isScheduled) return void setImmediate(beginTurn);
  // The others have no tasks: otherwise the process would idle while all queues that have tasks rest.
  const [first] = resting.keys();
  if (first) idle = setTimeout(wake, SHORTEST_REST, first);
}

/** Whether queues other than the one that runs wait. */
function othersWait(): boolean {
  return ready.size + resting.size > 1;
}
