import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

// In milliseconds.
const IDLE_LIMIT = 5_000;

/**
 * Work in a process of its own, which knows no setting of the server: only a process can be stopped in the middle of a
 * picture, and only its end gives back all its memory. It starts with the first task, and ends some seconds after the last.
 * Returns the function that hands it a task: one at a time. Null when the task has failed or took longer than `timeLimit`.
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

  function start(): ChildProcess {
    const child = fork(program, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    child.once('exit', () => forget(child));
    // Not started, or not reached: the task that waits is answered by its end.
    child.on('error', () => {
      forget(child);
      child.emit('exit');
    });
    // A server that stops does not wait for it.
    child.unref();
    child.channel?.unref();
    return child;
  }

  return async (task: unknown, timeLimit: number): Promise<Answer | null> => {
    clearTimeout(idle);
    running ??= start();
    const child = running;
    const deadline = setTimeout(() => end(child), timeLimit);
    const ended = new AbortController();
    try {
      const answer = once(child, 'message', { signal: ended.signal });
      const exit = once(child, 'exit', { signal: ended.signal });
      child.send(task as Serializable, () => undefined);
      const [result] = (await Promise.race([answer, exit.then(() => [null])])) as [Answer | null];
      return result;
    } finally {
      ended.abort();
      clearTimeout(deadline);
      idle = setTimeout(() => end(child), IDLE_LIMIT).unref();
    }
  };
}
