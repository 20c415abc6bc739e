import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findBrowser } from './find-browser.mjs';
import { buildWebIfStale, installDependencies, orExplain, projectNode, root, SetUpProblem } from './set-up.mjs';

const IMAGES = join(root, 'docs', 'images');

const PERSON = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  password: 'senha123',
  bio: 'Aprendo a programar.',
  contact: 'https://example.com/ana',
  course_module: 'Segundo módulo (Frontend Avançado)',
};
const TECHNOLOGIES = [
  { title: 'HTML e CSS', status: 'Avançado' },
  { title: 'JavaScript', status: 'Avançado' },
  { title: 'React', status: 'Intermediario' },
  { title: 'TypeScript', status: 'Intermediario' },
  { title: 'Node.js', status: 'Iniciante' },
];

await orExplain(async () => {
  await installDependencies();
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  const executablePath = await findBrowser();
  const server = startServer();
  try {
    const address = await server.address;
    await takePictures(executablePath, address, await logInAsPerson(address));
  } finally {
    server.stop();
  }
});

/** The real server on a free port, with data that lasts as long as it does. */
function startServer() {
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
  return { address, stop };
}

/**
 * Signs the person of the pictures up, with their technologies.
 * @param {string} address
 * @returns {Promise<{ token: string, user: { id: string } }>}
 */
async function logInAsPerson(address) {
  const { email, password } = PERSON;
  await post(`${address}/users`, PERSON);
  const session = await post(`${address}/sessions`, { email, password });
  for (const technology of TECHNOLOGIES) await post(`${address}/users/techs`, technology, session.token);
  return session;
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

/**
 * @param {string} executablePath
 * @param {string} address
 * @param {{ token: string, user: { id: string } }} session
 */
async function takePictures(executablePath, address, { token, user }) {
  const { chromium } = await import('@playwright/test');
  mkdirSync(IMAGES, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] });
  try {
    const stored = { token, userId: user.id };
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    await takePicture(browser, { name: 'cadastro.png', url: address, shows: 'Crie sua Conta' });
    await takePicture(browser, {
      name: 'dashboard.png',
      url: `${address}/dashboard`,
      shows: TECHNOLOGIES.at(-1)?.title ?? '',
      storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    });
  } finally {
    await browser.close();
  }
}

/**
 * One screen as a new visitor's browser shows it, so that nothing of the picture before is left in it.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ name: string, url: string, shows: string,
 *   storageState?: import('@playwright/test').BrowserContextOptions['storageState'] }} picture
 */
async function takePicture(browser, { name, url, shows, storageState }) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  });
  await page.goto(url);
  await page.getByText(shows, { exact: true }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(IMAGES, name), animations: 'disabled' });
  await page.close();
  console.log(`docs/images/${name}`);
}
