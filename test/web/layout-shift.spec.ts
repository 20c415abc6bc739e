import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../helpers/fixtures.ts';

/** The pages that are one card, and where the HTML of each is cut. */
const CARD_PAGES = [
  { path: '/', cuts: ['<h1', '<select', '</section>'] },
  { path: '/login', cuts: ['<h1', '<button type="submit"', '</section>'] },
  { path: '/nada', cuts: ['<h1', '<p>', '</p>'] },
];

/** Serves the first piece of a page, the later ones when it is told to, and everything else as the server does. */
async function serveInPieces(server: string, path: string, cuts: string[]) {
  const html = await (await fetch(server + path, { headers: { accept: 'text/html' } })).text();
  const ends = [...cuts.map((cut) => html.indexOf(cut, html.indexOf('<main'))), html.length];
  expect(ends).not.toContain(-1);
  const [first, ...later] = ends.map((end, piece) => html.slice(ends[piece - 1] ?? 0, end));
  let opened: ServerResponse | undefined;

  async function serve({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
    const answer = await fetch(server + url, { headers: { accept: headers.accept ?? '*/*' } });
    for (const name of ['content-type', 'content-security-policy']) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.statusCode = answer.status;
    if (url === path) {
      response.write(first);
      opened = response;
    } else {
      response.end(Buffer.from(await answer.arrayBuffer()));
    }
  }

  const proxy = createServer((request, response) => void serve(request, response));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');

  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    later,
    send: (piece: string) => opened?.write(piece),
    end: () => opened?.end(),
    async close() {
      proxy.closeAllConnections();
      await once(proxy.close(), 'close');
    },
  };
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

/** Resolves once the page has painted what has come of it. */
async function paint(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

test('nothing moves while a page that is one card streams in, on a phone and on a wide screen', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(countShift);
  for (const { path, cuts } of CARD_PAGES) {
    for (const viewport of [
      { width: 412, height: 823 },
      { width: 1280, height: 800 },
    ]) {
      const proxy = await serveInPieces(baseURL ?? '', path, cuts);
      try {
        await page.setViewportSize(viewport);
        await page.goto(proxy.address + path, { waitUntil: 'commit' });
        const parts = page.locator('main *');
        for (const piece of proxy.later) {
          await paint(page);
          const arrived = await parts.count();
          proxy.send(piece);
          await expect.poll(() => parts.count()).toBeGreaterThan(arrived);
        }
        proxy.end();
        await page.waitForLoadState();
        await page.evaluate(() => document.fonts.ready);
        await paint(page);
        expect(await page.evaluate(() => window.shift), `${path} at ${viewport.width}`).toBeLessThan(0.01);
      } finally {
        await proxy.close();
      }
    }
  }
});

test('each such card stands in the middle of a high window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  for (const { path } of CARD_PAGES) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const [above, below] = await page
      .locator('main')
      .evaluate(({ firstElementChild, lastElementChild }) => [
        firstElementChild?.getBoundingClientRect().top ?? 0,
        window.innerHeight - (lastElementChild?.getBoundingClientRect().bottom ?? 0),
      ]);
    expect(Math.abs((above ?? 0) - (below ?? 0)), path).toBeLessThan(8);
  }
});

test('nothing moves when the font comes late, on a narrow phone, a wider one and a wide screen (X-287)', async ({
  page,
}) => {
  let wanted = Promise.withResolvers<undefined>();
  // A page with a route keeps no font from the visit before.
  await page.route('**/*.woff2', async (route) => {
    await wanted.promise;
    await route.continue();
  });
  await page.addInitScript(countShift);
  for (const path of ['/', '/login', '/privacidade', '/acessibilidade']) {
    for (const width of [360, 412, 1280]) {
      wanted = Promise.withResolvers<undefined>();
      const where = `${path} at ${width}`;
      await page.setViewportSize({ width, height: 823 });
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await paint(page);
      expect(await page.evaluate(() => document.fonts.check('1rem Inter')), where).toBe(false);
      wanted.resolve(undefined);
      await page.waitForFunction(() => document.fonts.check('1rem Inter'));
      await paint(page);
      expect(await page.evaluate(() => window.shift), where).toBeLessThan(0.01);
    }
  }
});
