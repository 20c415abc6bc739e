import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Figures } from './figures.ts';

type Session = BrowserContextOptions['storageState'];
export type Load = Figures<'firstPaint' | 'largestPaint' | 'shift' | 'complete' | 'bytes'>;
export type Interactions = Figures<'open' | 'type' | 'submit'>;

declare global {
  interface Window {
    load: Omit<Load, 'bytes'>;
    slowestEvent: number;
  }
}

/** 150 ms of latency, 1.6 Mbit/s (in bytes a second) and a CPU four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWDOWN = 4;

// Without a phone's pixel density: there is no GPU, and drawing seven times the pixels would measure the machine.
const VIEWPORT = { width: 412, height: 823 };

async function openPhone(browser: Browser, storageState: Session) {
  const page = await browser.newPage({ locale: 'pt-BR', viewport: VIEWPORT, ...(storageState && { storageState }) });
  const devTools = await page.context().newCDPSession(page);
  const received = { bytes: 0 };
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (received.bytes += encodedDataLength));
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, received };
}

export async function measureLoad(browser: Browser, url: string, last: string, session?: Session): Promise<Load> {
  const { page, received } = await openPhone(browser, session);
  await page.addInitScript(watchLoad, last);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => window.load.complete > 0);
  const load = await page.evaluate(() => window.load);
  await page.close();
  return { ...load, ...received };
}

type Entry = PerformanceEntry & { value: number; renderTime: number };

function watchLoad(last: string): void {
  window.load = { firstPaint: 0, largestPaint: 0, shift: 0, complete: 0 };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const watch = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(note)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.load.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (window.load.largestPaint = entry.startTime));
  watch('layout-shift', (entry) => (window.load.shift += entry.value));
  watch('element', (entry) => (window.load.complete = entry.renderTime));
  const observer = new MutationObserver(() => {
    const path = `//body//text()[. = "${last}"]`;
    const text = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
    if (!text?.parentElement) return;
    text.parentElement.setAttribute('elementtiming', 'last');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Adds a technology on the dashboard; the slowest event of each step, from the input to the next paint, in milliseconds. */
export async function measureInteractions(browser: Browser, url: string, session: Session): Promise<Interactions> {
  const { page } = await openPhone(browser, session);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('listitem').nth(9).waitFor();
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.slowestEvent = Math.max(window.slowestEvent, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const slowestOf = async (act: () => Promise<void>) => {
    await page.evaluate(() => (window.slowestEvent = 0));
    await act();
    // The entry of an event follows the paint that ends it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    return page.evaluate(() => window.slowestEvent);
  };
  const open = await slowestOf(() => press(page, page.getByRole('button', { name: '+', exact: true })));
  const type = await slowestOf(() => page.keyboard.type('Elm', { delay: 30 }));
  await page.getByLabel('Selecionar status').selectOption({ index: 1 });
  await page.route('**/users/techs', (route) => route.fulfill({ status: 503, json: {} }));
  const submit = await slowestOf(() => press(page, page.getByRole('button', { name: 'Cadastrar Tecnologia' })));
  await page.close();
  return { open, type, submit };
}

/** Presses for 80 ms, as a finger does; Playwright's click releases immediately and adds work to the page. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not on the screen.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 80 });
}
