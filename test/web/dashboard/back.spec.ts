import type { Page } from '@playwright/test';
import {
  buttonOf,
  fieldOf,
  goBack,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rowOf,
  sendCreate,
} from '../../helpers/actions.ts';
import { hold, TECHNOLOGIES } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';

/** True if the current history entry belongs to a dialog. */
const isAtDialog = (page: Page) =>
  page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog !== undefined);

test('Back closes a dialog, and the next Back leaves the page', async ({ page, backstage }) => {
  await page.goto('/acessibilidade');
  await openWith(page, backstage, [{ title: 'React' }]);
  for (const open of [openCreate, openEdit, openDelete]) {
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    await goBack(page);
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    await goBack(page);
    await expect(page).toHaveURL('/acessibilidade');
    await page.goForward();
    await expect(rowOf(page, 'React')).toBeVisible();
  }
});

test('a closed dialog leaves no history entry, even after Forward or a reload', async ({ page, backstage }) => {
  await page.goto('/acessibilidade');
  await openWith(page, backstage, [{ title: 'React' }]);
  const dialog = page.getByRole('dialog');
  await openCreate(page);
  await page.keyboard.press('Escape');
  await buttonOf(await openEdit(page, 'React'), 'X').click();
  await buttonOf(await openDelete(page, 'React'), 'Não').click();
  await sendCreate(await openCreate(page), { title: 'Vue', status: 'Iniciante' });
  await expect(rowOf(page, 'Vue')).toBeVisible();
  await openCreate(page);
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => history.forward());
  await expect.poll(() => isAtDialog(page)).toBe(false);
  await expect(dialog).toHaveCount(0);

  await openCreate(page);
  await page.reload();
  await expect(rowOf(page, 'Vue')).toBeVisible();
  await expect.poll(() => isAtDialog(page)).toBe(false);
  await goBack(page);
  await expect(page).toHaveURL('/acessibilidade');
});

test('Back closes a dialog and discards its text, except during its call (A-20, G-2)', async ({ page, backstage }) => {
  await openWith(page, backstage, []);
  const dialog = await openCreate(page);
  await fieldOf(dialog, 'Nome').fill('React');
  await goBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');

  const release = await hold(page, 'POST', TECHNOLOGIES);
  await sendCreate(await openCreate(page), { title: 'Vue', status: 'Iniciante' });
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  await goBack(page);
  await expect.poll(() => isAtDialog(page)).toBe(true);
  await expect(dialog).toBeVisible();
  release();
  await expect(rowOf(page, 'Vue')).toBeVisible();
});
