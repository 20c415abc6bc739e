import type { Browser, Locator, Page } from '@playwright/test';
import { type Figures, medians, openOnPhone, RUNS, type Storage } from './device.ts';

declare global {
  interface Window {
    slowest: number;
  }
}

export type Interactions = Figures<'open' | 'type' | 'submit' | 'frame'>;

/** How long a finger presses, in milliseconds. */
const PRESS = 80;

/** Milliseconds from a press to the next paint, the slowest of each kind, and from frame to frame while scrolling. */
export async function measureInteractions(browser: Browser, address: string, storage: Storage): Promise<Interactions> {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await interact(browser, `${address}/dashboard`, storage, run));
  return medians(runs);
}

async function interact(browser: Browser, url: string, storageState: Storage, run: number): Promise<Interactions> {
  const { page, close } = await openOnPhone(browser, storageState);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('listitem').nth(9).waitFor();
  await page.evaluate(() => {
    window.slowest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.slowest = Math.max(window.slowest, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const slowestOf = async (act: () => Promise<void>) => {
    await page.evaluate(() => (window.slowest = 0));
    await act();
    // The entry of an event comes after the paint that ends it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    return page.evaluate(() => window.slowest);
  };
  const frame = await page.evaluate(frameWhileScrolling);
  const open = await slowestOf(() => press(page, page.getByRole('button', { name: '+', exact: true })));
  const type = await slowestOf(() => page.keyboard.type('Elm', { delay: 30 }));
  await page.getByLabel('Selecionar status').selectOption({ index: 1 + (run % 3) });
  await page.route('**/users/techs', (route) => route.fulfill({ status: 503, json: {} }));
  const submit = await slowestOf(() => press(page, page.getByRole('button', { name: 'Cadastrar Tecnologia' })));
  await close();
  return { open, type, submit, frame };
}

// Runs in the page: the median over twenty steps down and twenty up.
async function frameWhileScrolling(): Promise<number> {
  const gaps = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 0; step < 40; step += 1) {
    scrollBy(0, step < 20 ? 200 : -200);
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  return gaps.toSorted((a, b) => a - b)[20] ?? 0;
}

/** As a finger does; Playwright's own click adds work to the page and lets go at once. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error('There is no such button on the screen');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESS });
}
