import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { LevelChange } from '#contract/level-change.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { boxOf, buttonOf, exact, headingOf, tabTo } from '../../helpers/actions.ts';
import { answer, cut } from '../../helpers/calls.ts';
import { expect, openAs, type SignedUp, test } from '../../helpers/fixtures.ts';
import { clickFor, expire, NOTICE, openProfile } from '../../helpers/profile.ts';

const HISTORY = '**/profile/history';
const DAY = 24 * 60 * 60_000;
const SENTENCE = 'Em seis meses, de 2 para 4 tecnologias; 1 chegou a Avançado.';

async function openEvolution(page: Page, person: SignedUp) {
  await openAs(page, person, '/perfil/evolucao');
  await expect(headingOf(page, 'Minha evolução')).toBeVisible();
}

/** Mocks half a year of history for this title and four more: the server cannot create past changes. */
async function openHalfAYear(page: Page, person: SignedUp, title = 'React') {
  const start = new Date();
  start.setMonth(start.getMonth() - 6, start.getDate() + 1);
  const change = (name: string, status: string | null, days: number): LevelChange => ({
    technology: { id: name, title: name },
    status,
    at: new Date(start.getTime() + days * DAY).toISOString(),
  });
  await answer(page, 'GET', HISTORY, 200, [
    change(title, 'Iniciante', 0),
    change('CSS', 'Intermediario', 0),
    change('jQuery', 'Iniciante', 20),
    change(title, 'Avançado', 60),
    change('Node', 'Iniciante', 90),
    change('jQuery', null, 100),
    change('SQL', 'Iniciante', 120),
  ]);
  await openEvolution(page, person);
  await expect(page.getByText(SENTENCE, exact)).toBeVisible();
}

async function download(page: Page): Promise<Buffer> {
  const button = buttonOf(page, 'Baixar imagem (PNG)');
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe('trilha-minha-evolucao.png');
  return readFileSync(await file.path());
}

test('"Mais" leads to the user’s own history, and the profile loads nothing of it', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Avançado' });
  const drawings: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/evolution-')) drawings.push(request.url());
  });
  // Four days later nothing has happened since.
  await page.clock.setFixedTime(Date.now() + 4 * DAY);
  await openProfile(page, person);
  await page.waitForLoadState('networkidle');
  expect(drawings).toEqual([]);
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Minha evolução', ...exact }).click();
  await expect(page).toHaveTitle('Minha evolução · Trilha');
  await expect(headingOf(page, 'Minha evolução')).toBeFocused();
  expect(drawings.length).toBeGreaterThan(0);
  await expect(page.getByText('Em cinco dias, 1 tecnologia no começo e hoje.', exact)).toBeVisible();
});

test('half a year is a sentence, a chart and tables, accessible and 320 px wide', async ({ page, backstage }) => {
  const title = 'palavra'.repeat(14);
  await openHalfAYear(page, await backstage.signUp(), title);
  await expect(page.getByRole('img', { name: `Tecnologias em cada nível. ${SENTENCE}` })).toBeVisible();

  for (const table of ['Os números em uma tabela', 'As datas em uma tabela']) {
    await tabTo(page.getByText(table, exact));
    await page.keyboard.press('Enter');
  }
  const counts = page.getByRole('table', { name: /^Tecnologias em cada nível/ }).getByRole('row');
  await expect(counts).toHaveText([
    /^Dia.*Total$/,
    ...['1102', '2103', '1113', '2114', '1113', '2114'].map((row) => new RegExp(`^[\\d/]{8}${row}$`)),
  ]);
  const dates = page.getByRole('table', { name: /^Os níveis de cada tecnologia/ }).getByRole('row');
  await expect(dates).toHaveText([
    'NívelDeAté',
    title,
    /^Iniciante[\d/]{16}$/,
    /^Avançado[\d/]{8}hoje$/,
    'CSS',
    /^Intermediário[\d/]{8}hoje$/,
    'jQuery',
    /^Iniciante[\d/]{16}$/,
    'Node',
    /^Iniciante[\d/]{8}hoje$/,
    'SQL',
    /^Iniciante[\d/]{8}hoje$/,
  ]);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 256 });
    await expect(page.getByRole('table')).toHaveCount(2);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const label = page.getByRole('term').filter({ hasText: 'Intermediário' });
    expect((await boxOf(label)).height).toBeLessThan(30);
  }
});

test('the levels are plain tones with labels; without colours and in print, patterns', async ({ page, backstage }) => {
  await openHalfAYear(page, await backstage.signUp());
  const chart = page.getByRole('img', { name: /^Tecnologias em cada nível/ });
  const patterns = await page.locator('pattern').evaluateAll((all) => all.map((one) => one.innerHTML));
  expect(new Set(patterns.map((pattern) => pattern.match(/ d="([^"]*)"/)?.[1])).size).toBe(4);
  const inks = page.locator('[data-ink]');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(inks.first()).toHaveCSS('display', 'none');
    await chart.scrollIntoViewIfNeeded();
    for (const level of ['Iniciante', 'Intermediário', 'Avançado']) {
      await expect(chart.getByText(level, exact)).toBeInViewport({ ratio: 1 });
    }
  }
  const [canvas, text] = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'];
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [index, fill] of [canvas, canvas, text].entries()) {
    await expect(page.locator(`[data-base="${index}"]`)).toHaveCSS('fill', fill);
    await expect(inks.nth(index)).toHaveCSS('stroke', text);
    await expect(inks.nth(index)).toHaveCSS('display', 'inline');
  }
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  await expect(inks.first()).toHaveCSS('display', 'inline');
  await expect(chart.getByText('Avançado', exact)).toHaveCSS('fill', text);
  await expect(page.getByText(SENTENCE, exact)).toHaveCSS('color', text);
});

test('downloads the chart as an opaque PNG, the same on every screen (X-510)', async ({ page, backstage }) => {
  await openHalfAYear(page, await backstage.signUp());
  const picture = await download(page);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 2400, height: 1152 });
  expect((await sharp(picture).stats()).isOpaque).toBe(true);
  // Pink is the color of a level.
  expect((await sharp(picture).removeAlpha().raw().toBuffer()).includes('ff577f', 'hex')).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  expect((await download(page)).equals(picture)).toBe(true);

  await page.evaluate(() => {
    OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new Error('full'));
  });
  await clickFor(buttonOf(page, 'Baixar imagem (PNG)'), 'Não foi possível desenhar a imagem');
});

test('a history that has hardly begun says where it begins (A-04)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await cut(page, 'GET', HISTORY);
  await openEvolution(page, person);
  await expect(page.getByText('Não foi possível carregar sua evolução.', exact)).toBeVisible();
  await page.unroute(HISTORY);
  await buttonOf(page, 'Tentar de novo').click();
  await expect(page.getByText('Sua evolução começa com a primeira tecnologia.', exact)).toBeVisible();
  await expect(headingOf(page, 'Minha evolução')).toBeFocused();
  await expect(page.getByRole('img', { name: /^Tecnologias/ })).toHaveCount(0);
  await expectAccessible(page);

  await backstage.addTechnology(person, { status: 'Avançado' });
  await openEvolution(page, person);
  await expect(page.getByText('Sua evolução começou hoje, com 1 tecnologia.', exact)).toBeVisible();
  await expectAccessible(page);

  await expire(backstage, person);
  await page.reload();
  await expect(page.getByText(NOTICE)).toBeVisible();
});
