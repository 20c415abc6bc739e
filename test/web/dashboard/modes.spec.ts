import type { Locator, Page } from '@playwright/test';
import { boxOf, logIn, openCreate, openDelete, rowOf } from '../../helpers/acts.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { openProfile } from '../../helpers/profile.ts';
import { anyToast } from '../../helpers/toasts.ts';

const exact = { exact: true };
const styleOf = (control: Locator, property: string) =>
  control.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('with forced colours every button has an edge all around (X-207)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React' });
  await page.emulateMedia({ forcedColors: 'active' });
  await openAs(page, person);
  await expect(rowOf(page, 'React')).toBeVisible();
  const withoutEdge = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .filter((button) => {
          const style = getComputedStyle(button);
          return ['top', 'right', 'bottom', 'left'].some(
            (side) => style.getPropertyValue(`border-${side}-style`) !== 'solid',
          );
        })
        .map(({ outerHTML }) => outerHTML),
    );
  expect(await withoutEdge()).toEqual([]);
  await openDelete(page, 'React');
  expect(await withoutEdge()).toEqual([]);
  await openProfile(page, person);
  expect(await withoutEdge()).toEqual([]);
});

test('with forced colours the level keeps apart from the edge of its row (X-515)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Avançado' });
  await page.emulateMedia({ forcedColors: 'active' });
  await openAs(page, person);
  const edit = rowOf(page, 'React').getByTitle('Editar');
  const [edge, level, trash] = [
    await boxOf(edit),
    await boxOf(edit.locator('[data-filled]').last()),
    await boxOf(rowOf(page, 'React').getByTitle('Excluir React')),
  ];
  expect(edge.x + edge.width - level.x - level.width).toBeGreaterThanOrEqual(8);
  expect(trash.x - edge.x - edge.width).toBeGreaterThanOrEqual(4);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 412, height: 823 } });

  test('nothing looks hovered after a tap (X-208)', async ({ page, ana }) => {
    await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
    const add = page.getByRole('button', { name: '+', ...exact });
    const before = await styleOf(add, 'background-color');
    await add.tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'X', ...exact })
      .tap();
    await add.tap();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => styleOf(add, 'background-color')).toBe(before);
  });
});

test('who asks for more contrast gets lighter grey text and borders (X-209)', async ({ page }) => {
  await page.goto('/');
  const hint = page.getByText('Mínimo de 6 letras ou números', exact);
  const field = page.getByLabel('Nome', exact);
  const lightness = async () => {
    const colours = [await styleOf(hint, 'color'), await styleOf(field, 'border-top-color')];
    return colours.map((colour) => Math.min(...(colour.match(/\d+/g) ?? []).map(Number)));
  };
  for (const usual of await lightness()) expect(usual).toBeLessThan(150);
  await page.emulateMedia({ contrast: 'more' });
  await expect.poll(async () => Math.min(...(await lightness()))).toBeGreaterThan(200);
});

test('without network the select of a dialog still has its arrow (X-210)', async ({ page, context, ana }) => {
  await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await context.setOffline(true);
  const select = (await openCreate(page)).getByLabel('Selecionar status', exact);
  await expect(select).toBeVisible();
  expect(await styleOf(select, 'background-image')).toContain('data:image/svg+xml');
  expect(failed.filter((url) => url.includes('.svg'))).toEqual([]);
});

/** Each button's name, and what is said of it besides. */
async function readButtons(page: Page) {
  const buttons = await page.getByRole('button').all();
  return Promise.all(
    buttons.map(async (button) => {
      const snapshot = await button.evaluate((element) => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim();
        const title = element.getAttribute('title') ?? '';
        return { name: name || title, title: name === '' ? '' : title };
      });
      return snapshot;
    }),
  );
}

test('no button says its name twice, and every toast and its icon are told apart (X-211)', async ({
  page,
  backstage,
}) => {
  await page.goto('/login');
  await logIn(page, { email: 'ninguem@example.com', password: 'abc123' });
  await expect(anyToast(page)).toHaveAccessibleName('Erro');
  await expect(anyToast(page).locator('svg:not([aria-hidden=true])')).toHaveCount(0);
  const repeated = async () =>
    (await readButtons(page)).filter(
      ({ name, title }) => title !== '' && name.toLowerCase().includes(title.toLowerCase()),
    );
  expect(await repeated()).toEqual([]);
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React' });
  await openAs(page, person);
  await expect(rowOf(page, 'React')).toBeVisible();
  expect(await repeated()).toEqual([]);
  await expect(page.getByRole('region', { name: /Notificações|Avisos/ })).toHaveCount(0);
  await openCreate(page);
  await expect(page.getByRole('banner')).toHaveCount(1);
  expect(await repeated()).toEqual([]);
});

test('a printed dashboard is a light list with name, module and the day (X-212)', async ({ page, backstage }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T15:00:00Z'));
  const person = await backstage.signUp();
  for (const title of 'ABCDEFGHI') await backstage.addTechnology(person, { title });
  await openAs(page, person);
  await expect(rowOf(page, 'I')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Impresso em 21 de novembro de 2026', exact)).toBeVisible();
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
  await expect(page.getByText(person.course_module, exact)).toBeVisible();
  for (const name of ['+', 'Sair', 'Mais', /^Excluir/]) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('img')).toHaveCount(0);
  const dark = await page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, style: getComputedStyle(element) }))
      .filter(({ style }) => {
        const [red = 0, , , alpha = 1] = (style.backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
        const [ink = 0] = (style.color.match(/\d+/g) ?? []).map(Number);
        return (alpha > 0 && red < 200) || ink > 120;
      })
      .map(({ element }) => element.outerHTML.slice(0, 120)),
  );
  expect(dark).toEqual([]);
  await page.setViewportSize({ width: 340, height: 640 });
  const edges = await page
    .getByRole('listitem')
    .getByText(/^[A-I]$/)
    .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().left));
  expect(new Set(edges).size).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByText(/^Impresso em/)).toHaveCount(0);
});
