import { readFile } from 'node:fs/promises';
import type { ProfileExport } from '#contract/user.ts';
import { boxOf, buttonOf, expectMessageUnder, fieldOf, headingOf, readStorage } from '../../helpers/acts.ts';
import { cut, hold, nameOf, recordCalls, refuse } from '../../helpers/calls.ts';
import { Backstage, expect, openAs, test } from '../../helpers/fixtures.ts';
import { addWork, bearer, dialogOf, logInElsewhere, openProfile, readOwn, sectionOf } from '../../helpers/profile.ts';
import { startTrilha } from '../harness/servers.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

test('"Dados" sends the changed fields, once, and nothing where nothing has changed', async ({ page, backstage }) => {
  await page.clock.install();
  const person = await backstage.signUp();
  await openProfile(page, person);
  const calls = recordCalls(page);
  const letGo = await hold(page, 'PUT', '**/profile');
  await fieldOf(page, 'Nome').fill('Ana Maria Souza');
  await fieldOf(page, 'Bio').fill('Duas\nlinhas.');
  const save = buttonOf(page, 'Salvar dados');
  await save.scrollIntoViewIfNeeded();
  const before = await save.boundingBox();
  await save.click();
  await expect(sectionOf(page, 'Dados').getByText('Enviando…')).toBeVisible();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  expect(await save.boundingBox()).toEqual(before);
  await save.click({ force: true });
  await page.clock.fastForward(8000);
  await expect(sectionOf(page, 'Dados').getByText('Isso está demorando mais que o normal…')).toBeVisible();
  letGo();
  await expect(toastWith(page, 'Dados salvos')).toBeVisible();
  expect(await readOwn(backstage, person)).toMatchObject({ name: 'Ana Maria Souza', email: person.email });

  await save.click();
  await expect(toastWith(page, 'Nenhuma alteração para salvar')).toBeVisible();
  expect(calls.map(nameOf)).toEqual(['PUT /profile']);
  expect(calls[0]?.postDataJSON()).toEqual({ name: 'Ana Maria Souza', bio: 'Duas\nlinhas.' });
  await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Ana Maria Souza', ...exact })).toBeVisible();
});

