import { buttonOf, fieldOf, goBack } from '../../helpers/acts.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, chooseFile, dialogOf, openProfile, PNG } from '../../helpers/profile.ts';

const QUESTION = 'Descartar o que você escreveu?';

test('Back and links ask before unsaved text is left; Escape and Back stay, "Descartar" goes where one wanted (X-192)', async ({
  page,
  backstage,
}) => {
  await page.goto('/acessibilidade');
  await openProfile(page, await backstage.signUp());
  const question = dialogOf(page, QUESTION);
  const bio = fieldOf(page, 'Bio');
  await bio.fill('Outra bio');
  await goBack(page);
  await expect(question).toBeVisible();
  await expect(buttonOf(question, 'Continuar escrevendo')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/perfil');
  await expect(bio).toHaveValue('Outra bio');
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: unknown } | null)?.dialog)).toBeDefined();

  const link = page.getByRole('link', { name: 'Voltar às tecnologias' });
  await link.click();
  await expect(question).toBeVisible();
  await buttonOf(question, 'Continuar escrevendo').click();
  await expect(bio).toHaveValue('Outra bio');
  await link.click();
  await buttonOf(question, 'Descartar').click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await expect(page).toHaveURL('/perfil');
  await expect(bio).not.toHaveValue('Outra bio');

  await bio.fill('Mais uma');
  await goBack(page);
  await buttonOf(question, 'Descartar').click();
  await expect(page).toHaveURL('/acessibilidade');
});

test('what was saved, put back or never typed is left without a question; "Sair" never asks (G-2, X-192)', async ({
  page,
  backstage,
}) => {
  const ana = await backstage.signUp();
  await openProfile(page, ana);
  const bio = fieldOf(page, 'Bio');
  await bio.fill('Outra bio');
  await bio.fill(ana.bio);
  await page.getByRole('link', { name: 'Voltar às tecnologias' }).click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await bio.fill('Outra bio');
  await buttonOf(page, 'Salvar dados').click();
  await expect(page.getByText('Dados salvos')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar às tecnologias' }).click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await fieldOf(page, 'Senha atual').fill('senha123');
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
});

test('a photo that is chosen and not sent yet is left only after the same question (X-547)', async ({
  page,
  backstage,
}) => {
  await page.goto('/acessibilidade');
  await openProfile(page, await backstage.signUp());
  const question = dialogOf(page, QUESTION);
  const photo = { name: 'eu.png', mimeType: 'image/png', buffer: PNG };
  await chooseFile(page, photo, 'Escolher foto');
  await expect(buttonOf(page, 'Usar esta foto')).toBeVisible();
  await goBack(page);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/perfil');
  await buttonOf(page, 'Usar esta foto').click();
  await expect(page.getByText('Foto salva')).toBeVisible();

  await chooseFile(page, photo, 'Escolher outra foto');
  await page.getByRole('link', { name: 'Voltar às tecnologias' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Descartar').click();
  await goBack(page);
  await expect(page).toHaveURL('/acessibilidade');
});

test('a dialog of the profile asks before it loses what was typed, however it is closed, and is heard (X-192, X-413)', async ({
  page,
  backstage,
}) => {
  const ana = await backstage.signUp();
  await addWork(backstage, ana);
  await openProfile(page, ana);
  const dialog = page.getByRole('dialog');
  const question = dialogOf(page, QUESTION);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => buttonOf(dialog, 'X').click(),
    () => page.mouse.click(5, 300),
    () => goBack(page),
  ]) {
    await buttonOf(page, 'Editar Cardápio').click();
    await expect(dialog).toHaveCount(1);
    await close();
    await expect(dialog).toHaveCount(0);
    await buttonOf(page, 'Editar Cardápio').click();
    const title = fieldOf(dialog, 'Título');
    await title.fill('Menu');
    await close();
    await expect(question).toBeVisible();
    await expect(question.getByRole('group', { name: QUESTION, exact: true })).toContainText('Continuar escrevendo');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, 'Editar projeto')).toBeVisible();
    await expect(title).toHaveValue('Menu');
    await expect(title).toBeFocused();
    await close();
    await buttonOf(question, 'Descartar').click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/perfil');
  }
});
