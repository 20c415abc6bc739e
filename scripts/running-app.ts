import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Session } from '#contract/session.ts';
import type { Technology, TechnologyInput } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import type { WorkInput } from '#contract/work.ts';
import { SIGN_UP, TECHNOLOGY } from '../server/openapi/examples.ts';
import { findBrowser } from './browser/find.ts';
import { buildWebIfStale, root, SetUpProblem } from './set-up.mjs';

export type RunningServer = { address: string; child: ChildProcess; stop: () => Promise<void> };

export async function prepareApp(): Promise<string> {
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  return findBrowser();
}

/** Starts a server on a free port; it ends with this process. Throws SetUpProblem with the server's log if it exits. */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  command = [process.execPath, 'server/main.ts'],
): Promise<RunningServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: '', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // On a signal Playwright ends its browser and this process without running `finally` blocks.
  process.once('exit', () => child.kill('SIGKILL'));
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  };
  const log: string[] = [];
  for await (const line of createInterface({ input: child.stderr as Readable })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) {
      child.stderr?.resume();
      return { address, child, stop };
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

/** Memory of the server after a garbage collection, in bytes. */
export async function memoryOf(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  child.send('collect');
  const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return usage;
}

/** Runs the server with a database in memory until the work is done. */
export async function withApp(work: (address: string) => Promise<void>): Promise<void> {
  const settings = { DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent', RATE_LIMIT: 'off' };
  const { address, stop } = await startServer(settings);
  try {
    await work(address);
  } finally {
    await stop();
  }
}

/** Signs a user up and in, with these technologies and works. A work names its technologies by title. */
export async function signUp(
  address: string,
  overrides: Partial<SignUp>,
  technologies: ReadonlyArray<Partial<TechnologyInput>>,
  works: readonly WorkInput[] = [],
): Promise<Session> {
  const user = { ...SIGN_UP, ...overrides };
  await send('POST', `${address}/users`, user);
  const { email, password } = user;
  const session = (await send('POST', `${address}/sessions`, { email, password })) as Session;
  const ids = new Map<string, string>();
  for (const technology of technologies) {
    const input = { ...TECHNOLOGY, ...technology };
    const { id } = (await send('POST', `${address}/users/techs`, input, session.token)) as Technology;
    ids.set(input.title, id);
  }
  for (const work of works) {
    const input = { ...work, technologies: work.technologies?.flatMap((title) => ids.get(title) ?? []) };
    await send('POST', `${address}/users/works`, input, session.token);
  }
  return session;
}

export async function publish(address: string, { token }: Session, handle: string): Promise<void> {
  await send('PUT', `${address}/profile`, { handle, visibility: 'public' }, token);
}

/** Playwright's `storageState` of a browser with this session. */
export function storedSession(address: string, { token, user }: Session) {
  const stored = { token, userId: user.id };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

async function send(method: 'POST' | 'PUT', url: string, body: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: status ${response.status}: ${await response.text()}`);
  return response.json();
}
