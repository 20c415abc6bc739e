import type { Browser } from '@playwright/test';
import { medians, openOnPhone, RUNS, SLOWED } from './device.ts';
import { watchLoad } from './loads.ts';

/** The device is slow, the network is none: what is left is the app's own. */
const WARM = { ...SLOWED, latency: 0, throughput: -1 };

/** Milliseconds from the answer to a login until the last row of the dashboard is painted, all scripts being there. */
export async function measureArrival(browser: Browser, address: string, email: string, password: string) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push({ arrival: await arrive(browser, address, email, password) });
  return medians(runs).arrival;
}

async function arrive(browser: Browser, address: string, email: string, password: string): Promise<number> {
  const { page, close } = await openOnPhone(browser, undefined, WARM);
  await page.addInitScript(watchLoad, 'Tecnologia 10');
  await page.goto(`${address}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  // The focus on the password has the dashboard fetched ahead.
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.figures.complete > 0);
  const arrival = await page.evaluate(() => {
    const [answer] = performance.getEntriesByName(`${location.origin}/sessions`) as PerformanceResourceTiming[];
    return window.figures.complete - (answer?.responseEnd ?? NaN);
  });
  await close();
  return arrival;
}
