import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { buttonOf, dialogOf, exact, fieldOf, goBack } from '../../helpers/actions.ts';
import { holdAnswer } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, change, clickFor, openProfile, readOwn, saveLate, sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

/** Reloads the page, and dismisses the confirmation of the browser. */
async function refuseReload(page: Page) {
  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  await (await asked).dismiss();
  await reload;
}

const QUESTION = 'Descartar o que você escreveu?';

test('Back and links ask before unsaved text is lost', async ({ page, backstage }) => {
  await page.goto('/acessibilidade');
  const person = await openProfile(page, await backstage.signUp());
  const question = dialogOf(page, QUESTION);
  const link = page.getByRole('link', { name: 'Voltar às tecnologias' });
  const bio = fieldOf(page, 'Bio');
  await bio.fill('Outra bio');
  await refuseReload(page);
  await goBack(page);
  await expect(buttonOf(question, 'Continuar escrevendo')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/perfil');
  await expect(bio).toHaveValue('Outra bio');
  // The history entry that Back used has been restored.
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog)).toBeDefined();

  await link.click();
  await buttonOf(question, 'Descartar').click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await expect(bio).toHaveValue(person.bio);
});

test('a download needs no confirmation; text typed after "Descartar" does', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await change(backstage, person, { visibility: 'public', handle: 'quem-baixa' });
  await openProfile(page, person);
  await page.evaluate(() => (location.hash = 'dados'));
  const bio = fieldOf(page, 'Bio');
  await bio.fill('Outra bio');
  const share = sectionOf(page, 'Compartilhar');
  await share.getByRole('heading', { name: 'Imagem', ...exact }).click();
  const download = page.waitForEvent('download');
  await share.getByRole('link', { name: 'Baixar imagem', ...exact }).click();
  await download;
  const question = dialogOf(page, QUESTION);
  await goBack(page);
  await buttonOf(question, 'Descartar').click();
  await expect(page).toHaveURL('/perfil');
  await bio.fill('Mais uma bio');
  await page.getByRole('link', { name: 'Voltar às tecnologias' }).click();
  await expect(question).toBeVisible();
});

test('saved or restored text needs no confirmation, and "Sair" never asks (G-2)', async ({ page, backstage }) => {
  const ana = await openProfile(page, await backstage.signUp());
  const bio = fieldOf(page, 'Bio');
  const link = page.getByRole('link', { name: 'Voltar às tecnologias' });
  await bio.fill('Outra bio');
  await bio.fill(ana.bio);
  await link.click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await bio.fill('Outra bio');
  await clickFor(buttonOf(page, 'Salvar dados'), 'Dados salvos');
  await link.click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await page.goto('/conta');
  await fieldOf(page, 'Senha atual').fill('senha123');
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
});

test('text that is typed while the form is being saved stays, unsaved', async ({ page, backstage }) => {
  const ana = await openProfile(page, await backstage.signUp());
  const release = await saveLate(page, 'Ana Reis');
  await fieldOf(page, 'Bio').fill('Ainda não enviada');
  release();
  await expect(toastWith(page, 'Dados salvos')).toBeVisible();
  await expect(fieldOf(page, 'Bio')).toHaveValue('Ainda não enviada');
  await refuseReload(page);
  await clickFor(buttonOf(page, 'Salvar dados'), 'Dados salvos');
  // The toast may be that of the first save.
  await expect.poll(() => readOwn(backstage, ana)).toMatchObject({ name: 'Ana Reis', bio: 'Ainda não enviada' });
});

test('a dialog asks before discarding typed text, however it is closed', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  await addWork(backstage, ana);
  await openProfile(page, ana);
  const dialog = page.getByRole('dialog');
  const question = dialogOf(page, QUESTION);
  const title = fieldOf(dialog, 'Título');
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => buttonOf(dialog, 'X').click(),
    () => page.mouse.click(5, 300),
    () => goBack(page),
  ]) {
    await buttonOf(page, 'Editar Cardápio').click();
    await title.fill('Menu');
    await refuseReload(page);
    await close();
    await expect(question.getByRole('group', { name: QUESTION, exact: true })).toContainText('Continuar escrevendo');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, 'Editar projeto')).toBeVisible();
    await expect(title).toHaveValue('Menu');
    await expect(title).toBeFocused();
    await title.fill('Cardápio');
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/perfil');
  }
});

test('a save that ends on another screen is no failure', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp({ name: `Rita ${randomUUID()}` }));
  const release = await holdAnswer(page, '/profile');
  const sent = page.waitForRequest('/profile');
  await buttonOf(page, 'Usar este endereço').click();
  await sent;
  await page.getByRole('link', { name: 'Voltar às tecnologias' }).click();
  await expect(page).toHaveURL('/dashboard');
  release();
  await expect(toastWith(page, 'Endereço salvo')).toBeVisible();
});
