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

for (const { kind, open } of [
  { kind: 'create', open: openCreate },
  { kind: 'edit', open: (page: Page) => openEdit(page, 'React') },
  { kind: 'delete', open: (page: Page) => openDelete(page, 'React') },
]) {
  test(`Back closes the ${kind} dialog, and the next Back leaves the page (X-182)`, async ({ page, backstage }) => {
    await page.goto('/acessibilidade');
    await openWith(page, backstage, [{ title: 'React' }]);
    const dialog = await open(page);
    await expect(dialog).toBeVisible();
    await goBack(page);
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    await expect(rowOf(page, 'React')).toBeVisible();
    await goBack(page);
    await expect(page).toHaveURL('/acessibilidade');
  });
}

test('a dialog that was closed leaves no step behind, however it was closed and how often (X-182)', async ({
  page,
  backstage,
}) => {
  await page.goto('/acessibilidade');
  await openWith(page, backstage, [{ title: 'React' }]);
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
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog)).toBeUndefined();
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
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog)).toBeUndefined();
  await expect(dialog).toHaveCount(0);

  await openCreate(page);
  await page.reload();
  await expect(rowOf(page, 'React')).toBeVisible();
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog)).toBeUndefined();
  await goBack(page);
  await expect(page).toHaveURL('/acessibilidade');
});

test('while its call runs Back does not close a dialog, as Escape does not (A-20, X-182)', async ({ page, ana }) => {
  const release = await hold(page, 'POST', TECHNOLOGIES);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  await goBack(page);
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog)).toBeDefined();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  release();
  await expect(rowOf(page, ana.name)).toBeVisible();
});

test('Back from a dialog in which something was typed asks nothing on the dashboard (G-2, X-182)', async ({
  page,
  ana,
}) => {
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  const dialog = await openCreate(page);
  await fieldOf(dialog, 'Nome').fill('React');
  await goBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});

test('Back from the login that an expired session led to shows the login, not a dialog (X-182)', async ({
  page,
  ana,
  backstage,
}) => {
  await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
  await sendCreate(await openCreate(page), { title: 'React', status: 'Avançado' });
  await dialogOf(page, 'Cadastrar Tecnologia')
    .getByRole('link', { name: 'Entrar novamente', ...exact })
    .click();
  await expect(page).toHaveURL('/login');
  await logIn(page, ana);
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
