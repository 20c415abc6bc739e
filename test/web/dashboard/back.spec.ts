import type { Page } from '@playwright/test';
import {
  fieldOf,
  goBack,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rowOf,
  sendCreate,
} from '../../helpers/acts.ts';
import { hold, TECHNOLOGIES } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { dialogOf } from '../../helpers/profile.ts';

const exact = { exact: true };

/** Whether the history's step of a dialog is the one that the page is at. */
const isAtDialog = (page: Page) =>
  page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog !== undefined);

test('Back closes each dialog, and the next Back leaves the page; a dialog that was closed leaves no step behind, however it was closed and how often (X-182)', async ({
  page,
  backstage,
}) => {
  await page.goto('/acessibilidade');
  await openWith(page, backstage, [{ title: 'React' }]);
  for (const open of [openCreate, openEdit, openDelete]) {
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    await goBack(page);
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    await expect(rowOf(page, 'React')).toBeVisible();
    await goBack(page);
    await expect(page).toHaveURL('/acessibilidade');
    await page.goForward();
    await expect(rowOf(page, 'React')).toBeVisible();
  }

  for (let times = 0; times < 3; times += 1) {
    await openCreate(page);
    await page.keyboard.press('Escape');
    const edit = await openEdit(page, 'React');
    await edit.getByRole('button', { name: 'X', ...exact }).click();
    const dialog = await openDelete(page, 'React');
    await dialog.getByRole('button', { name: 'Não', ...exact }).click();
  }
  await sendCreate(await openCreate(page), { title: 'Vue', status: 'Iniciante' });
  await expect(rowOf(page, 'Vue')).toBeVisible();
  await expect.poll(() => isAtDialog(page)).toBe(false);
  await goBack(page);
  await expect(page).toHaveURL('/acessibilidade');
});

test('Forward and a reload do not lead into a dialog that is gone (X-182)', async ({ page, backstage }) => {
  await page.goto('/acessibilidade');
  await openWith(page, backstage, [{ title: 'React' }]);
  const dialog = await openCreate(page);
  await goBack(page);
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => history.forward());
  await expect.poll(() => isAtDialog(page)).toBe(false);
  await expect(dialog).toHaveCount(0);

  await openCreate(page);
  await page.reload();
  await expect(rowOf(page, 'React')).toBeVisible();
  await expect.poll(() => isAtDialog(page)).toBe(false);
  await goBack(page);
  await expect(page).toHaveURL('/acessibilidade');
});

test('Back from a dialog in which something was typed asks nothing on the dashboard; while its call runs it does not close it, as Escape does not; and from the login that an expired session led to it shows no dialog (A-20, G-2, X-182)', async ({
  page,
  ana,
  backstage,
}) => {
  const dialog = dialogOf(page, 'Cadastrar Tecnologia');
  await openCreate(page);
  await fieldOf(dialog, 'Nome').fill('React');
  await goBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');

  const release = await hold(page, 'POST', TECHNOLOGIES);
  await sendCreate(await openCreate(page), { title: ana.name, status: 'Iniciante' });
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  await goBack(page);
  await expect.poll(() => isAtDialog(page)).toBe(true);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  release();
  await expect(rowOf(page, ana.name)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
  await sendCreate(await openCreate(page), { title: 'React', status: 'Avançado' });
  await dialog.getByRole('link', { name: 'Entrar novamente', ...exact }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, ana);
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
