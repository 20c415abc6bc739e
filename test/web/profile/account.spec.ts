import { readFile } from 'node:fs/promises';
import type { ProfileExport } from '#contract/user.ts';
import { boxOf, buttonOf, expectMessageUnder, fieldOf, logIn, readStorage } from '../../helpers/acts.ts';
import { cut, hold, nameOf, recordCalls, refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import {
  addWork,
  bearer,
  dialogOf,
  logInElsewhere,
  openProfile,
  readOwn,
  sectionOf,
  WORK,
} from '../../helpers/profile.ts';
import { aPerson } from '../../helpers/make.ts';
import { startTrilha, type Running } from '../harness/servers.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

test.describe('Dados', () => {
  test('what was changed is sent, and nothing else; the dashboard knows it, too', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await fieldOf(page, 'Nome').fill('Ana Maria Souza');
    await fieldOf(page, 'Bio').fill('Duas\nlinhas.');
    const call = page.waitForRequest((request) => request.method() === 'PUT');
    await buttonOf(page, 'Salvar dados').click();
    expect((await call).postDataJSON()).toEqual({ name: 'Ana Maria Souza', bio: 'Duas\nlinhas.' });
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    expect(await readOwn(backstage, person)).toMatchObject({ name: 'Ana Maria Souza', email: person.email });

    // What is held now is what the next change is measured by.
    const calls = recordCalls(page);
    await buttonOf(page, 'Salvar dados').click();
    await expect(toastWith(page, 'Nenhuma alteração para salvar')).toBeVisible();
    expect(calls.map(nameOf)).toEqual([]);
    await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
    await expect(page.getByRole('heading', { name: 'Olá, Ana Maria Souza', ...exact })).toBeVisible();
  });

  test('what is wrong is said under its field before anything is sent, and the first one gets the focus, of the password, too; an email that is taken is refused there, and what was typed stays', async ({
    page,
    backstage,
  }) => {
    const other = await backstage.signUp();
    await openProfile(page, await backstage.signUp());
    const calls = recordCalls(page);
    await fieldOf(page, 'Email').fill('ana');
    await fieldOf(page, 'Bio').fill('');
    await fieldOf(page, 'Contato').fill('javascript:alert(1)');
    await buttonOf(page, 'Salvar dados').click();
    await expectMessageUnder(fieldOf(page, 'Email'), 'Email inválido');
    await expectMessageUnder(fieldOf(page, 'Bio'), 'Bio obrigatória');
    await expectMessageUnder(fieldOf(page, 'Contato'), 'Link do contato inválido');
    await expect(fieldOf(page, 'Email')).toBeFocused();
    await fieldOf(page, 'Nome').fill('A'.repeat(121));
    await expectMessageUnder(fieldOf(page, 'Nome'), 'No máximo 120 caracteres');

    await buttonOf(page, 'Alterar a senha').click();
    await expectMessageUnder(fieldOf(page, 'Senha atual'), 'Senha atual obrigatória');
    await expectMessageUnder(fieldOf(page, 'Nova senha'), 'Nova senha obrigatória');
    await expectMessageUnder(fieldOf(page, 'Repetir a nova senha'), 'Repita a nova senha aqui');
    await expect(fieldOf(page, 'Senha atual')).toBeFocused();
    await fieldOf(page, 'Nova senha').fill('abc');
    await expectMessageUnder(fieldOf(page, 'Nova senha'), 'A senha precisa de pelo menos 6 letras ou números');
    await fieldOf(page, 'Repetir a nova senha').fill('abd');
    await expectMessageUnder(fieldOf(page, 'Repetir a nova senha'), 'A repetição é diferente da nova senha');
    expect(calls.map(nameOf)).toEqual([]);

    await page.reload();
    await fieldOf(page, 'Nome').fill('Outra Ana');
    await fieldOf(page, 'Email').fill(other.email);
    await buttonOf(page, 'Salvar dados').click();
    await expectMessageUnder(fieldOf(page, 'Email'), 'Este email não pode ser usado');
    await expect(toastWith(page, 'Não foi possível salvar os dados')).toBeVisible();
    await expect(fieldOf(page, 'Email')).toBeFocused();
    await expect(fieldOf(page, 'Nome')).toHaveValue('Outra Ana');
  });

  test('what another client stored under looser rules does not stand in the way of a change', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const own = { ...(await readOwn(backstage, person)), contact: 'fale comigo', course_module: 'M3' };
    await page.route('**/profile', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: own }) : route.fallback(),
    );
    await openProfile(page, person);
    await expect(fieldOf(page, 'Módulo do curso')).toHaveValue('M3');
    await fieldOf(page, 'Nome').fill('Ana Maria');
    await buttonOf(page, 'Salvar dados').click();
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    expect((await readOwn(backstage, person)).name).toBe('Ana Maria');
  });

  test('while it is sent the button keeps its place, its name and the focus, and sends once', async ({
    page,
    backstage,
  }) => {
    await page.clock.install();
    await openProfile(page, await backstage.signUp());
    const letGo = await hold(page, 'PUT', '**/profile');
    const calls = recordCalls(page);
    await fieldOf(page, 'Nome').fill('Ana Maria');
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
    expect(calls.map(nameOf)).toEqual(['PUT /profile']);
  });
});

