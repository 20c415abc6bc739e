import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { LEVELS } from '#contract/choices.ts';
import type { LevelChange } from '#contract/level-change.ts';
import { logoOf } from '#contract/public/logos.ts';
import { loadDrawing } from '../../../server/public/page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { aPerson, aTechnology } from '../../helpers/make.ts';
import { WORK } from '../../helpers/profile.ts';

const DAY = 24 * 60 * 60_000;
const BUILT = join(import.meta.dirname, '../../../dist');
const chartOf = (page: Page) => page.getByRole('img', { name: /^Tecnologias em cada nível\. Em / });

/** The page with this history, which would take months to make. */
async function drawn(history: readonly LevelChange[]): Promise<string> {
  const { draw, styles } = await loadDrawing(BUILT);
  const now = new Date();
  const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
  const techs = Array.from({ length: 30 }, (_, index) => ({
    ...aTechnology({ title: `Tecnologia ${index + 1}`, status: LEVELS[index % 3] ?? '' }),
    ...times,
    id: `tech-${index}`,
  }));
  const technologies = techs.slice(0, 3).map(({ id }) => id);
  const works = [1, 2, 3, 4].map((id) => ({
    ...WORK,
    ...times,
    id: `${id}`,
    repository_url: null,
    pinned: false,
    technologies,
  }));
  const person = aPerson({ bio: 'Aprendo a programar, um pouco por dia. '.repeat(8) });
  const user = { ...person, ...times, id: 'user', handle: 'ana-souza', avatar_url: null, techs, works };
  return draw({ user, origin: 'http://localhost', searchable: false, history, logoOf, now }, styles);
}

/** `count` changes of thirty technologies, one per day until today. */
function changes(count: number): LevelChange[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `tech-${(index * 7) % 30}`;
    const at = new Date(Date.now() - (count - index) * DAY).toISOString();
    return { technology: { id, title: id }, status: LEVELS[Math.floor(index / 30 + index / 7) % 3] ?? null, at };
  });
}

async function open(page: Page, history: readonly LevelChange[]): Promise<void> {
  const body = await drawn(history);
  await page.route('**/u/ana-souza', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
  await page.goto('/u/ana-souza', { waitUntil: 'networkidle' });
}

test('the page shows one legible, accessible chart at each width', async ({ page }) => {
  await open(page, changes(200));
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(chartOf(page)).toHaveCount(1);
    await expect(chartOf(page).getByText('Intermediário', { exact: true })).toBeVisible();
    const letters = chartOf(page).locator('text').first();
    expect(await letters.evaluate((text) => text.getBoundingClientRect().height)).toBeGreaterThan(10);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('thirty technologies, four projects and a chart print on one sheet, dark on white', async ({ page }) => {
  await open(page, changes(200));
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('[data-base="2"]')).toHaveCSS('fill', 'rgb(92, 16, 41)');
  await expect(chartOf(page).locator('[data-label]').first()).toHaveCSS('fill', 'rgb(0, 0, 0)');
});

test('a page with the longest history is below 20 kB as sent (X-457)', async () => {
  const html = await drawn(changes(1_000));
  const sent = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  expect(sent.byteLength).toBeLessThan(20_000);
  // Steps that have no room are merged.
  expect(html.length).toBeLessThan(1.3 * (await drawn(changes(300))).length);
});
