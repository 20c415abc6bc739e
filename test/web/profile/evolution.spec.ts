import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { LevelChange } from '#contract/level-change.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { buttonOf, tabTo } from '../../helpers/acts.ts';
import { answer, cut, hold } from '../../helpers/calls.ts';
import { expect, openAs, type SignedUp, test } from '../../helpers/fixtures.ts';
import { bearer, expire, NOTICE, openProfile, sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };
const PATH = '/perfil/evolucao';
const HISTORY = '**/profile/history';
const DAY = 24 * 60 * 60_000;
const SENTENCE = 'Em seis meses, de 2 para 4 tecnologias; 1 chegou a Avançado.';

const isDrawing = (path: string) => path.startsWith('/assets/evolution-');
const headingOf = (page: Page, level: number, name: string) => page.getByRole('heading', { level, name, ...exact });

async function openEvolution(page: Page, person: SignedUp) {
  await openAs(page, person, PATH);
  await expect(headingOf(page, 1, 'Minha evolução')).toBeVisible();
}

/** Six months of this title and three more. They take six months: the answer is given in the server's place. */
async function answerHistory(page: Page, title = 'React') {
  const start = new Date();
  start.setMonth(start.getMonth() - 6, start.getDate() + 1);
  const change = (name: string, status: string | null, days: number): LevelChange => ({
    technology: { id: name, title: name },
    status,
    at: new Date(start.getTime() + days * DAY).toISOString(),
  });
  const history = [
    change(title, 'Iniciante', 0),
    change('CSS', 'Intermediario', 0),
    change('jQuery', 'Iniciante', 20),
    change(title, 'Avançado', 60),
    change('Node', 'Iniciante', 90),
    change('jQuery', null, 100),
    change('SQL', 'Iniciante', 120),
  ];
  await answer(page, 'GET', HISTORY, 200, history);
}

/** The picture as a file of this kind. */
async function download(page: Page, kind: 'png' | 'svg'): Promise<Buffer> {
  const button = buttonOf(page, `Baixar imagem (${kind.toUpperCase()})`);
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe(`trilha-minha-evolucao.${kind}`);
  return readFileSync(await file.path());
}

/** Every colour of a picture, as 0xrrggbb. */
async function coloursOf(picture: Buffer): Promise<Set<number>> {
  const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
  return new Set(Array.from({ length: pixels.length / 3 }, (_, at) => pixels.readUIntBE(at * 3, 3)));
}

test('shows to its user alone what the server remembers of their technologies (X-376, X-379)', async ({
  page,
  backstage,
}) => {
  const [person, other] = [await backstage.signUp(), await backstage.signUp()];
  await backstage.addTechnology(other, { title: 'Rust' });
  const react = await backstage.addTechnology(person, { title: 'Reac', status: 'Iniciante' });
  const css = await backstage.addTechnology(person, { title: 'CSS', status: 'Avançado' });
  const headers = bearer(person);
  await backstage.request.put(`/users/techs/${react.id}`, { headers, data: { title: 'React', status: 'Avançado' } });
  await backstage.request.delete(`/users/techs/${css.id}`, { headers });
  await backstage.request.post(`/users/techs/${css.id}/restore`, { headers });
  // Four days later nothing has happened since.
  await page.clock.setFixedTime(Date.now() + 4 * DAY);
  await openEvolution(page, person);
  await expect(page.getByText('Em cinco dias, 2 tecnologias no começo e hoje.', exact)).toBeVisible();
  const lanes = sectionOf(page, 'Cada tecnologia').getByRole('listitem');
  await expect(lanes).toHaveText([/^ReactAvançado desde/, /^CSSAvançado desde/]);
});

