import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser/find.ts';
import { freePort } from './scripts/free-port.ts';

// BASE_URL points the suite at a Trilha that runs already; otherwise it starts its own, on a port of its own. The
// worker processes inherit the choice through the environment.
process.env['TEST_PORTS'] ??= (await Promise.all([freePort(), freePort()])).join();
const [port = '', portOnPostgres = ''] = process.env['TEST_PORTS'].split(',');
const [own, onPostgres] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${portOnPostgres}`];
const baseURL = process.env['BASE_URL'] ?? own;
// The workers inherit it, so it is looked for once.
process.env['CHROMIUM_PATH'] ??= await findBrowser();

const server = { timeout: 180_000, stdout: 'ignore' } as const;

function settings(PORT: string) {
  const NODE_OPTIONS = `--import=${new URL('test/helpers/cheap-hashes.mjs', import.meta.url).href}`;
  return { PORT, HOST: '127.0.0.1', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'error', PUBLIC_URL: '', NODE_OPTIONS };
}

export default defineConfig({
  testDir: 'test/web',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  // More than cores: a test in the browser waits about a third of its time.
  workers: '150%',
  // A shared machine can stand still for longer than a test waits; what passes the second time is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Only what never comes is a failure: how long the rest takes is up to the machine.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: process.env['CI'] ? [['dot'], ['list', { printSteps: false }]] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL,
    locale: 'pt-BR',
    // Drawing what moves costs a fifth of the time. The specs about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    // Requests of a service worker pass the routes of a test. The spec about offline use allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        '--no-sandbox',
        // Without a graphics card the extra process only copies; one renderer a context serves all its pages.
        '--disable-gpu',
        '--renderer-process-limit=1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  ...(process.env['BASE_URL'] === undefined && {
    // The heart of the product is tried on both engines: where it makes the server read or write what the engines could
    // do differently, its test is tagged so.
    projects: [{ name: 'sqlite' }, { name: 'postgres', grep: /@both-engines/, use: { baseURL: onPostgres } }],
    webServer: [
      { ...server, command: 'node server/main.ts', url: `${own}/readyz`, env: settings(port) },
      {
        ...server,
        command: 'node test/helpers/database/serve.ts',
        url: `${onPostgres}/readyz`,
        env: settings(portOnPostgres),
        // It has a PostgreSQL to remove.
        gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      },
    ],
  }),
});
