import { prepareApp, withApp } from './running-app.mjs';
import { orExplain } from './set-up.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ url: string, bytes: number }} Transfer
 */

const KB = 1000;
const DASHBOARD = [/\/dashboard-[^/]+\.js$/, /\/signed-in-[^/]+\.js$/];
/** In bytes as sent, compressed; a build that passes one of these fails. */
const BUDGETS = { script: 95 * KB, styles: 8 * KB, fonts: 1, dashboard: 25 * KB };

await orExplain(async () => {
  const executablePath = await prepareApp();
  const { chromium } = await import('@playwright/test');
  await withApp(async (address) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const checks = [];
      for (const path of ['/', '/login']) checks.push(...(await weigh(await browser.newPage(), address + path, path)));
      checks.push(await weighDashboard(await browser.newPage(), `${address}/login`));
      report(checks);
    } finally {
      await browser.close();
    }
  });
});

/**
 * What a page has the browser fetch until its form is first touched.
 * @param {Page} page
 * @param {string} url
 * @param {string} path
 */
async function weigh(page, url, path) {
  /** @type {Transfer[]} */
  const transfers = [];
  await record(page, (transfer) => transfers.push(transfer));
  await page.goto(url, { waitUntil: 'networkidle' });
  const inline = await page.evaluate(() => [...document.querySelectorAll('style')].map((style) => style.textContent));
  const { brotliCompressSync } = await import('node:zlib');
  const of = (/** @type {RegExp} */ kind) => transfers.filter(({ url: file }) => kind.test(file));
  const sum = (/** @type {RegExp} */ kind) => of(kind).reduce((total, { bytes }) => total + bytes, 0);
  return [
    { what: `${path} script`, value: sum(/\.js$/), budget: BUDGETS.script },
    {
      what: `${path} styles`,
      value: sum(/\.css$/) + brotliCompressSync(inline.join('')).length,
      budget: BUDGETS.styles,
    },
    { what: `${path} font files`, value: of(/\.woff2$/).length, budget: BUDGETS.fonts },
  ];
}

/**
 * The dashboard's chunk and what it shares with the profile, which are fetched while a person types their password.
 * @param {Page} page
 * @param {string} url
 */
async function weighDashboard(page, url) {
  await page.goto(url, { waitUntil: 'networkidle' });
  const chunks = DASHBOARD.map((name) => {
    /** @type {PromiseWithResolvers<Transfer>} */
    const { promise, resolve } = Promise.withResolvers();
    return { name, promise, resolve };
  });
  await record(page, (transfer) => chunks.find(({ name }) => name.test(transfer.url))?.resolve(transfer));
  await page.getByLabel('Senha', { exact: true }).focus();
  const transfers = await Promise.all(chunks.map(({ promise }) => promise));
  const value = transfers.reduce((total, { bytes }) => total + bytes, 0);
  return { what: 'dashboard chunks, ahead of the login', value, budget: BUDGETS.dashboard };
}

/**
 * Tells what the network has carried, as it was sent.
 * @param {Page} page
 * @param {(transfer: Transfer) => void} tell
 */
async function record(page, tell) {
  const urls = new Map();
  const network = await page.context().newCDPSession(page);
  network.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    tell({ url: urls.get(requestId) ?? '', bytes: encodedDataLength });
  });
  await network.send('Network.enable');
}

/** @param {{ what: string, value: number, budget: number }[]} checks */
function report(checks) {
  for (const { what, value, budget } of checks) {
    console.log(
      `${value <= budget ? '✓' : '✗'} ${what}: ${value.toLocaleString('en')} of ${budget.toLocaleString('en')}`,
    );
  }
  if (checks.some(({ value, budget }) => value > budget)) process.exitCode = 1;
}
