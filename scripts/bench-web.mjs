import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareApp, signUp, storedSession, withApp } from './running-app.mjs';
import { orExplain, root } from './set-up.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').BrowserContextOptions['storageState']} Storage
 * @typedef {Record<string, number>} Figures
 */

const RUNS = 7;
/** A cheap phone on a slow network: milliseconds, bytes a second, times slower. */
const PHONE = { latency: 150, throughput: 200_000, slowdown: 4 };
const PRESS_MS = 80;
const LEVELS = ['Iniciante', 'Intermediario', 'Avançado'];
const BUDGETS = { firstPaint: 0.5, dashboard: 1.6, shift: 0.01, interaction: 100, frame: 34 };

await orExplain(async () => {
  const executablePath = await prepareApp();
  const { chromium } = await import('@playwright/test');
  const hello = await serveHello();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await withApp(async (address) => {
      const few = await signUp(address, { email: 'few@example.com' }, technologies(10));
      const many = await signUp(address, { email: 'many@example.com' }, technologies(500));
      const loads = await measureLoads(browser, hello.address, address, storedSession(address, few));
      const withFew = await measureInteractions(browser, address, storedSession(address, few));
      const withMany = await measureInteractions(browser, address, storedSession(address, many));
      report(loads, withFew, withMany);
    });
  } finally {
    await browser.close();
    await hello.close();
  }
});

/** @param {number} count */
function technologies(count) {
  return Array.from({ length: count }, (_, n) => ({ title: `Tecnologia ${n + 1}`, status: LEVELS[n % 3] ?? '' }));
}

/** The least that React shows, built and served as our own pages are. */
async function serveHello() {
  const { build } = await import('vite');
  const { buildApp } = await import('../server/app.ts');
  const { openDatabase } = await import('../server/database/open.ts');
  const { makePasswords } = await import('../server/accounts/passwords.ts');
  const { compileAhead, compress } = await import('../web/build/compress.ts');

  // Inside the project, so that it finds the same React.
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'hello-'));
  const script =
    "import { createElement } from 'react';\nimport { createRoot } from 'react-dom/client';\n" +
    "createRoot(document.getElementById('root')).render(createElement('h1', null, 'Olá'));\n";
  writeFileSync(join(folder, 'main.js'), script);
  const html = '<!doctype html><title>Olá</title><div id="root"></div><script type="module" src="/main.js"></script>';
  writeFileSync(join(folder, 'index.html'), html);
  const dist = join(folder, 'dist');
  await build({ root: folder, configFile: false, logLevel: 'error', build: { modulePreload: { polyfill: false } } });
  for (const page of ['login', 'dashboard', 'profile', 'accessibility', 'privacy', '404']) {
    cpSync(join(dist, 'index.html'), join(dist, `${page}.html`));
  }
  compileAhead(dist);
  compress(dist);

  const database = await openDatabase(':memory:');
  const app = buildApp({ database, passwords: makePasswords(), pages: dist });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    await database.destroy();
    rmSync(folder, { recursive: true });
  };
  return { address, close };
}

/**
 * The three pages in turn, each time with an empty cache, so that a machine that slows down slows all of them.
 * @param {Browser} browser
 * @param {string} hello
 * @param {string} address
 * @param {Storage} storageState
 */
async function measureLoads(browser, hello, address, storageState) {
  /** @type {{ hello: Figures[], login: Figures[], dashboard: Figures[] }} */
  const runs = { hello: [], login: [], dashboard: [] };
  for (let run = 0; run < RUNS; run += 1) {
    runs.hello.push(await load(browser, `${hello}/`, 'Olá'));
    runs.login.push(await load(browser, `${address}/login`, 'Entrar'));
    runs.dashboard.push(await load(browser, `${address}/dashboard`, 'Tecnologia 10', storageState));
  }
  return { hello: medians(runs.hello), login: medians(runs.login), dashboard: medians(runs.dashboard) };
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {string} last the text that completes the page
 * @param {Storage} [storageState]
 * @returns {Promise<Figures>}
 */
async function load(browser, url, last, storageState) {
  const { page, bytes, close } = await openOnPhone(browser, storageState);
  await page.addInitScript(watchLoad, last);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => window.figures.complete > 0);
  const figures = await page.evaluate(() => window.figures);
  await close();
  return { ...figures, bytes: bytes() };
}

