import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  buttonOf,
  dialogOf,
  exact,
  expectMessageUnder,
  fieldOf,
  headingOf,
  readStorage,
} from '../../helpers/actions.ts';
import { cut, holdAnswer, nameOf, recordCalls } from '../../helpers/calls.ts';
import { Backstage, bearer, expect, openAs, test } from '../../helpers/fixtures.ts';
import {
  addWork,
  change,
  chooseFile,
  clickFor,
  logInElsewhere,
  openAccount,
  openProfile,
  readOwn,
  sectionOf,
  WORK,
} from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';
import { startTrilha } from '../harness/servers.ts';

async function fillAll(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await fieldOf(page, label).fill(text);
}

test('"Bio e contato" sends the changed fields, and nothing where nothing has changed', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  const calls = recordCalls(page);
  const writes = () => calls.filter((call) => call.method() !== 'GET');
  await fillAll(page, { Nome: 'Ana Maria Souza', Bio: 'Duas\nlinhas.' });
  const save = buttonOf(page, 'Salvar dados');
  await clickFor(save, 'Dados salvos');
  await expect(save).toBeFocused();
  await clickFor(save, 'Nenhuma alteração para salvar');
  // The address for the new name may be checked meanwhile.
  expect(writes().map(nameOf)).toEqual(['PUT /profile']);
  expect(writes()[0]?.postDataJSON()).toEqual({ name: 'Ana Maria Souza', bio: 'Duas\nlinhas.' });
  await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
  await expect(headingOf(page, 'Olá, Ana Maria Souza')).toBeVisible();
});

test('"Bio e contato" and "Destaques" follow changes from elsewhere, and keep typed text', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { id } = await backstage.addTechnology(person, { title: 'Vue', status: 'Iniciante' });
  await openProfile(page, person);
  await fieldOf(page, 'Nome').fill('Ana Maria');
  await change(backstage, person, { bio: 'Já sei programar.', featured: [id] });
  await page.getByRole('switch', { name: 'Perfil público', ...exact }).click();
  await expect(fieldOf(page, 'Bio')).toHaveValue('Já sei programar.');
  await expect(fieldOf(page, 'Nome')).toHaveValue('Ana Maria');
  await page.getByRole('heading', { name: 'Destaques', ...exact }).click();
  await expect(page.getByRole('checkbox', { name: 'Vue Iniciante', ...exact })).toBeChecked();
});

/** A public user with Vue and Go, in "Destaques". */
async function openFeatured(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  const vue = await backstage.addTechnology(person, { title: 'Vue', status: 'Iniciante' });
  await backstage.addTechnology(person, { title: 'Go', status: 'Iniciante' });
  await change(backstage, person, { visibility: 'public', handle: `ana-${randomUUID().slice(0, 8)}` });
  await openProfile(page, person);
  await page.getByRole('heading', { name: 'Destaques', ...exact }).click();
  return { person, vue };
}

