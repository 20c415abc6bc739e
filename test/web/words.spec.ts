import type { Page } from '@playwright/test';
import {
  buttonOf,
  createButton,
  fieldOf,
  fillSignUp,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
} from '../helpers/acts.ts';
import { cut, hold } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { addWork, chooseFile, logInElsewhere, openProfile, PNG, WORK } from '../helpers/profile.ts';
import { toastWith } from '../helpers/toasts.ts';
import { readAlong, WORDS } from '../helpers/words.ts';

const exact = { exact: true };

async function expectPortuguese(page: Page, heard: () => Promise<string[]>) {
  expect((await heard()).filter((text) => !WORDS.has(text))).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
}

/** The browser's own messages about a field are in the browser's language: a form must not let them show. */
function expectNoBubbles(page: Page) {
  return expect(page.locator('form')).toHaveJSProperty('noValidate', true);
}

test('the sign-up speaks Portuguese, whatever goes wrong (M-001)', async ({ page }) => {
  await page.clock.install();
  const heard = await readAlong(page);
  await page.goto('/');
  await expectNoBubbles(page);
  await sendSignUp(page);
  await expect(page.getByText('Link do contato obrigatório')).toBeVisible();
  await fillSignUp(page, aPerson({ email: 'ana', password: 'abc', contact: 'ana' }));
  await expect(page.getByText('Link do contato inválido')).toBeVisible();

  await fillSignUp(page, aPerson({ name: 'A'.repeat(121) }));
  await page.getByLabel('Confirmar senha').fill('outra123');
  await expect(page.getByText('A senha deve ser a mesma')).toBeVisible();
  await page.getByLabel('Confirmar senha').fill('senha123');
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
  await expect(page.getByText('No máximo 120 caracteres')).toBeVisible();

  const letGo = await hold(page, 'POST', '**/users');
  await page.getByLabel('Nome', { exact: true }).fill('Ana Souza');
  await sendSignUp(page);
  await expect(page.getByText('Enviando…')).toBeVisible();
  await page.clock.fastForward(8000);
  await expect(page.getByText('Isso está demorando mais que o normal…')).toBeVisible();
  letGo();
  await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();
  await expectPortuguese(page, heard);
});

test('the login and a page that does not exist speak Portuguese (M-001)', async ({ page, backstage }) => {
  await page.clock.install();
  const ana = await backstage.signUp();
  const heard = await readAlong(page);
  await page.goto('/nada');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectNoBubbles(page);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Password obrigatório')).toBeVisible();
  await logIn(page, { email: ana.email, password: 'outra123' });
  await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
  await logIn(page, ana);
  await expect(page.getByRole('heading', { name: 'Olá, Ana Souza' })).toBeVisible();
  await page.clock.fastForward(1500);
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
  await expectPortuguese(page, heard);
});

test('the dashboard speaks Portuguese while it loads, and in the dialog that adds (M-001)', async ({
  page,
  backstage,
}) => {
  const ana = await backstage.signUp();
  const heard = await readAlong(page);
  const user = `**/users/${ana.id}`;
  await cut(page, 'GET', user);
  const letGo = await hold(page, 'GET', user);
  await openAs(page, ana);
  await expect(page.getByText('Carregando tecnologias')).toBeAttached();
  letGo();
  await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeVisible();
  await page.unroute(user);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText(/^Você ainda não cadastrou nenhuma tecnologia/)).toBeVisible();

  const dialog = await openCreate(page);
  await expectNoBubbles(page);
  await createButton(dialog).click();
  await expect(page.getByText('Tecnolgia Obrigatória')).toBeVisible();
  await sendCreate(dialog, { title: 'Redes', status: 'Intermediário' });
  await expect(toastWith(page, 'Tecnologia cadastrada com sucesso')).toBeVisible();
  await sendCreate(await openCreate(page), { title: 'Redes', status: 'Iniciante' });
  await expect(page.getByText('Você já tem esta tecnologia')).toBeVisible();
  await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
  await createButton(dialog).click();
  await expect(dialog.getByText('Sua sessão expirou.')).toBeVisible();
  await expectPortuguese(page, heard);
});

