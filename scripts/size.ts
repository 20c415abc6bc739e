import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type Check, report } from './bench/figures.ts';
import { signUp, storedSession, withApp } from './running-app.ts';
import { exitOnProblem } from './set-up.mjs';

type Transfer = { url: string; bytes: number };

const KB = 1000;
const DASHBOARD = [/\/dashboard-[^/]+\.js$/, /\/signed-in-[^/]+\.js$/];
const BUDGETS = { script: 82 * KB, styles: 8 * KB, fonts: 1, dashboard: 25 * KB, opened: 87 * KB };

await exitOnProblem(() =>
  withApp(async (address, browser) => {
    const checks: Check[] = [];
    for (const path of ['/', '/login']) checks.push(...(await weigh(await browser.newPage(), address + path, path)));
    checks.push(await weighAhead(await browser.newPage(), `${address}/login`));
    const storageState = storedSession(address, await signUp(address, {}, []));
    checks.push(await weighOpened(await browser.newPage({ storageState }), `${address}/dashboard`));
    report(checks);
  }),
);

async function weigh(page: Page, url: string, path: string): Promise<Check[]> {
  const { transfers } = await load(page, url);
  const inline = await page.evaluate(() => [...document.querySelectorAll('style')].map((style) => style.textContent));
  const of = (kind: RegExp) => transfers.filter(({ url: file }) => kind.test(file));
  const sum = (kind: RegExp) => of(kind).reduce((total, { bytes }) => total + bytes, 0);
  const styles = sum(/\.css$/) + brotliCompressSync(inline.join('')).length;
  return [
    [`${path} script`, sum(/\.js$/), BUDGETS.script],
    [`${path} styles`, styles, BUDGETS.styles],
    [`${path} font files`, of(/\.woff2$/).length, BUDGETS.fonts],
  ];
}

async function weighAhead(page: Page, url: string): Promise<Check> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const chunks = DASHBOARD.map((name) => ({ name, ...Promise.withResolvers<Transfer>() }));
  await record(page, (transfer) => chunks.find(({ name }) => name.test(transfer.url))?.resolve(transfer));
  await page.getByLabel('Senha', { exact: true }).focus();
  const transfers = await Promise.all(chunks.map(({ promise }) => promise));
  const value = transfers.reduce((total, { bytes }) => total + bytes, 0);
  return ['dashboard chunks, ahead of the login', value, BUDGETS.dashboard];
}

async function weighOpened(page: Page, url: string): Promise<Check> {
  const { transfers, html } = await load(page, url);
  const named = transfers.filter(({ url: file }) => file.endsWith('.js') && html.includes(new URL(file).pathname));
  const value = named.reduce((total, { bytes }) => total + bytes, 0);
  return ['/dashboard script, opened by its address', value, BUDGETS.opened];
}

async function load(page: Page, url: string): Promise<{ transfers: Transfer[]; html: string }> {
  const transfers: Transfer[] = [];
  await record(page, (transfer) => transfers.push(transfer));
  const response = await page.goto(url, { waitUntil: 'networkidle' });
  return { transfers, html: (await response?.text()) ?? '' };
}

async function record(page: Page, onTransfer: (transfer: Transfer) => void): Promise<void> {
  const urls = new Map<string, string>();
  const network = await page.context().newCDPSession(page);
  network.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    onTransfer({ url: urls.get(requestId) ?? '', bytes: encodedDataLength });
  });
  await network.send('Network.enable');
}
