import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { PAGES } from '#contract/pages.ts';
import { openSlowed } from './device.ts';

declare global {
  interface Window {
    shift: number;
  }
}

const SCREENS = {
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2.625 },
  desktop: { viewport: { width: 1280, height: 800 } },
};
/** Half a kilobyte each, with time for a paint in between on the slowed device; milliseconds. */
const PIECES = 24;
const PAUSE = 100;
/** Not every paint comes between two pieces. */
const RUNS = 3;

export type Shifts = Record<keyof typeof SCREENS, number>;

/** The worst layout shift of the login page on each screen, while its HTML comes in pieces. */
export async function measureShifts(browser: Browser, address: string): Promise<Shifts> {
  const pieces = await serveInPieces(address);
  const url = pieces.address + PAGES.login.path;
  const worst = { phone: 0, desktop: 0 };
  try {
    for (let run = 0; run < RUNS; run += 1) {
      worst.phone = Math.max(worst.phone, await measureShift(browser, url, SCREENS.phone));
      worst.desktop = Math.max(worst.desktop, await measureShift(browser, url, SCREENS.desktop));
    }
  } finally {
    pieces.close();
  }
  return worst;
}

async function measureShift(browser: Browser, url: string, screen: (typeof SCREENS)[keyof Shifts]): Promise<number> {
  const { page, close } = await openSlowed(browser, screen);
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const shift = await page.evaluate(() => window.shift);
  await close();
  return shift;
}

/** Serves the app, its pages in pieces: on one machine they would arrive whole. */
async function serveInPieces(app: string): Promise<{ address: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => void pass(app + url, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}

async function pass(url: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(url);
  const body = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  const length = type.startsWith('text/html') ? Math.ceil(body.length / PIECES) : body.length;
  response.writeHead(answer.status, { 'content-type': type });
  for (let start = 0; start < body.length; start += length) {
    response.write(body.subarray(start, start + length));
    await setTimeout(PAUSE);
  }
  response.end();
}
