import type { Browser } from '@playwright/test';
import { type Figures, medians, openOnPhone, RUNS, type Storage } from './device.ts';

declare global {
  interface Window {
    figures: Figures<'firstPaint' | 'largestPaint' | 'shift' | 'longTasks' | 'complete'>;
  }
}

type Load = Window['figures'] & { bytes: number };
export type Loads = Record<'hello' | 'login' | 'dashboard', Load>;

/** Loads the three pages in turn, so that a machine that slows down slows all of them. */
export async function measureLoads(
  browser: Browser,
  hello: string,
  address: string,
  storageState: Storage,
): Promise<Loads> {
  const runs = { hello: [] as Load[], login: [] as Load[], dashboard: [] as Load[] };
  for (let run = 0; run < RUNS; run += 1) {
    runs.hello.push(await load(browser, `${hello}/`, 'Olá'));
    runs.login.push(await load(browser, `${address}/login`, 'Entrar'));
    runs.dashboard.push(await load(browser, `${address}/dashboard`, 'Tecnologia 10', storageState));
  }
  return { hello: medians(runs.hello), login: medians(runs.login), dashboard: medians(runs.dashboard) };
}

/** Loads a page until `last`, the text that completes it, is painted. */
async function load(browser: Browser, url: string, last: string, storageState?: Storage): Promise<Load> {
  const { page, bytes, close } = await openOnPhone(browser, storageState);
  await page.addInitScript(watchLoad, last);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => window.figures.complete > 0);
  const figures = await page.evaluate(() => window.figures);
  await close();
  return { ...figures, bytes: bytes() };
}

type Entry = PerformanceEntry & { value: number; renderTime: number };

// Runs in the page.
export function watchLoad(last: string): void {
  window.figures = { firstPaint: 0, largestPaint: 0, shift: 0, longTasks: 0, complete: 0 };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page brings nothing along
  const watch = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(note)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.figures.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (window.figures.largestPaint = entry.startTime));
  watch('layout-shift', (entry) => (window.figures.shift += entry.value));
  watch('longtask', (entry) => (window.figures.longTasks += entry.duration));
  // When the text was painted, not when it stood in the page.
  watch('element', (entry) => (window.figures.complete = entry.renderTime));
  const observer = new MutationObserver(() => {
    const path = `//body//text()[. = "${last}"]`;
    const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
    const block = found?.parentElement;
    if (!block) return;
    block.setAttribute('elementtiming', 'last');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