test.describe('half a year', () => {
  test('is a sentence, two drawings, and the same in two tables; it tells the levels apart without colours, in those of the system, too, and prints dark on white (X-379, X-382, X-383, X-386)', async ({
    page,
    backstage,
  }) => {
    await answerHistory(page);
    await openEvolution(page, await backstage.signUp());
    await expect(page.getByText(SENTENCE, exact)).toBeVisible();
    await expect(page.getByRole('img', { name: `Tecnologias em cada nível. ${SENTENCE}` })).toBeVisible();

    const lanes = sectionOf(page, 'Cada tecnologia').getByRole('listitem');
    await expect(lanes.locator('p:first-child')).toHaveText(['React', 'CSS', 'jQuery', 'Node', 'SQL']);
    await expect(
      lanes.nth(2).getByRole('img', { name: /^Iniciante em [\d/]{8}, excluída em [\d/]{8}$/ }),
    ).toBeVisible();

    await page.getByText('Os números em uma tabela', exact).click();
    const counts = page.getByRole('table', { name: /^Tecnologias em cada nível/ }).getByRole('row');
    await expect(counts).toHaveText([
      /^Dia.*Total$/,
      ...['1102', '2103', '1113', '2114', '1113', '2114'].map((row) => new RegExp(`^[\\d/]{8}${row}$`)),
    ]);
    await page.getByText('As datas em uma tabela', exact).click();
    const dates = page.getByRole('table', { name: /^Os níveis de cada tecnologia/ }).getByRole('row');
    await expect(dates.nth(1)).toHaveText('React');
    await expect(dates.nth(3)).toHaveText(/^Avançado[\d/]{8}hoje$/);
    await expect(dates.nth(7)).toHaveText(/^Iniciante[\d/]{16}$/);

    // By pattern, by height and by name.
    const chart = page.getByRole('img', { name: /^Tecnologias em cada nível/ });
    for (const name of ['Iniciante', 'Intermediário', 'Avançado']) {
      await expect(chart.getByText(name, exact)).toBeVisible();
    }
    const patterns = await chart.locator('pattern').evaluateAll((all) => all.map((one) => one.innerHTML));
    expect(new Set(patterns.map((pattern) => pattern.match(/ d="([^"]*)"/)?.[1])).size).toBe(4);
    const bars = sectionOf(page, 'Cada tecnologia').locator('li rect');
    const heights = await bars.evaluateAll((all) =>
      all.map((bar) => [bar.getAttribute('fill'), bar.getAttribute('height')]),
    );
    expect(new Map(heights as Array<[string, string]>).size).toBe(3);
    expect(new Set(heights.map(([, height]) => height)).size).toBe(3);

    await page.emulateMedia({ forcedColors: 'active' });
    const [canvas, text] = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'];
    await expect(page.locator('body')).toHaveCSS('color', text);
    await expect(chart.getByText('Avançado', exact)).toHaveCSS('fill', text);
    for (const [index, fill] of [canvas, canvas, text].entries()) {
      await expect(chart.locator(`[data-base="${index}"]`)).toHaveCSS('fill', fill);
      await expect(chart.locator(`[data-ink="${index}"]`)).toHaveCSS('stroke', text);
    }
    await expect(chart.locator('[data-edge]').first()).toHaveCSS('stroke', text);

    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    await expect(buttonOf(page, 'Baixar imagem (PNG)')).toBeHidden();
    await expect(page.getByRole('img', { name: /^Tecnologias/ }).getByText('Avançado', exact)).toHaveCSS(
      'fill',
      'rgb(0, 0, 0)',
    );
    await expect(page.getByText(SENTENCE, exact)).toHaveCSS('color', 'rgb(0, 0, 0)');
  });

  test('can be taken along as one picture that needs nothing else (X-384)', async ({ page, backstage }) => {
    const title = 'C & C++ <com> acentuação e um nome que não cabe ao lado';
    await answerHistory(page, title);
    await openEvolution(page, await backstage.signUp());
    const picture = await download(page, 'svg');
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'svg', width: 1200 });
    const text = picture.toString();
    expect(text.match(/(https?:|var\(|class=|style=)[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
    expect(text).toContain(`<title>${SENTENCE}</title>`);
    const said = [...text.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words);
    expect(said).toEqual(expect.arrayContaining(['C &amp; C++ &lt;com&gt; acentuação e um n…', 'jQuery', 'Avançado']));
  });

  test('can be taken along as a PNG, twice as fine, the same on a dark screen and on a light one (X-510)', async ({
    page,
    backstage,
  }) => {
    await answerHistory(page);
    await openEvolution(page, await backstage.signUp());
    const drawing = await sharp(await download(page, 'svg')).metadata();
    const picture = await download(page, 'png');
    const size = { width: 2 * drawing.width, height: 2 * drawing.height };
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', ...size });
    expect((await sharp(picture).stats()).isOpaque).toBe(true);
    const colours = await coloursOf(picture);
    expect([0x212529, 0xf8f9fa, 0xff577f, 0xffdce5].filter((colour) => !colours.has(colour))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    expect((await download(page, 'png')).equals(picture)).toBe(true);
  });

  test('says so when this browser cannot draw the PNG (X-510)', async ({ page, backstage }) => {
    await page.addInitScript(() => {
      OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new DOMException('full', 'EncodingError'));
    });
    await answerHistory(page);
    await openEvolution(page, await backstage.signUp());
    await buttonOf(page, 'Baixar imagem (PNG)').click();
    await expect(toastWith(page, 'Não foi possível desenhar a imagem')).toBeVisible();
    await expect(buttonOf(page, 'Baixar imagem (PNG)')).toBeEnabled();
  });

  test('breaks no rule of WCAG, and fits, also with long titles and both tables open, on a wide screen and on a narrow one (X-386)', async ({
    page,
    backstage,
  }) => {
    await answerHistory(page, 'palavra'.repeat(14));
    await openEvolution(page, await backstage.signUp());
    await expect(page.getByText(SENTENCE, exact)).toBeVisible();
    await expectAccessible(page);
    await tabTo(page.getByText('Os números em uma tabela', exact));
    await page.keyboard.press('Enter');
    await tabTo(page.getByText('As datas em uma tabela', exact));
    await page.keyboard.press('Enter');
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 320, height: 256 },
    ]) {
      await page.setViewportSize(viewport);
      await expect(page.getByRole('table')).toHaveCount(2);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      const wide = await page
        .getByRole('region')
        .evaluateAll((cards) => cards.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
      expect(wide).toBe(0);
    }
  });
});

test('a PNG of hundreds of technologies is as large as a phone can draw, and whole (X-510)', async ({
  page,
  backstage,
}) => {
  const [status, at] = ['Iniciante', new Date(Date.now() - 60 * DAY).toISOString()];
  const technologies = Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, title: `Tecnologia ${index}` }));
  const history = technologies.map((technology): LevelChange => ({ technology, status, at }));
  await answer(page, 'GET', HISTORY, 200, history);
  await openEvolution(page, await backstage.signUp());
  const drawing = await sharp(await download(page, 'svg'), { unlimited: true }).metadata();
  const { width, height } = await sharp(await download(page, 'png')).metadata();
  expect(width * height).toBeLessThanOrEqual(2 ** 24);
  expect(width * height).toBeGreaterThan(2 ** 23);
  expect(width / height).toBeCloseTo(drawing.width / drawing.height, 3);
});