// Runs in the page.
function watchLoad(last) {
  window.figures = { firstPaint: 0, largestPaint: 0, shift: 0, longTasks: 0, complete: 0 };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page brings nothing along
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.figures.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (window.figures.largestPaint = entry.startTime));
  watch('layout-shift', (entry) => (window.figures.shift += entry.value));
  watch('longtask', (entry) => (window.figures.longTasks += entry.duration));
  // The time at which the text was painted, as for the paints above: what a script could ask is when it stood in the page.
  watch('element', (entry) => (window.figures.complete = entry.renderTime));
  const mark = () => {
    const text = document.evaluate(
      `//body//text()[. = "${last}"]`,
      document,
      null,
      XPathResult.FIRST_ORDERED_NODE_TYPE,
      null,
    );
    const block = text.singleNodeValue?.parentElement;
    if (!block) return;
    block.setAttribute('elementtiming', 'last');
    observer.disconnect();
  };
  const observer = new MutationObserver(mark);
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * @param {Browser} browser
 * @param {Storage} storageState
 */
async function openOnPhone(browser, storageState) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    locale: 'pt-BR',
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  let total = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (total += encodedDataLength));
  await devTools.send('Network.enable');
  const { latency, throughput, slowdown } = PHONE;
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, bytes: () => total, close: () => context.close() };
}

/**
 * From the press of a button or key to the next paint, the slowest of each kind.
 * @param {Browser} browser
 * @param {string} address
 * @param {Storage} storageState
 */
async function measureInteractions(browser, address, storageState) {
  /** @type {Figures[]} */
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await interact(browser, `${address}/dashboard`, storageState, run));
  return medians(runs);
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {Storage} storageState
 * @param {number} run
 * @returns {Promise<Figures>}
 */
async function interact(browser, url, storageState, run) {
  const { page, close } = await openOnPhone(browser, storageState);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('listitem').nth(9).waitFor();
  await page.evaluate(() => {
    window.slowest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.slowest = Math.max(window.slowest, duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  });
  /** @param {() => Promise<void>} act */
  const slowestOf = async (act) => {
    await page.evaluate(() => (window.slowest = 0));
    await act();
    // The entry of an event comes after the paint that ends it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    return page.evaluate(() => window.slowest);
  };
  // Down and up again: the typical time from one frame to the next.
  const frame = await page.evaluate(async () => {
    const times = [await new Promise(requestAnimationFrame)];
    for (let step = 0; step < 40; step += 1) {
      scrollBy(0, step < 20 ? 200 : -200);
      times.push(await new Promise(requestAnimationFrame));
    }
    const gaps = times.slice(1).map((time, n) => time - times[n]);
    return gaps.toSorted((a, b) => a - b)[20];
  });
  const open = await slowestOf(() => press(page, page.getByRole('button', { name: '+', exact: true })));
  const type = await slowestOf(() => page.keyboard.type('Elm', { delay: 30 }));
  await page.getByLabel('Selecionar status').selectOption({ index: 1 + (run % 3) });
  await page.route('**/users/techs', (route) => route.fulfill({ status: 503, json: {} }));
  const submit = await slowestOf(() => press(page, page.getByRole('button', { name: 'Cadastrar Tecnologia' })));
  await close();
  return { open, type, submit, frame };
}

/**
 * As a finger does: without the work that Playwright's own click adds to the page, and not let go at the same instant.
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Locator} button
 */
async function press(page, button) {
  const box = await button.boundingBox();
  if (!box) throw new Error('There is no such button on the screen');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESS_MS });
}

/** @param {Figures[]} runs */
function medians(runs) {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, runs.map((run) => run[name] ?? 0).toSorted((a, b) => a - b)[RUNS >> 1] ?? 0]),
  );
}

/**
 * @param {{ hello: Figures, login: Figures, dashboard: Figures }} loads
 * @param {Figures} few
 * @param {Figures} many
 */
function report({ hello, login, dashboard }, few, many) {
  const { frame, ...interactions } = many;
  console.log(`Medians of ${RUNS} runs: CPU ${PHONE.slowdown}× slower, ${PHONE.latency} ms, 1.6 Mbit/s, empty cache`);
  console.table({ hello, '/login': login, '/dashboard': dashboard });
  console.log(
    'Slowest interaction, from the press to the next paint, and typical frame while scrolling, in milliseconds:',
  );
  console.table({ '10 rows': few, '500 rows': many });
  const checks = [
    ['first paint of /login ÷ hello', login.firstPaint / hello.firstPaint, BUDGETS.firstPaint],
    ['complete /dashboard ÷ largest paint of hello', dashboard.complete / hello.largestPaint, BUDGETS.dashboard],
    ['layout shift of /login', login.shift, BUDGETS.shift],
    ['layout shift of /dashboard', dashboard.shift, BUDGETS.shift],
    ...Object.entries(interactions).map(([name, time]) => [`${name} at 500 rows`, time, BUDGETS.interaction]),
    ['frame while scrolling 500 rows', frame, BUDGETS.frame],
  ];
  for (const [what, value, budget] of checks) {
    console.log(`${value <= budget ? '✓' : '✗'} ${what}: ${Number(value.toFixed(3))} (at most ${budget})`);
    if (value > budget) process.exitCode = 1;
  }
}
