import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/fixtures.ts';

declare global {
  interface Window {
    shifts: Array<PerformanceEntry & { value: number }>;
  }
}

function recordShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    window.shifts.push(...(list.getEntries() as typeof window.shifts));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The cumulative layout shift after `time`. */
function shiftSince(time: number): number {
  return window.shifts.filter(({ startTime }) => startTime > time).reduce((sum, { value }) => sum + value, 0);
}

async function paint(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

test('a font that loads late causes no layout shift', async ({ page }) => {
  let font = Promise.withResolvers<undefined>();
  // Playwright disables the cache of a page with routes, so each visit requests the font.
  await page.route('**/*.woff2', async (route) => {
    await font.promise;
    await route.continue();
  });
  await page.addInitScript(recordShifts);
  for (const [path, width] of [
    ['/', 360],
    ['/login', 1280],
    ['/privacidade', 360],
  ] as const) {
    font = Promise.withResolvers<undefined>();
    const where = `${path} at ${width}`;
    await page.setViewportSize({ width, height: 823 });
    // A slow machine paints half of the page first. Only the load event waits for the font.
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await paint(page);
    expect(await page.evaluate(() => document.fonts.check('1rem Inter')), where).toBe(false);
    const before = await page.evaluate(() => performance.now());
    font.resolve(undefined);
    await page.waitForFunction(() => document.fonts.check('1rem Inter'));
    await paint(page);
    expect(await page.evaluate(shiftSince, before), where).toBeLessThan(0.01);
  }
});