test('the dialogs that change and delete speak Portuguese (M-001)', async ({ page, backstage }) => {
  await page.clock.install();
  const ana = await backstage.signUp();
  await backstage.addTechnology(ana, { title: 'Redes' });
  const heard = await readAlong(page);
  await openAs(page, ana);

  await cut(page, 'PUT', '**/users/techs/*');
  const edit = await openEdit(page, 'Redes');
  await expectNoBubbles(page);
  await sendEdit(edit, { status: 'Avançado' });
  await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
  await cut(page, 'DELETE', '**/users/techs/*');
  await sendDelete(await openDelete(page, 'Redes'));
  await expect(toastWith(page, 'Erro ao deletar tecnologia')).toBeVisible();
  await page.unroute('**/users/techs/*');

  await sendEdit(await openEdit(page, 'Redes'), { status: 'Avançado' });
  await expect(rowOf(page, 'Redes')).toContainText('Avançado');
  await page.clock.fastForward(1500);
  await expect(toastWith(page, 'Tecnologia atualizada')).toBeVisible();
  await sendDelete(await openDelete(page, 'Redes'));
  await expect(rowOf(page, 'Redes')).toHaveCount(0);
  await page.clock.fastForward(1500);
  await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();
  await expectPortuguese(page, heard);
});

test.describe('when a part of the app cannot be fetched', () => {
  test.use({ expectedComplaints: ['dynamically imported module', 'Error occurred in'] });

  test('the page that says so speaks Portuguese (M-001)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    const heard = await readAlong(page);
    await page.route('**/assets/dashboard-*.js', (route) => route.abort());
    await openAs(page, ana);
    await expect(page.getByRole('heading', { name: 'Algo deu errado' })).toBeVisible();
    await expectPortuguese(page, heard);
  });
});

test('the profile speaks Portuguese, whatever goes wrong', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await addWork(backstage, person, { title: 'Redes' });
  await logInElsewhere(backstage, person, 'curl/8');
  const heard = await readAlong(page);
  await openProfile(page, person);
  await buttonOf(page, 'Mais').click();
  await page.keyboard.press('Escape');
  await fieldOf(page, 'Nome').fill('');
  await buttonOf(page, 'Salvar dados').click();
  await buttonOf(page, 'Alterar a senha').click();
  await expect(page.getByText('Nova senha obrigatória', exact)).toBeVisible();
  await fieldOf(page, 'Nome').fill('Ana Maria');
  await cut(page, 'PUT', '**/profile');
  await buttonOf(page, 'Salvar dados').click();
  await expect(page.getByText(/^Não foi possível salvar os dados/)).toBeVisible();
  await page.unroute('**/profile');
  await page.getByRole('switch').click();
  await expect(toastWith(page, 'Seu perfil agora é público')).toBeVisible();
  await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
  await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
  await buttonOf(page, 'Usar esta foto').click();
  await expect(toastWith(page, 'Foto salva')).toBeVisible();
  const resume = JSON.stringify({
    basics: { name: 'Bia', summary: 'Vue' },
    skills: [{ name: 'Vue' }, {}],
    projects: [{ name: 'Redes' }],
  });
  for (const buffer of [Buffer.alloc(600 * 1024), Buffer.from('{'), Buffer.from('[]'), Buffer.from(resume)]) {
    await chooseFile(page, { name: 'cv.json', mimeType: 'application/json', buffer }, 'Importar currículo');
  }
  await buttonOf(page.getByRole('dialog'), 'Importar 2 itens').click();
  await expect(toastWith(page, '2 itens importados')).toBeVisible();
  await buttonOf(page, 'Encerrar as outras sessões').click();
  await expect(toastWith(page, 'As outras sessões foram encerradas')).toBeVisible();
  await buttonOf(page, 'Adicionar projeto').click();
  await buttonOf(page, 'Salvar projeto').click();
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Excluir Redes').click();
  await buttonOf(page.getByRole('dialog'), 'Excluir').click();
  await expect(toastWith(page, 'Projeto excluído')).toBeVisible();
  await buttonOf(page, 'Apagar minha conta').click();
  await buttonOf(page, 'Apagar tudo para sempre').click();
  await expect(page.getByText('Senha obrigatória', exact)).toBeVisible();

  // What the user has typed, the times and counts, are no words of the product's.
  const own = new Set([
    person.name,
    WORK.description,
    WORK.deploy_url,
    person.bio,
    person.contact,
    'https://example.com/ana',
    'AS',
    'AM',
  ]);
  const news = (await heard()).filter((text) => !WORDS.has(text) && !own.has(text));
  expect(news.filter((text) => !/^\d+( de \S+ de \d{4}, \d\d:\d\d)?$/.test(text))).toEqual([]);
});
