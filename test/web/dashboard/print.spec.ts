import { exact, headingOf, rowOf } from '../../helpers/actions.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';

test('a printed dashboard is a light list with name, module and date', async ({ page, backstage }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T15:00:00Z'));
  const ana = await backstage.signUp();
  for (const title of 'ABCDEFGHI') await backstage.addTechnology(ana, { title });
  await openAs(page, ana);
  await expect(rowOf(page, 'I')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Impresso em 21 de novembro de 2026', exact)).toBeVisible();
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await expect(page.getByText(ana.course_module, exact)).toBeVisible();
  for (const role of ['button', 'searchbox', 'combobox', 'img'] as const) {
    const controls = page.getByRole(role).filter({ hasNotText: /Iniciante/ });
    await expect(controls).toHaveCount(0);
  }
  const dark = await page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .filter((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        const [red = 0, , , alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
        const [ink = 0] = (color.match(/\d+/g) ?? []).map(Number);
        return element.checkVisibility() && ((alpha > 0 && red < 200) || ink > 120);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(dark).toEqual([]);
  await page.setViewportSize({ width: 340, height: 640 });
  const titles = page.getByRole('listitem').getByText(/^[A-I]$/);
  const edges = await titles.evaluateAll((all) => all.map((title) => title.getBoundingClientRect().left));
  expect(edges).toHaveLength(9);
  expect(new Set(edges).size).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByText(/^Impresso em/)).toHaveCount(0);
});
