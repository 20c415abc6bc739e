import { expectNoSidewaysScroll } from '../../helpers/access.ts';
import {
  boxOf,
  buttonOf,
  createButton,
  exact,
  openCreate,
  openDelete,
  openEdit,
  openWith,
} from '../../helpers/actions.ts';
import { expect, test } from '../../helpers/fixtures.ts';

const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
const many = (length: number) => Array.from({ length }, () => ({ status: 'Intermediário' }));

test('no bar covers a control that has the focus, or the end of a dialog', async ({ page, context, backstage }) => {
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

  await page.setViewportSize({ width: 640, height: 320 });
  const tools = [page.getByRole('combobox', { name: 'Ordenar', ...exact }), buttonOf(page, 'Escolher várias')];
  const [order, select] = await Promise.all(tools.map(async (tool) => middleOf(await boxOf(tool))));
  expect(select).toBeCloseTo(order ?? 0, 0);
  const dialog = await openCreate(page);
  await dialog.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const { y, height } = await boxOf(dialog);
  expect(y + height).toBeLessThanOrEqual((await boxOf(page.getByText('Você está sem internet'))).y);
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

test('a failed form scrolls to the label of its first invalid field', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openWith(page, backstage, []);
  const dialog = await openCreate(page);
  await createButton(dialog).click();
  await expect(dialog.getByText('Tecnolgia Obrigatória', exact)).toBeVisible();
  await expect(dialog.getByText('Nome', exact)).toBeInViewport({ ratio: 1 });
});

test('text of twice the size neither scrolls sideways nor breaks the header', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openWith(page, backstage, many(9));
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect((await boxOf(page.getByRole('searchbox'))).width).toBeGreaterThan(200);
  for (const name of ['Mais', 'Sair']) expect((await boxOf(buttonOf(page, name))).height).toBeLessThanOrEqual(80);
});
