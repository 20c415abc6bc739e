import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findBrowser } from './find-browser.mjs';
import { buildWebIfStale, installDependencies, projectNode, root, SetUpProblem } from './set-up.mjs';

/**
 * @typedef {{ title: string, status: string }} Technology
 * @typedef {{ title: string, description: string, deploy_url: string }} Work
 * @typedef {{ token: string, user: { id: string } }} Session
 */

/** Someone to look at the screens as. */
export const PERSON = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  password: 'senha123',
  bio: 'Aprendo a programar.',
  contact: 'https://example.com/ana',
  course_module: 'Segundo módulo (Frontend Avançado)',
};

/** Makes sure that there is something to run; answers the path of a browser. */
export async function prepareApp() {
  await installDependencies();
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  return findBrowser();
}

/**
 * Gives the address of the real server, on a free port and with data that lasts as long as the work.
 * @param {(address: string) => Promise<void>} work
 */
export async function withApp(work) {
  const child = spawn(projectNode(), ['server/main.ts'], {
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
  // Playwright answers a signal by ending its browser and this process: what waits for a `finally` would not happen.
  process.once('exit', stop);
  /** @type {Promise<string>} */
  const address = new Promise((resolve, reject) => {
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

/**
 * Signs somebody up and in, with these technologies and works.
 * @param {string} address
 * @param {Partial<typeof PERSON>} person
 * @param {readonly Technology[]} technologies
 * @param {readonly Work[]} works
 * @returns {Promise<Session>}
 */
export async function signUp(address, person, technologies, works = []) {
  const { email, password, ...rest } = { ...PERSON, ...person };
  await post(`${address}/users`, { email, password, ...rest });
  const session = await post(`${address}/sessions`, { email, password });
  for (const technology of technologies) await post(`${address}/users/techs`, technology, session.token);
  for (const work of works) await post(`${address}/users/works`, work, session.token);
  return session;
}

/**
 * What the browser of somebody with this session has stored.
 * @param {string} address
 * @param {Session} session
 */
export function storedSession(address, { token, user }) {
  const stored = { token, userId: user.id };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

/**
 * @param {string} url
 * @param {object} body
 * @param {string} [token]
 */
async function post(url, body, token) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