test('a choice made while "Destaques" is being saved stays', async ({ page, backstage }) => {
  const { person } = await openFeatured(page, backstage);
  const release = await holdAnswer(page, '**/profile');
  await page.getByRole('checkbox', { name: 'Vue Iniciante', ...exact }).check();
  await buttonOf(page, 'Salvar destaques').click();
  await page.getByRole('checkbox', { name: 'Go Iniciante', ...exact }).check();
  release();
  await expect(toastWith(page, 'Destaques salvos')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Go Iniciante', ...exact })).toBeChecked();
  await buttonOf(page, 'Salvar destaques').click();
  // The toast of the first save may still be there.
  await expect.poll(async () => (await readOwn(backstage, person)).featured).toHaveLength(2);
});

test('a choice for "Destaques" that was deleted elsewhere is named as the reason, and goes', async ({
  page,
  backstage,
}) => {
  const { person, vue } = await openFeatured(page, backstage);
  for (const name of ['Vue Iniciante', 'Go Iniciante']) await page.getByRole('checkbox', { name, ...exact }).check();
  await backstage.request.delete(`/users/techs/${vue.id}`, { headers: bearer(person) });
  await clickFor(buttonOf(page, 'Salvar destaques'), 'Não foi possível salvar os destaques');
  await expect(page.getByText('Uma das escolhidas foi excluída em outro lugar.', exact)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Vue Iniciante', ...exact })).toHaveCount(0);
  await clickFor(buttonOf(page, 'Salvar destaques'), 'Destaques salvos');
  expect((await readOwn(backstage, person)).featured).toHaveLength(1);
});

test('a bio with the line breaks of Windows is not unsaved text', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await change(backstage, person, { bio: 'uma\r\nduas' });
  await openProfile(page, person);
  await clickFor(buttonOf(page, 'Salvar dados'), 'Nenhuma alteração para salvar');
  await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
  await expect(page).toHaveURL('/dashboard');
  expect((await readOwn(backstage, person)).bio).toBe('uma\r\nduas');
});

test('each form shows errors under its fields and focuses the first', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp());
  const calls = recordCalls(page);
  await fillAll(page, { Nome: 'A'.repeat(121), Bio: '', Contato: 'javascript:alert(1)' });
  await buttonOf(page, 'Salvar dados').click();
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  for (const [label, message] of [
    ['Nome', 'No máximo 120 caracteres'],
    ['Bio', 'Bio obrigatória'],
    ['Contato', 'Link do contato inválido'],
  ] as const) {
    await expectMessageUnder(fieldOf(page, label), message);
  }
  await openAccount(page, person);
  await fillAll(page, { Email: 'ana' });
  await buttonOf(page, 'Salvar email').click();
  await expectMessageUnder(fieldOf(page, 'Email'), 'Email inválido');
  await fillAll(page, { 'Nova senha': 'abc', 'Repetir a nova senha': 'abd' });
  await buttonOf(page, 'Alterar a senha').click();
  await expect(fieldOf(page, 'Senha atual')).toBeFocused();
  for (const [label, message] of [
    ['Senha atual', 'Senha atual obrigatória'],
    ['Nova senha', 'A senha precisa de pelo menos 6 letras ou números'],
    ['Repetir a nova senha', 'A repetição é diferente da nova senha'],
  ] as const) {
    await expectMessageUnder(fieldOf(page, label), message);
  }
  expect(calls.map(nameOf)).not.toContain('PUT /profile');
});

test('a new email is saved, unless another account has it', async ({ page, backstage }) => {
  const other = await backstage.signUp();
  const person = await openAccount(page, await backstage.signUp());
  const email = fieldOf(page, 'Email');
  await email.fill(other.email);
  await clickFor(buttonOf(page, 'Salvar email'), 'Não foi possível salvar o email');
  await expectMessageUnder(email, 'Este email não pode ser usado');
  await expect(email).toBeFocused();
  await email.fill(`nova-${person.email}`);
  await clickFor(buttonOf(page, 'Salvar email'), 'Email salvo');
  expect((await readOwn(backstage, person)).email).toBe(`nova-${person.email}`);
});

test('the email follows a change from elsewhere', async ({ page, backstage }) => {
  const person = await openAccount(page, await backstage.signUp());
  await change(backstage, person, { email: `nova-${person.email}` });
  const file = {
    name: 'curriculo.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"skills":[{"name":"Go"}]}'),
  };
  await chooseFile(page, file, 'Importar currículo');
  await clickFor(buttonOf(page.getByRole('dialog'), 'Importar 1 item'), '1 item importado');
  await expect(fieldOf(page, 'Email')).toHaveValue(`nova-${person.email}`);
});

test('a new password needs the old one, and ends all other sessions', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await logInElsewhere(backstage, person);
  await openAccount(page, person);
  const old = fieldOf(page, 'Senha atual');
  await fillAll(page, { 'Senha atual': 'outra123', 'Nova senha': 'nova1234', 'Repetir a nova senha': 'nova1234' });
  await buttonOf(page, 'Alterar a senha').click();
  await expectMessageUnder(old, 'Senha atual incorreta');
  await expect(old).toBeFocused();
  await old.fill(person.password);
  await clickFor(buttonOf(page, 'Alterar a senha'), 'Senha alterada');
  await expect(old).toHaveValue('');
  await expect(sectionOf(page, 'Sessões abertas').getByRole('listitem')).toHaveCount(1);
});

test('lists each session by its device, this one first, and ends the others', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await logInElsewhere(backstage, person, agent);
  await openAccount(page, person);
  const card = sectionOf(page, 'Sessões abertas');
  const rows = card.getByRole('listitem');
  await expect(rows).toHaveText([/Esta sessão.*Aberta em \d+ de \S+ de \d{4}, \d\d:\d\d/, /Firefox no Windows/]);
  await clickFor(buttonOf(card, 'Encerrar as outras sessões'), 'As outras sessões foram encerradas');
  await expect(rows).toHaveText([/Esta sessão/]);
  await expect(buttonOf(card, 'Encerrar as outras sessões')).toHaveCount(0);
  await expect(card.getByRole('heading', { name: 'Sessões abertas', ...exact })).toBeFocused();
});