test.describe('Senha', () => {
  test('a new password needs the old one, and ends all other sessions', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const elsewhere = await logInElsewhere(backstage, person);
    await openProfile(page, person);
    const card = sectionOf(page, 'Senha');
    await expect(card.getByText('as suas outras sessões são encerradas')).toBeVisible();
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
    for (const label of ['Senha atual', 'Nova senha', 'Repetir a nova senha']) {
      await expect(fieldOf(card, label)).toHaveValue('');
    }
    await expect(sectionOf(page, 'Sessões abertas').getByRole('listitem')).toHaveCount(1);
    const answer = await backstage.request.get('/profile', { headers: bearer({ token: elsewhere }) });
    expect(answer.status()).toBe(401);
    const { email } = person;
    const again = await backstage.request.post('/sessions', { data: { email, password: 'nova1234' } });
    expect(again.status()).toBe(200);
  });
});

test.describe('Sessões abertas', () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('each is told by what one calls its device, this one first; all others can be ended', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const ended = await logInElsewhere(backstage, person, IPHONE);
    await logInElsewhere(backstage, person, FIREFOX);
    await logInElsewhere(backstage, person, 'curl/8');
    await openProfile(page, person);
    const card = sectionOf(page, 'Sessões abertas');
    const rows = card.getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: 'Esta sessão' })).toHaveCount(1);
    await expect(rows.first()).toContainText('Esta sessão');
    await expect(rows.first()).toContainText(/Aberta em \d+ de \S+ de \d{4}, \d\d:\d\d/);
    await expect(rows.first()).toContainText('Último uso em');
    for (const device of ['Safari no iPhone', 'Firefox no Windows', 'Aparelho desconhecido']) {
      await expect(rows.filter({ hasText: device })).not.toHaveCount(0);
    }
    await buttonOf(card, 'Encerrar as outras sessões').click();
    await expect(toastWith(page, 'As outras sessões foram encerradas')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(buttonOf(card, 'Encerrar as outras sessões')).toHaveCount(0);
    await expect(card.getByRole('heading', { name: 'Sessões abertas', ...exact })).toBeFocused();
    expect((await backstage.request.get('/profile', { headers: bearer({ token: ended }) })).status()).toBe(401);
    expect((await backstage.request.get('/profile', { headers: bearer(person) })).status()).toBe(200);
  });
});

test('what happened to the account is said to be loading until it is there (X-512)', async ({ page, backstage }) => {
  const letGo = await hold(page, 'GET', '**/profile/events');
  await openProfile(page, await backstage.signUp());
  const card = sectionOf(page, 'Atividade da conta');
  await expect(card.getByRole('status')).toHaveText('Carregando a atividade');
  expect((await boxOf(card.locator('[aria-busy]'))).height).toBeGreaterThan(40);
  letGo();
  await expect(card.getByRole('listitem')).toHaveText([/^Login na sua conta/]);
  await expect(card.locator('[aria-busy]')).toHaveCount(0);
});

