import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { Overloaded } from '../queue.ts';

// In milliseconds. The second is for a process that hangs without working.
const IDLE_LIMIT = 5_000;
const HANG_LIMIT = 60_000;
const LOOK_EVERY = 50;

// What a task is, the two programs know.
type Order = { task: never; processorTime: number };

/**
 * In the program of `makeChild`: answers each task by what `work` makes of it, and by null when that fails. Nothing stops
 * a picture in the middle but the end of its process.
 */
export function answerTasks(work: (task: never) => Promise<Serializable>): void {
  process.on('message', ({ task, processorTime }: Order) => {
    const before = process.cpuUsage();
    // What others do on a busy machine costs nobody their picture.
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1_000 > processorTime) process.exit();
    }, LOOK_EVERY);
    const answer = (result: Serializable | null) => {
      clearInterval(watch);
      process.send?.(result);
    };
    work(task).then(answer, () => answer(null));
  });
  process.on('disconnect', () => process.exit());
  // It has loaded all that it needs.
  process.send?.(null);
}

/**
 * Work in a process of its own, without the server's settings, whose end gives back all its memory. Returns what hands it
 * one task at a time. Null: the task failed, or took more `processorTime`, in milliseconds. Throws Overloaded.
 */
export function makeChild<Answer>(program: string) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function forget(child: ChildProcess): void {
    if (running === child) running = undefined;
  }

  // Its exit is told later: a task that comes until then needs another process.
  function end(child: ChildProcess): void {
    forget(child);
    child.kill('SIGKILL');
  }

  async function start(): Promise<ChildProcess> {
    const child = fork(program, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    running = child;
    child.once('exit', () => forget(child));
    // Not started, or not reached: the task that waits is answered by its end.
    child.on('error', () => {
      forget(child);
      child.emit('exit');
    });
    // A server that stops does not wait for it.
    child.unref();
    child.channel?.unref();
    await nextMessage(child);
    if (running !== child) throw new Overloaded('The process did not start');
    return child;
  }

  return async (task: unknown, processorTime: number): Promise<Answer | null> => {
    clearTimeout(idle);
    const child = running ?? (await start());
    const hung = setTimeout(() => end(child), HANG_LIMIT);
    try {
      child.send({ task, processorTime }, () => undefined);
      return (await nextMessage(child)) as Answer | null;
    } finally {
      clearTimeout(hung);
      idle = setTimeout(() => end(child), IDLE_LIMIT).unref();
    }
  };
}

/** Null when the process ends before it says anything. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  try {
    const message = once(child, 'message', { signal: ended.signal });
    const exit = once(child, 'exit', { signal: ended.signal });
    const [answer] = await Promise.race([message, exit.then(() => [null])]);
    return answer;
  } finally {
    ended.abort();
  }
}
