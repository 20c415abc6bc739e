import {
  boxOf,
  buttonOf,
  exact,
  headingOf,
  logIn,
  openDelete,
  openWith,
  rowOf,
  sendDelete,
  stopClock,
} from '../../helpers/actions.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { toastWith } from '../../helpers/toasts.ts';

const DELETED = 'Tecnologia deletada com sucesso';
const TWO = [
  { title: 'React', status: 'Iniciante' },
  { title: 'Redes', status: 'Avançado' },
];

test('the trash of a row asks for confirmation and names the technology', async ({ page, backstage }) => {
  await openWith(page, backstage, TWO);
  const dialog = page.getByRole('dialog');
  for (const { title } of TWO) {
    const trash = buttonOf(rowOf(page, title), `Excluir ${title}`);
    expect((await boxOf(trash.locator('svg'))).width).toBeGreaterThanOrEqual(12);
    await trash.click();
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveAccessibleName('Deseja excluir a tecnologia?');
    await expect(dialog).toHaveAccessibleDescription(title);
    const question = dialog.getByRole('heading');
    const { y, height } = await boxOf(question);
    expect((await boxOf(dialog.getByText(title, exact))).y).toBeGreaterThan(y + height);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('a success is confirmed on whatever screen is open by then (A-17)', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const { title } = await backstage.addTechnology(ana);
  await page.clock.install();
  await page.goto('/');
  await buttonOf(page, 'Login').click();
  await logIn(page, ana);
  await expect(rowOf(page, title)).toBeVisible();
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
  await stopClock(page);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await expect(dialog).toBeHidden();
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
  await expect(headingOf(page, 'Acessibilidade')).toBeVisible();
  await page.clock.runFor(1650);
  await expect(toastWith(page, DELETED)).toBeVisible();
});

test('a deletion moves the focus to the next trash, else the previous one, else "+"', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'Vue' }, { title: 'Svelte' }, { title: 'Astro' }]);
  for (const [title, heir] of [
    ['Svelte', 'Excluir Astro'],
    ['Astro', 'Excluir Vue'],
    ['Vue', '+'],
  ] as const) {
    await buttonOf(page, `Excluir ${title}`).press('Enter');
    await sendDelete(page.getByRole('dialog'));
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(buttonOf(page, heir)).toBeFocused();
  }
});
