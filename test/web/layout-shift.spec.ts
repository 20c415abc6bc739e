import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/fixtures.ts';

/** Serves a page in pieces, the later ones when told, and everything else as the server does. */
async function serveInPieces(server: string, path: string, cuts: readonly string[]) {
  const get = (url = '/', accept = 'text/html') => fetch(server + url, { headers: { accept } });
  const html = await (await get(path)).text();
  const ends = [...cuts.map((cut) => html.indexOf(cut, html.indexOf('<main'))), html.length];
  expect(ends).not.toContain(-1);
  const [first, ...later] = ends.map((end, piece) => html.slice(ends[piece - 1] ?? 0, end));
  const opened = Promise.withResolvers<ServerResponse>();

  async function serve({ url, headers }: IncomingMessage, response: ServerResponse) {
    const answer = await get(url, headers.accept);
    for (const name of ['content-type', 'content-security-policy']) {
      response.setHeader(name, answer.headers.get(name) ?? '');
    }
    response.statusCode = answer.status;
    if (url !== path) return response.end(Buffer.from(await answer.arrayBuffer()));
    response.write(first);
    opened.resolve(response);
    return response;
  }

  const proxy = createServer((request, response) => void serve(request, response));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, later, opened: opened.promise, close };
}

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

/** Resolves once the page has painted what has arrived. */
async function paint(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

async function expectNoShift(page: Page, where: string) {
  await paint(page);
  expect(await page.evaluate(() => window.shift), where).toBeLessThan(0.01);
}

test('a page of one card streams in without a shift, to the middle', async ({ page, baseURL }) => {
  await page.addInitScript(countShift);
  for (const { path, cuts, width, height } of [
    { path: '/', cuts: ['<h1', '<select', '</section>'], width: 412, height: 1400 },
    { path: '/login', cuts: ['<h1', '<button type="submit"', '</section>'], width: 1280, height: 800 },
    { path: '/nada', cuts: ['<h1', '<p>', '</p>'], width: 412, height: 823 },
  ]) {
    const proxy = await serveInPieces(baseURL ?? '', path, cuts);
    try {
      await page.setViewportSize({ width, height });
      await page.goto(proxy.address + path, { waitUntil: 'commit' });
      const parts = page.locator('main *');
      const response = await proxy.opened;
      for (const piece of proxy.later) {
        await paint(page);
        const arrived = await parts.count();
        response.write(piece);
        await expect.poll(() => parts.count()).toBeGreaterThan(arrived);
      }
      response.end();
      await page.waitForLoadState();
      await page.evaluate(() => document.fonts.ready);
      await expectNoShift(page, path);
      const [above, below] = await page.locator('main').evaluate(({ firstElementChild, lastElementChild }) => {
        const { bottom = 0 } = lastElementChild?.getBoundingClientRect() ?? {};
        return [firstElementChild?.getBoundingClientRect().top ?? 0, window.innerHeight - bottom] as const;
      });
      expect(Math.abs(above - below), path).toBeLessThan(8);
    } finally {
      proxy.close();
    }
  }
});

test('nothing moves when the font comes late', async ({ page }) => {
  let font = Promise.withResolvers<undefined>();
  // A page with a route keeps no font from the visit before.
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
    await expectNoShift(page, where);
  }
});
