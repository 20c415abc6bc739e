import type { Page } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  anyToast,
  cut,
  fillSignUp,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith, type Backstage } from '../helpers/fixtures.ts';

const TECHNOLOGY = '**/users/techs/*';
const TECHNOLOGIES = '**/users/techs';

/** One toast, of this text and type, and no other before ten seconds of the stopped clock have passed. */
async function expectOnly(page: Page, text: string, type: 'success' | 'error') {
  await expect(toastWith(page, text)).toHaveClass(new RegExp(`Toastify__toast--${type}`));
  await expect(anyToast(page)).toHaveCount(1);
  await page.clock.runFor(10_000);
  await expect(anyToast(page)).toHaveCount(1);
}

/** Nothing is shown a moment before the delay of 1500 ms is over, and the toast alone a moment after. */
async function expectOnlyAfterDelay(page: Page, text: string) {
  await page.clock.runFor(1349);
  await expect(anyToast(page)).toHaveCount(0);
  await page.clock.runFor(301);
  await expectOnly(page, text, 'success');
}

/** A dashboard with one technology, whose time stands still. */
async function openStill(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  const technology = await backstage.addTechnology(person);
  await page.clock.install();
  await openAs(page, person);
  await expect(rowOf(page, technology.title)).toBeVisible();
  await stopClock(page);
  return technology;
}

async function openStillAt(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await stopClock(page);
}

test('a refused login says "Verifique os dados do login", at once (M-150)', async ({ page }) => {
  await openStillAt(page, '/login');
  await logIn(page, aPerson());
  await expectOnly(page, 'Verifique os dados do login', 'error');
});

test('a refused sign-up says "Erro ao realizar o cadastro", at once (M-151)', async ({ page, backstage }) => {
  const { email } = await backstage.signUp();
  await openStillAt(page, '/');
  await fillSignUp(page, aPerson({ email }));
  await sendSignUp(page);
  await expectOnly(page, 'Erro ao realizar o cadastro', 'error');
  await expect(page).toHaveURL('/');
});

test('a refused creation says "Erro ao cadastrar a tecnologia", at once (M-152)', async ({ page, backstage }) => {
  const { title } = await openStill(page, backstage);
  await sendCreate(await openCreate(page), { title, status: 'Iniciante' });
  await expectOnly(page, 'Erro ao cadastrar a tecnologia', 'error');
});

test('a refused change says "Tecnologia não atualizada", at once (M-153)', async ({ page, backstage }) => {
  const { title } = await openStill(page, backstage);
  await refuse(page, 'PUT', TECHNOLOGY);
  await sendEdit(await openEdit(page, title));
  await expectOnly(page, 'Tecnologia não atualizada', 'error');
});

test('a refused deletion says "Erro ao deletar tecnologia", at once (M-154)', async ({ page, backstage }) => {
  const { title } = await openStill(page, backstage);
  await refuse(page, 'DELETE', TECHNOLOGY);
  await sendDelete(await openDelete(page, title));
  await expectOnly(page, 'Erro ao deletar tecnologia', 'error');
});

test('a sign-up says "Cadastro realizado com sucesso", at once (M-155, A-22)', async ({ page }) => {
  await openStillAt(page, '/');
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  await expectOnly(page, 'Cadastro realizado com sucesso', 'success');
});

test('a creation says "Tecnologia cadastrada com sucesso", at once (M-156, A-22)', async ({ page, backstage }) => {
  await openStill(page, backstage);
  await sendCreate(await openCreate(page), aTechnology());
  await expectOnly(page, 'Tecnologia cadastrada com sucesso', 'success');
});

test('a change says "Tecnologia atualizada", 1500 ms after its success (M-157)', async ({ page, backstage }) => {
  const { title } = await openStill(page, backstage);
  const dialog = await openEdit(page, title);
  await sendEdit(dialog, { status: 'Avançado' });
  await expect(dialog).toBeHidden();
  await expectOnlyAfterDelay(page, 'Tecnologia atualizada');
});

test('a deletion says "Tecnologia deletada com sucesso", 1500 ms after its success (M-158)', async ({
  page,
  backstage,
}) => {
  const { title } = await openStill(page, backstage);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await expect(dialog).toBeHidden();
  await expectOnlyAfterDelay(page, 'Tecnologia deletada com sucesso');
});

test('a login or a sign-up that gets no answer has failed (M-159)', async ({ page }) => {
  await page.goto('/login');
  await cut(page, 'POST', '**/sessions');
  await logIn(page, aPerson());
  await expect(toastWith(page, 'Verifique os dados do login')).toHaveClass(/Toastify__toast--error/);
  await page.goto('/');
  await cut(page, 'POST', '**/users');
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toHaveClass(/Toastify__toast--error/);
  await expect(anyToast(page)).toHaveCount(1);
});

test('a creation, a change or a deletion that gets no answer has failed (M-159)', async ({ page, backstage }) => {
  const { title } = await openStill(page, backstage);
  await cut(page, 'PUT', TECHNOLOGY);
  await cut(page, 'DELETE', TECHNOLOGY);
  await cut(page, 'POST', TECHNOLOGIES);
  for (const { act, text } of [
    { act: async () => sendEdit(await openEdit(page, title)), text: 'Tecnologia não atualizada' },
    { act: async () => sendDelete(await openDelete(page, title)), text: 'Erro ao deletar tecnologia' },
    { act: async () => sendCreate(await openCreate(page), aTechnology()), text: 'Erro ao cadastrar a tecnologia' },
  ]) {
    await act();
    await expectOnly(page, text, 'error');
    await anyToast(page).getByRole('button', { name: 'Fechar notificação', exact: true }).click();
    await expect(anyToast(page)).toHaveCount(0);
  }
  await expect(rowOf(page, title)).toBeAttached();
});
