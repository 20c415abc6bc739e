import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Session } from '#contract/session.ts';
import type { TechnologyInput } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import type { WorkInput } from '#contract/work.ts';
import { findBrowser } from './browser/find.ts';
import { buildWebIfStale, root, SetUpProblem } from './set-up.mjs';

/** The user whose screens are looked at. */
const USER: SignUp = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  password: 'senha123',
  bio: 'Aprendo a programar.',
  contact: 'https://example.com/ana',
  course_module: 'Segundo módulo (Frontend Avançado)',
};

/** Builds what `withApp` serves; answers the path of a browser. */
export async function prepareApp(): Promise<string> {
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  return findBrowser();
}

/** Runs the server on a free port, with a database in memory, for as long as the work takes. */
export async function withApp(work: (address: string) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: 'sqlite::memory:',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => child.kill();
  // On a signal Playwright ends its browser and this process, without running any `finally`.
  process.once('exit', stop);
  const address = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [ready] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (ready === undefined) console.error(line);
      else resolve(ready);
    });
    child.once('close', () => reject(new SetUpProblem('The server did not start.')));
  });
  try {
    await work(await address);
  } finally {
    stop();
  }
}

/** Signs a user up and in, with these technologies and works. */
export async function signUp(
  address: string,
  overrides: Partial<SignUp>,
  technologies: readonly TechnologyInput[],
  works: readonly WorkInput[] = [],
): Promise<Session> {
  const user = { ...USER, ...overrides };
  await post(`${address}/users`, user);
  const session = (await post(`${address}/sessions`, { email: user.email, password: user.password })) as Session;
  for (const technology of technologies) await post(`${address}/users/techs`, technology, session.token);
  for (const work of works) await post(`${address}/users/works`, work, session.token);
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

function post(url: string, body: object, token?: string): Promise<unknown> {
  return send('POST', url, body, token);
}

async function send(method: string, url: string, body: object, token?: string): Promise<unknown> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