/** The least room between two dates of a drawing, and from the last one to the drawing's edge. */
function spaceOfDates(drawing: Element) {
  const dates = [...drawing.querySelectorAll('text')].map((date) => date.getBoundingClientRect());
  const gaps = dates.slice(1).map(({ left }, index) => left - (dates[index]?.right ?? left));
  return { gap: Math.min(...gaps), air: drawing.getBoundingClientRect().right - (dates.at(-1)?.right ?? 0) };
}

test('no date touches the next one, or leaves its drawing, also where today has one (X-542)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  // A Sunday, where the weeks of a drawing begin; and the day after a month of 31, where every second day meets the next.
  for (const [now, days] of [
    ['2026-11-22T12:00:00', 60],
    ['2026-11-22T12:00:00', 90],
    ['2026-11-08T12:00:00', 18],
  ] as const) {
    await page.clock.setFixedTime(now);
    const at = new Date(new Date(now).getTime() - days * DAY).toISOString();
    await answer(page, 'GET', HISTORY, 200, [{ technology: { id: '1', title: 'React' }, status: 'Iniciante', at }]);
    await openEvolution(page, person);
    const picture = (await download(page, 'svg')).toString();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const lanes = sectionOf(page, 'Cada tecnologia').locator('svg').first();
      await expect(lanes.locator('text').nth(1)).toBeVisible();
      const { gap, air } = await lanes.evaluate(spaceOfDates);
      expect(gap, `${days} days at ${width}`).toBeGreaterThan(4);
      expect(air, `${days} days at ${width}`).toBeGreaterThan(-2);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // In letters of 15 a date is up to 75 wide.
    const places = [...picture.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="middle"/g)].map(([, x]) => Number(x));
    const steps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
    expect(Math.min(...steps.filter((step) => step > 0)), `${days} days in the picture`).toBeGreaterThan(79);
  }
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a chart of days or of years tells more than one date, and none over another (X-511)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const react = { technology: { id: '1', title: 'React' }, status: 'Iniciante' };
    for (const days of [20, 45, 100, 365, 500, 730, 1200]) {
      const at = new Date(Date.now() - days * DAY).toISOString();
      await answer(page, 'GET', HISTORY, 200, [{ ...react, at }]);
      await openEvolution(page, person);
      const chart = page.getByRole('img', { name: /^Tecnologias em cada nível/ });
      const labels = chart.locator('text[text-anchor=middle]');
      await expect(labels.nth(1), `of ${days} days`).toBeVisible();
      const dates = await labels.evaluateAll((all) =>
        all.map((label) => {
          const { left, right } = label.getBoundingClientRect();
          return { left, right };
        }),
      );
      const apart = dates.slice(1).map(({ left }, index) => left - (dates[index]?.right ?? left));
      expect(Math.min(...apart), `of ${days} days`).toBeGreaterThan(2);
    }
  });
});

