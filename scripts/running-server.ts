import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buildWebIfStale, root, SetUpProblem } from './set-up.mjs';

export type RunningServer = AsyncDisposable & { address: string; child: ChildProcess };

const SERVER = [process.execPath, 'server/main.ts'];

export async function requireWebApp(): Promise<void> {
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
}

/** Starts a server on a free port; it ends with this process. Throws SetUpProblem with the server's log if it exits. */
export async function startServer(environment: NodeJS.ProcessEnv, command = SERVER): Promise<RunningServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: '', DRAIN_SECONDS: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // On a signal Playwright ends its browser and this process without leaving any scope.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const closed = once(child, 'close').then(() => process.off('exit', kill));
  const stop = async () => {
    child.kill();
    await closed;
  };
  const log: string[] = [];
  for await (const line of createInterface({ input: child.stderr as Readable })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) {
      child.stderr?.resume();
      return { address, child, [Symbol.asyncDispose]: stop };
    }
    log.push(line);
  }
  throw new SetUpProblem(`The server did not start: ${log.join(' ')}`);
}

/** A command for `startServer` whose server answers `memoryOf`. */
export const MEASURED = [
  process.execPath,
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `process.on('message', () => { gc(); gc(); process.send(process.memoryUsage()); }); process.channel.unref()`,
  )}`,
  'server/main.ts',
];

export async function memoryOf(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  child.send('collect');
  const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return usage;
}