test('a failed list shows an error in its section and offers a retry', async ({ page, backstage }) => {
  await cut(page, 'GET', '**/sessions');
  await openAccount(page, await backstage.signUp());
  const sessions = sectionOf(page, 'Sessões abertas');
  await expect(sessions.getByText('Não foi possível carregar as sessões.', exact)).toBeVisible();
  await page.unroute('**/sessions');
  await buttonOf(sessions, 'Tentar de novo carregar as sessões').click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
});

test('all data and the resume are saved as files', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await addWork(backstage, person);
  await openAccount(page, person);
  for (const [button, file, said, part] of [
    ['Baixar meus dados', 'trilha-meus-dados.json', 'Seus dados foram baixados', person.email],
    ['Baixar currículo (JSON Resume)', 'trilha-curriculo.json', 'Seu currículo foi baixado', WORK.title],
  ] as const) {
    const download = page.waitForEvent('download');
    await clickFor(buttonOf(page, button), said);
    expect((await download).suggestedFilename()).toBe(file);
    expect(await readFile(await (await download).path(), 'utf8')).toContain(part);
  }
});

test('deleting the account needs the password and a typed word', async ({ page, backstage }) => {
  const person = await openAccount(page, await backstage.signUp());
  await page.evaluate(() => localStorage.setItem('outra', 'coisa'));
  const calls = recordCalls(page);
  // The size of a laptop's window at a zoom of 400 %.
  await page.setViewportSize({ width: 320, height: 200 });
  await buttonOf(page, 'Apagar minha conta').click();
  const dialog = dialogOf(page, 'Apagar a conta');
  const password = fieldOf(dialog, 'Sua senha');
  const word = fieldOf(dialog, 'Digite APAGAR para confirmar');
  const remove = buttonOf(dialog, 'Apagar tudo para sempre');
  await expect(dialog.getByText('Isto apaga para sempre')).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText('as turmas que você ensina, também para quem participa delas', exact)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await word.fill('apaga');
  await remove.click();
  await expectMessageUnder(password, 'Senha obrigatória');
  await expectMessageUnder(word, 'Digite a palavra APAGAR');
  expect(calls.map(nameOf)).toEqual([]);

  await password.fill('outra123');
  await word.fill('apagar');
  await clickFor(remove, 'Não foi possível apagar a conta');
  await expectMessageUnder(password, 'Senha incorreta');
  await expect(password).toBeFocused();
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Descartar').click();
  await expect(buttonOf(page, 'Apagar minha conta')).toBeFocused();

  await page.keyboard.press('Enter');
  await password.fill(person.password);
  await word.fill('APAGAR');
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Sua conta foi apagada')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(headingOf(page, 'Crie sua Conta')).toBeFocused();
  expect(await readStorage(page)).toEqual({});
  expect((await backstage.request.get(`/users/${person.id}`)).status()).toBe(404);
});

test('a strict server requires the password for an e-mail change and to end sessions (X-657)', async ({
  page,
  playwright,
}) => {
  const trilha = await startTrilha({ PASSWORD_PROFILE: 'strict' });
  try {
    const request = await playwright.request.newContext({ baseURL: trilha.address });
    const person = await new Backstage(request).signUp({ password: 'girassol-na-janela' });
    await logInElsewhere(new Backstage(request), person);
    await openAs(page, person, `${trilha.address}/conta`);
    const password = fieldOf(page, 'Senha atual, para alterar o email');
    await fieldOf(page, 'Email').fill(`nova-${person.email}`);
    await expect(password).toHaveCount(0);
    await buttonOf(page, 'Salvar email').click();
    await expect(password).toBeFocused();
    await expectMessageUnder(password, 'Senha atual obrigatória');
    await password.fill(person.password);
    await clickFor(buttonOf(page, 'Salvar email'), 'Email salvo');
    await expect(password).toHaveCount(0);
    const card = sectionOf(page, 'Sessões abertas');
    const confirmation = fieldOf(card, 'Sua senha, para encerrar as outras sessões');
    await buttonOf(card, 'Encerrar as outras sessões').click();
    await expect(confirmation).toBeFocused();
    await expectMessageUnder(confirmation, 'Senha obrigatória');
    await confirmation.fill('outra-senha');
    await buttonOf(card, 'Encerrar as outras sessões').click();
    await expectMessageUnder(confirmation, 'Senha incorreta');
    await confirmation.fill(person.password);
    await clickFor(buttonOf(card, 'Encerrar as outras sessões'), 'As outras sessões foram encerradas');
    await expect(card.getByRole('listitem')).toHaveCount(1);
  } finally {
    await trilha.stop();
  }
});