test.describe('a history that has hardly begun', () => {
  test('says what will come, and where it begins; of one day it counts the levels, and says what comes tomorrow (X-381)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openEvolution(page, person);
    await expect(page.getByText('A sua evolução começa com a primeira tecnologia.', exact)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Tecnologias/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'sua lista', ...exact }).click();
    await expect(page).toHaveURL('/dashboard');

    await backstage.addTechnology(person, { status: 'Avançado' });
    await openEvolution(page, person);
    await expect(page.getByText('A sua evolução começou hoje, com 1 tecnologia.', exact)).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(['0', '0', '1']);
    await expect(page.getByText('A partir de amanhã, esta página mostra o caminho:', exact)).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('a history that cannot be read', () => {
  test('is asked for again when the user says so; when it is because the session has ended, it says so (A-04, X-385)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await cut(page, 'GET', HISTORY);
    await openEvolution(page, person);
    await expect(page.getByText('Não foi possível carregar a sua evolução.', exact)).toBeVisible();
    await expectAccessible(page);
    await page.unroute(HISTORY);
    await buttonOf(page, 'Tentar de novo').click();
    await expect(page.getByText('A sua evolução começa com a primeira tecnologia.', exact)).toBeVisible();
    await expect(headingOf(page, 1, 'Minha evolução')).toBeFocused();

    await expire(backstage, person);
    await page.reload();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(buttonOf(page, 'Tentar de novo')).toHaveCount(0);
  });
});

test('is reached from the profile, has a title of its own, and leads back; what draws it is loaded by no other page (X-379, X-387)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/login', { waitUntil: 'networkidle' });
  await openAs(page, person, '/dashboard');
  await openProfile(page, person);
  expect(loaded.filter(isDrawing)).toEqual([]);
  await page.getByRole('link', { name: 'Ver a minha evolução', ...exact }).click();
  await expect(page).toHaveURL(PATH);
  await expect(page).toHaveTitle('Minha evolução · Trilha');
  expect(loaded.filter(isDrawing).length).toBeGreaterThan(0);
  await expect(headingOf(page, 1, 'Minha evolução')).toBeFocused();
  await page
    .getByRole('link', { name: 'Meu perfil', ...exact })
    .last()
    .click();
  await expect(page).toHaveURL('/perfil');
});

test('it speaks Portuguese, whatever there is to show (M-001)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const letGo = await hold(page, 'GET', HISTORY);
  await openEvolution(page, person);
  await expect(page.getByText('Carregando a sua evolução')).toBeAttached();
  letGo();
  await expect(page.getByText('A sua evolução começa com a primeira tecnologia.', exact)).toBeVisible();
  await page.unroute(HISTORY);
  await backstage.addTechnology(person);
  await openEvolution(page, person);
  await expect(page.getByText('A sua evolução começou hoje, com 1 tecnologia.', exact)).toBeVisible();
  await answerHistory(page);
  await openEvolution(page, person);
  await expect(page.getByText(SENTENCE, exact)).toBeVisible();
  await expectAccessible(page);
});
