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

/** Builds what `withApp` serves; answers the path of a browser. */
export async function prepareApp(): Promise<string> {
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  return findBrowser();
}

/** A server in a process of its own. */
export type RunningServer = { address: string; child: ChildProcess };

/** Starts a server on a free port, which ends with this process; `command` may start another. Throws SetUpProblem. */
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
  // On a signal Playwright ends its browser and this process, without running any `finally`.
  process.once('exit', () => child.kill('SIGKILL'));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr as Readable })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) {
      child.stderr?.resume();
      return { address, child };
    }
    said.push(line);
  }
  throw new SetUpProblem(`The server did not start: ${said.join(' ')}`);
}

// What memory would be without garbage that nobody has needed to collect yet.
const COLLECT = `process.on('message', () => { gc(); gc(); process.send(process.memoryUsage()); }); process.channel.unref()`;
/** A command for `startServer`, whose server tells `memoryOf`. */
export const MEASURED = [
  process.execPath,
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(COLLECT)}`,
  'server/main.ts',
];

/** After a collection of garbage, in bytes. */
export async function memoryOf(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  child.send('collect');
  const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return usage;
}

/** Runs the server with a database in memory, for as long as the work takes. */
export async function withApp(work: (address: string) => Promise<void>): Promise<void> {
  const { address, child } = await startServer({
    DATABASE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  try {
    await work(address);
  } finally {
    child.kill();
  }
}

/** Signs a user up and in, with these technologies, and works that name those they show by their titles. */
export async function signUp(
  address: string,
  overrides: Partial<SignUp>,
  technologies: ReadonlyArray<Partial<TechnologyInput>>,
  works: readonly WorkInput[] = [],
): Promise<Session> {
  const user = { ...SIGN_UP, ...overrides };
  await post(`${address}/users`, user);
  const session = (await post(`${address}/sessions`, { email: user.email, password: user.password })) as Session;
  const ids = new Map<string, string>();
  for (const technology of technologies) {
    const added = (await post(`${address}/users/techs`, { ...TECHNOLOGY, ...technology }, session.token)) as Technology;
    ids.set(added.title, added.id);
  }
  for (const work of works) {
    const shown = work.technologies?.flatMap((title) => ids.get(title) ?? []);
    await post(`${address}/users/works`, { ...work, technologies: shown }, session.token);
  }
  return session;
}

/** Makes the profile public, under this handle. */
export async function publish(address: string, { token }: Session, handle: string): Promise<void> {
  await send('PUT', `${address}/profile`, { handle, visibility: 'public' }, token);
}

/** What a browser with this session has stored, for Playwright's `storageState`. */
export function storedSession(address: string, { token, user }: Session) {
  const stored = { token, userId: user.id };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

/** Answers the body of the answer. Throws when it is refused. */
export function post(url: string, body: object, token?: string): Promise<unknown> {
  return send('POST', url, body, token);
}

async function send(method: string, url: string, body: object, token?: string): Promise<unknown> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
