import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/fixtures.ts';

declare global {
  interface Window {
    /** The cumulative layout shift so far. */
    shift: number;
  }
}

function countShift() {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
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
  await page.addInitScript(countShift);
  for (const [path, width] of [
    ['/', 360],
    ['/login', 1280],
    ['/privacidade', 360],
  ] as const) {
    font = Promise.withResolvers<undefined>();
    const where = `${path} at ${width}`;
    await page.setViewportSize({ width, height: 823 });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await paint(page);
    expect(await page.evaluate(() => document.fonts.check('1rem Inter')), where).toBe(false);
    font.resolve(undefined);
    await page.waitForFunction(() => document.fonts.check('1rem Inter'));
    await paint(page);
    expect(await page.evaluate(() => window.shift), where).toBeLessThan(0.01);
  }
});