test('"Dados" and "Senha" say what is wrong under each field, and focus the first', async ({ page, backstage }) => {
  const other = await backstage.signUp();
  await openProfile(page, await backstage.signUp());
  const calls = recordCalls(page);
  const invalid = { Nome: 'A'.repeat(121), Email: 'ana', Bio: '', Contato: 'javascript:alert(1)' };
  for (const [label, text] of Object.entries(invalid)) await fieldOf(page, label).fill(text);
  await buttonOf(page, 'Salvar dados').click();
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await fieldOf(page, 'Nova senha').fill('abc');
  await fieldOf(page, 'Repetir a nova senha').fill('abd');
  await buttonOf(page, 'Alterar a senha').click();
  await expect(fieldOf(page, 'Senha atual')).toBeFocused();
  for (const [label, message] of [
    ['Nome', 'No máximo 120 caracteres'],
    ['Email', 'Email inválido'],
    ['Bio', 'Bio obrigatória'],
    ['Contato', 'Link do contato inválido'],
    ['Senha atual', 'Senha atual obrigatória'],
    ['Nova senha', 'A senha precisa de pelo menos 6 letras ou números'],
    ['Repetir a nova senha', 'A repetição é diferente da nova senha'],
  ] as const) {
    await expectMessageUnder(fieldOf(page, label), message);
  }
  await fieldOf(page, 'Nova senha').fill('');
  await expectMessageUnder(fieldOf(page, 'Nova senha'), 'Nova senha obrigatória');
  await fieldOf(page, 'Repetir a nova senha').fill('');
  await expectMessageUnder(fieldOf(page, 'Repetir a nova senha'), 'Repita a nova senha aqui');
  expect(calls.map(nameOf)).toEqual([]);

  const valid = { Nome: 'Outra Ana', Email: other.email, Bio: 'Bio', Contato: 'https://example.com' };
  for (const [label, text] of Object.entries(valid)) await fieldOf(page, label).fill(text);
  await buttonOf(page, 'Salvar dados').click();
  await expectMessageUnder(fieldOf(page, 'Email'), 'Este email não pode ser usado');
  await expect(toastWith(page, 'Não foi possível salvar os dados')).toBeVisible();
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await expect(fieldOf(page, 'Nome')).toHaveValue('Outra Ana');
});
test('a new password needs the old one, and ends all other sessions', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const elsewhere = await logInElsewhere(backstage, person);
  await openProfile(page, person);
  const card = sectionOf(page, 'Senha');
  await expect(sectionOf(page, 'Sessões abertas').getByRole('listitem')).toHaveCount(2);
  await fieldOf(card, 'Senha atual').fill('outra123');
  await fieldOf(card, 'Nova senha').fill('nova1234');
  await fieldOf(card, 'Repetir a nova senha').fill('nova1234');
  await buttonOf(card, 'Alterar a senha').click();
  await expectMessageUnder(fieldOf(card, 'Senha atual'), 'Senha atual incorreta');
  await expect(fieldOf(card, 'Senha atual')).toBeFocused();

  await fieldOf(card, 'Senha atual').fill(person.password);
  await buttonOf(card, 'Alterar a senha').click();
  await expect(toastWith(page, 'Senha alterada')).toBeVisible();
  await expect(fieldOf(card, 'Senha atual')).toHaveValue('');
  await expect(sectionOf(page, 'Sessões abertas').getByRole('listitem')).toHaveCount(1);
  expect((await backstage.request.get('/profile', { headers: bearer({ token: elsewhere }) })).status()).toBe(401);
  expect((await backstage.request.get('/profile', { headers: bearer(person) })).status()).toBe(200);
});

test('lists each session by its device, this one first, and ends the others', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const ended = await logInElsewhere(backstage, person, agent);
  await logInElsewhere(backstage, person, 'curl/8');
  await openProfile(page, person);
  const card = sectionOf(page, 'Sessões abertas');
  const rows = card.getByRole('listitem');
  await expect(rows).toHaveText([/Esta sessão/, /Firefox no Windows/, /Aparelho desconhecido/]);
  await expect(rows.first()).toContainText(/Aberta em \d+ de \S+ de \d{4}, \d\d:\d\d/);
  await expect(rows.first()).toContainText('Último uso em');
  await buttonOf(card, 'Encerrar as outras sessões').click();
  await expect(toastWith(page, 'As outras sessões foram encerradas')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(buttonOf(card, 'Encerrar as outras sessões')).toHaveCount(0);
  await expect(card.getByRole('heading', { name: 'Sessões abertas', ...exact })).toBeFocused();
  expect((await backstage.request.get('/profile', { headers: bearer({ token: ended }) })).status()).toBe(401);
});

test('a list that loads or has failed says so in its own section', async ({ page, backstage }) => {
  const letGo = await hold(page, 'GET', '**/profile/events');
  await cut(page, 'GET', '**/sessions');
  await openProfile(page, await backstage.signUp());
  const activity = sectionOf(page, 'Atividade da conta');
  await expect(activity.getByRole('status')).toHaveText('Carregando a atividade');
  expect((await boxOf(activity.locator('[aria-busy]'))).height).toBeGreaterThan(40);
  letGo();
  await expect(activity.getByRole('listitem')).toHaveText([/^Login na sua conta/]);
  await expect(activity.locator('[aria-busy]')).toHaveCount(0);

  const sessions = sectionOf(page, 'Sessões abertas');
  await expect(sessions.getByText('Não foi possível carregar as sessões.', exact)).toBeVisible();
  await page.unroute('**/sessions');
  await buttonOf(sessions, 'Tentar de novo carregar as sessões').click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
});

