import { expectNoSidewaysScroll } from '../../helpers/access.ts';
import { boxOf, buttonOf, openCreate, openDelete, openEdit, openWith } from '../../helpers/acts.ts';
import { expect, test } from '../../helpers/fixtures.ts';

const exact = { exact: true };
const many = (length: number) => Array.from({ length }, () => ({ status: 'Intermediário' }));

test('no control that has the focus is covered by a bar', async ({ page, context, backstage }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openWith(page, backstage, many(12));
  const buttons = page.getByRole('listitem').getByRole('button');
  await page.keyboard.press('End');
  const bar = await boxOf(buttonOf(page, '+'));
  const tops = await buttons.evaluateAll((all) =>
    all.toReversed().map((button) => {
      (button as HTMLElement).focus();
      return button.getBoundingClientRect().top;
    }),
  );
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(bar.y + bar.height);

  await context.setOffline(true);
  const notice = await boxOf(page.getByText('Você está sem internet'));
  await buttons.first().focus();
  for (let row = 0; row < 23; row += 1) {
    await page.keyboard.press('Tab');
    const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(notice.y);
  }
  await expect(buttons.last()).toBeFocused();
});

test('long titles break into lines, in rows and dialogs that fit 320 px', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const word = 'Pneumoultramicroscopicossilicovulcanocon';
  const words = 'Programação orientada a objetos com muitas palavras';
  await openWith(page, backstage, [{ title: word }, { title: words }]);
  for (const title of [word, words]) {
    const lines = await page.getByText(title, exact).evaluate((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBeGreaterThan(1);
  }
  await expectNoSidewaysScroll(page);
  for (const [open, last] of [
    [openCreate, 'Cadastrar Tecnologia'],
    [openEdit, 'Salvar Alterações'],
    [openDelete, 'Não'],
  ] as const) {
    const dialog = await open(page, word);
    await expectNoSidewaysScroll(page);
    for (const name of [last, 'X']) {
      await buttonOf(dialog, name).scrollIntoViewIfNeeded();
      await expect(buttonOf(dialog, name)).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('the wheel scrolls an open dialog and never the page behind it', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openWith(page, backstage, many(2));
  await page.mouse.move(160, 128);
  const top = () => page.evaluate(() => scrollY);
  const turnWheel = async () => {
    const turned = page.evaluate(
      () =>
        new Promise((resolve) => {
          const settled = () => requestAnimationFrame(() => requestAnimationFrame(resolve));
          addEventListener('wheel', settled, { once: true, passive: true });
        }),
    );
    await page.mouse.wheel(0, 2000);
    await turned;
  };
  const dialog = await openCreate(page);
  const last = dialog.locator('[type=submit]');
  await expect(last).not.toBeInViewport({ ratio: 1 });
  const before = await top();
  await turnWheel();
  await expect(last).toBeInViewport({ ratio: 1 });
  // At its end, the rest of the turn must not go on to the page.
  await turnWheel();
  await turnWheel();
  expect(await top()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.evaluate(() => scrollTo(0, 0));
  await turnWheel();
  await expect.poll(top).toBeGreaterThan(0);
});

test('the notice of a lost network covers no end of a dialog', async ({ page, context, backstage }) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await openWith(page, backstage, many(1));
  const dialog = await openCreate(page);
  await context.setOffline(true);
  const notice = page.getByText('Você está sem internet', exact);
  await expect(notice).toBeVisible();
  await dialog.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const { y, height } = await boxOf(dialog);
  expect(y + height).toBeLessThanOrEqual((await boxOf(notice)).y);
});

test('a phone turned and turned back has rows as wide as the list', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openWith(page, backstage, many(30));
  const rows = page.getByRole('listitem');
  await page.setViewportSize({ width: 640, height: 360 });
  // A row that was drawn in landscape remembers that width.
  for (let row = 0; row < 30; row += 4) await rows.nth(row).scrollIntoViewIfNeeded();
  await rows.last().scrollIntoViewIfNeeded();
  await rows.first().scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 360, height: 640 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('with text of twice the size nothing scrolls sideways, and the header stays on one line', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openWith(page, backstage, many(9));
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect((await boxOf(page.getByRole('searchbox'))).width).toBeGreaterThan(200);
  for (const name of ['Mais', 'Sair']) expect((await boxOf(buttonOf(page, name))).height).toBeLessThanOrEqual(80);
});
