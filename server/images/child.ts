import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { preferServer } from '../load/priorities.ts';
import { Overloaded } from '../load/queue.ts';

// In milliseconds. When a task stalls, the next ones get a new process; when it hangs, its process is killed.
const IDLE_LIMIT = 5_000;
const STALL_LIMIT = 5_000;
const HANG_LIMIT = 60_000;
const LOOK_EVERY = 50;
const OUT_OF_TIME = 'out of time';

type Order = { task: never; processorTime: number };

/** Answers the tasks of `makeChild` at a low priority, with null if `work` fails. */
export function answerTasks(work: (task: never) => Promise<Serializable>): void {
  void preferServer();
  process.on('message', ({ task, processorTime }: Order) => {
    const before = process.cpuUsage();
    // Processor time, because a picture may wait long for a core of a busy machine.
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1_000 > processorTime) answer(OUT_OF_TIME);
    }, LOOK_EVERY);
    const answer = (result: Serializable | null) => {
      clearInterval(watch);
      process.send?.(result);
    };
    work(task).then(answer, () => answer(null));
  });
  // `process.exit` would wait for native code.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The first message, for `ready`: the program is loaded.
  process.send?.(null);
}

type Child = { process: ChildProcess; ready: Promise<unknown> };
/** `processorTime` is in milliseconds. `onStall` is called when the next task need not wait for this one any longer. */
type TaskOptions = { processorTime: number; onStall?: () => void };

/** Runs one task at a time in a separate process. Null if the task fails or is too slow; Overloaded if it is killed. */
export function makeChild<Answer>(program: string) {
  let running: Child | undefined;
  let stalled: Child | undefined;
  let idle: NodeJS.Timeout | undefined;

  function remove(child: Child): void {
    if (running === child) running = undefined;
  }

  // The `exit` event comes later; until then, the next task needs another process.
  function kill(child: Child): void {
    remove(child);
    child.process.kill('SIGKILL');
  }

  function start(): Child {
    const forked = fork(program, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    const child = { process: forked, ready: nextMessage(forked) };
    forked.once('exit', () => remove(child));
    // If the process does not start or cannot be reached, its task fails as after an exit.
    forked.on('error', () => forked.emit('exit'));
    forked.unref();
    forked.channel?.unref();
    return child;
  }

  function watch(child: Child, onStall?: () => void): () => void {
    const hung = setTimeout(() => kill(child), HANG_LIMIT);
    const stall = setTimeout(() => {
      // At most one more process: others would make a busy machine busier.
      if (stalled) return;
      stalled = child;
      remove(child);
      onStall?.();
    }, STALL_LIMIT);
    return () => {
      clearTimeout(hung);
      clearTimeout(stall);
      if (stalled === child) stalled = undefined;
    };
  }

  return async (task: unknown, { processorTime, onStall }: TaskOptions): Promise<Answer | null> => {
    clearTimeout(idle);
    const child = running ?? start();
    running = child;
    const unwatch = watch(child, onStall);
    try {
      await child.ready;
      child.process.send({ task, processorTime }, () => undefined);
      const answer = (await nextMessage(child.process)) as Answer | null | typeof OUT_OF_TIME;
      if (answer === OUT_OF_TIME) {
        remove(child);
        return null;
      }
      const { exitCode, signalCode } = child.process;
      if (exitCode === null && signalCode === null) running ??= child;
      return answer;
    } finally {
      unwatch();
      if (running === child) idle = setTimeout(() => kill(child), IDLE_LIMIT).unref();
      else kill(child);
    }
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const { signal } = ended;
  const message = once(child, 'message', { signal }).then(([answer]) => answer as unknown);
  const exit = once(child, 'exit', { signal }).then(() => {
    throw new Overloaded('The process that decodes or draws pictures has ended');
  });
  try {
    return await Promise.race([message, exit]);
  } finally {
    ended.abort();
  }
}