test('"Baixar meus dados" saves everything in one file, or says that it cannot', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await addWork(backstage, person);
  await openProfile(page, person);
  await refuse(page, 'GET', '**/profile/export');
  await buttonOf(page, 'Baixar meus dados').click();
  await expect(toastWith(page, 'Não foi possível baixar os dados')).toBeVisible();
  await page.unroute('**/profile/export');
  const letGo = await hold(page, 'GET', '**/profile/export');
  const download = page.waitForEvent('download');
  await buttonOf(page, 'Baixar meus dados').click();
  await expect(sectionOf(page, 'Seus dados').getByText('Baixando…', exact)).toBeVisible();
  letGo();
  const file = await download;
  expect(file.suggestedFilename()).toBe('trilha-meus-dados.json');
  const { user, sessions } = JSON.parse(await readFile(await file.path(), 'utf8')) as ProfileExport;
  expect(user).toMatchObject({ email: person.email, bio: person.bio, works: [{ title: 'Cardápio' }] });
  expect(sessions).toHaveLength(1);
  await expect(toastWith(page, 'Seus dados foram baixados')).toBeVisible();
});

test('deleting the account needs the password and a typed word, and leaves nothing', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp());
  await page.evaluate(() => localStorage.setItem('outra', 'coisa'));
  const calls = recordCalls(page);
  await buttonOf(page, 'Apagar minha conta').click();
  const dialog = dialogOf(page, 'Apagar a conta');
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  const password = fieldOf(dialog, 'Sua senha');
  const word = fieldOf(dialog, 'Digite APAGAR para confirmar');
  const remove = buttonOf(dialog, 'Apagar tudo para sempre');
  await expect(password).toBeFocused();
  await word.fill('apaga');
  await remove.click();
  await expectMessageUnder(password, 'Senha obrigatória');
  await expectMessageUnder(word, 'Digite a palavra APAGAR');
  expect(calls.map(nameOf)).toEqual([]);

  await password.fill('outra123');
  await word.fill('apagar');
  await remove.click();
  await expectMessageUnder(password, 'Senha incorreta');
  await expect(password).toBeFocused();
  await expect(toastWith(page, 'Não foi possível apagar a conta')).toBeVisible();
  expect((await readOwn(backstage, person)).email).toBe(person.email);
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Descartar').click();
  await expect(buttonOf(page, 'Apagar minha conta')).toBeFocused();

  await page.keyboard.press('Enter');
  await password.fill(person.password);
  await word.fill('APAGAR');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(headingOf(page, 'Crie sua Conta')).toBeFocused();
  await expect(toastWith(page, 'Sua conta foi apagada')).toBeVisible();
  expect(await readStorage(page)).toEqual({});
  expect((await backstage.request.get(`/users/${person.id}`)).status()).toBe(404);
  await page.goBack();
  await expect(headingOf(page, 'Meu perfil')).toHaveCount(0);
});

test('a strict server asks for the password only with a new email', async ({ page, playwright }) => {
  const trilha = await startTrilha({ PASSWORD_PROFILE: 'strict' });
  try {
    const request = await playwright.request.newContext({ baseURL: trilha.address });
    const person = await new Backstage(request).signUp({ password: 'girassol-na-janela' });
    await openAs(page, person, `${trilha.address}/perfil`);
    const password = fieldOf(page, 'Senha atual, para alterar o email');
    const save = buttonOf(page, 'Salvar dados');
    await fieldOf(page, 'Email').fill(`nova-${person.email}`);
    await expect(password).toHaveCount(0);
    await save.click();
    await expect(password).toBeFocused();
    await expectMessageUnder(password, 'Senha atual obrigatória');
    await password.fill('outra-senha');
    await save.click();
    await expectMessageUnder(password, 'Senha atual incorreta');
    await password.fill(person.password);
    await save.click();
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    await expect(password).toHaveCount(0);
  } finally {
    await trilha.stop();
  }
});