test.describe('Seus dados', () => {
  test('"Baixar meus dados" gives everything that is held, as one file; a file or a list that cannot be had is told of, and the rest of the page is there', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await cut(page, 'GET', '**/sessions');
    await openProfile(page, person);
    const card = sectionOf(page, 'Sessões abertas');
    await expect(card.getByText('Não foi possível carregar as sessões.', exact)).toBeVisible();
    await page.unroute('**/sessions');
    await buttonOf(card, 'Tentar de novo carregar as sessões').click();
    await expect(card.getByRole('listitem')).toHaveCount(1);

    await refuse(page, 'GET', '**/profile/export');
    await buttonOf(page, 'Baixar meus dados').click();
    await expect(toastWith(page, 'Não foi possível baixar os dados')).toBeVisible();
    await page.unroute('**/profile/export');
    const answer = await hold(page, 'GET', '**/profile/export');
    const download = page.waitForEvent('download');
    await buttonOf(page, 'Baixar meus dados').click();
    await expect(sectionOf(page, 'Seus dados').getByText('Baixando…', exact)).toBeVisible();
    answer();
    const file = await download;
    expect(file.suggestedFilename()).toBe('trilha-meus-dados.json');
    const held = JSON.parse(await readFile(await file.path(), 'utf8')) as ProfileExport;
    expect(held.user).toMatchObject({ email: person.email, bio: person.bio, works: [{ title: WORK.title }] });
    expect(held.sessions).toHaveLength(1);
    await expect(toastWith(page, 'Seus dados foram baixados')).toBeVisible();
  });

  test('deleting the account says what goes, and needs the password and a word typed by hand; then it is gone at once, with the session and everything in the browser (X-97)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    const calls = recordCalls(page);
    await buttonOf(page, 'Apagar minha conta').click();
    const dialog = dialogOf(page, 'Apagar a conta');
    await expect(dialog.getByRole('listitem')).toHaveText([
      'o seu nome, email, bio, contato e foto',
      'as suas tecnologias, a evolução delas e os seus projetos',
      'a sua página e o endereço dela, que outra pessoa pode escolher',
      'as suas sessões, em todos os aparelhos',
    ]);
    const password = fieldOf(dialog, 'Sua senha');
    const word = fieldOf(dialog, 'Digite APAGAR para confirmar');
    const remove = buttonOf(dialog, 'Apagar tudo para sempre');
    await expect(password).toBeFocused();
    await remove.click();
    await expectMessageUnder(password, 'Senha obrigatória');
    await expectMessageUnder(word, 'Digite a palavra APAGAR');
    await password.fill('outra123');
    await word.fill('apaga');
    await remove.click();
    await expectMessageUnder(word, 'Digite a palavra APAGAR');
    expect(calls.map(nameOf)).toEqual([]);

    await word.fill('apagar');
    await remove.click();
    await expectMessageUnder(password, 'Senha incorreta');
    await expect(password).toBeFocused();
    await expect(toastWith(page, 'Não foi possível apagar a conta')).toBeVisible();
    expect((await readOwn(backstage, person)).email).toBe(person.email);
    await page.keyboard.press('Escape');
    await buttonOf(page, 'Descartar').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(buttonOf(page, 'Apagar minha conta')).toBeFocused();

    await page.evaluate(() => localStorage.setItem('outra', 'coisa'));
    await buttonOf(page, 'Apagar minha conta').click();
    await fieldOf(dialog, 'Sua senha').fill(person.password);
    await fieldOf(dialog, 'Digite APAGAR para confirmar').fill('APAGAR');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeFocused();
    await expect(toastWith(page, 'Sua conta foi apagada')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readStorage(page)).toEqual({});
    expect((await backstage.request.get(`/users/${person.id}`)).status()).toBe(404);
    const { email } = person;
    expect((await backstage.request.post('/sessions', { data: { email, password: person.password } })).status()).toBe(
      401,
    );
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Meu perfil', ...exact })).toHaveCount(0);
  });
});

test.describe('where the server is strict', () => {
  let trilha: Running;

  test.beforeAll(async () => {
    trilha = await startTrilha({ PASSWORD_PROFILE: 'strict' });
  });

  test.afterAll(() => trilha.stop());

  test('a new email asks for the password, which is wanted then and not before (X-170)', async ({ page }) => {
    const person = aPerson({ password: 'girassol-na-janela' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${trilha.address}/users`, { method: 'POST', headers, body: JSON.stringify(person) });
    await page.goto(`${trilha.address}/login`);
    await logIn(page, person);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto(`${trilha.address}/perfil`);
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
  });
});
