import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { OwnUser, ProfileExport } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import { cut, expectMessageUnder, hold, nameOf, readStorage, recordCalls, refuse } from '../helpers/acts.ts';
import { expect, openAs, test, toastWith, type Backstage, type SignedUp } from '../helpers/fixtures.ts';
import { readAlong, WORDS } from '../helpers/words.ts';

const exact = { exact: true };
const NOTICE = 'Sua sessão expirou.';
const WORK = { title: 'Cardápio', description: 'Lista os pratos.', deploy_url: 'https://example.com/cardapio' };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, ...exact });
const field = (place: Page | Locator, label: string) => place.getByLabel(label, exact);
const section = (page: Page, name: string) => page.getByRole('region', { name, ...exact });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, ...exact });
const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

async function openProfile(page: Page, person: SignedUp) {
  await openAs(page, person, '/perfil');
  await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil', ...exact })).toBeVisible();
  await expect(field(page, 'Nome')).toHaveValue(person.name);
}

async function readOwn({ request }: Backstage, person: { token: string }): Promise<OwnUser> {
  const answer = await request.get('/profile', { headers: bearer(person) });
  return (await answer.json()) as OwnUser;
}

async function addWork({ request }: Backstage, person: SignedUp, overrides: Partial<typeof WORK> = {}): Promise<Work> {
  const added = await request.post('/users/works', { data: { ...WORK, ...overrides }, headers: bearer(person) });
  expect(added.status()).toBe(201);
  return (await added.json()) as Work;
}

/** One more session of the person, as another device has it. */
async function logInElsewhere({ request }: Backstage, { email, password }: SignedUp, userAgent = 'curl/8') {
  const answer = await request.post('/sessions', { data: { email, password }, headers: { 'User-Agent': userAgent } });
  return ((await answer.json()) as { token: string }).token;
}

/** Gives the page a file, as its own choice of a file would. */
async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, opener: string) {
  const chooser = page.waitForEvent('filechooser');
  await button(page, opener).click();
  await (await chooser).setFiles(file);
}

/** Ends the session on the server alone: the page does not know. */
function expire({ request }: Backstage, person: SignedUp) {
  return request.delete('/sessions', { headers: bearer(person) });
}

/** Moves on with the Tab key until the element has the focus. */
async function tabTo(element: Locator) {
  await expect(element).toBeAttached();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await element.page().keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

test.describe('the way to the profile and back', () => {
  test('a visitor is sent to the login, and nothing is asked of the server', async ({ page }) => {
    const calls = recordCalls(page);
    await page.goto('/perfil');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
    expect(calls.map(nameOf)).toEqual([]);
  });

  test('it is behind "Mais", has a title of its own, and leads back to the technologies', async ({ page, ana }) => {
    await button(page, 'Mais').click();
    await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
    await expect(page).toHaveURL('/perfil');
    await expect(page).toHaveTitle('Meu perfil · Trilha');
    await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil', ...exact })).toBeFocused();
    await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
    await expect(page.getByRole('heading', { name: `Olá, ${ana.name}`, ...exact })).toBeFocused();
  });

  test('"Sair" works there as on the dashboard, and no other control there is called so (G-1)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await logInElsewhere(backstage, person);
    await openProfile(page, person);
    await expect(button(page, 'Encerrar as outras sessões')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sair' })).toHaveCount(1);
    for (const role of ['button', 'link', 'switch', 'textbox', 'combobox'] as const) {
      await expect(
        page.getByRole(role, { name: /\b(sim|não|login|entrar)\b|\+|cadastr|salvar alterações/i }),
      ).toHaveCount(0);
    }
    await button(page, 'Sair').click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({});
  });

  test('the profile that cannot be read is asked for again when the person says so', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await cut(page, 'GET', '**/profile');
    await openAs(page, person, '/perfil');
    await expect(page.getByText('Não foi possível carregar o seu perfil.', exact)).toBeVisible();
    await expect(button(page, 'Sair')).toBeVisible();
    await page.unroute('**/profile');
    await button(page, 'Tentar de novo').click();
    await expect(field(page, 'Nome')).toHaveValue(person.name);
  });
});

test.describe('Dados', () => {
  test('what was changed is sent, and nothing else; the dashboard knows it, too', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await field(page, 'Nome').fill('Ana Maria Souza');
    await field(page, 'Bio').fill('Duas\nlinhas.');
    const call = page.waitForRequest((request) => request.method() === 'PUT');
    await button(page, 'Salvar dados').click();
    expect((await call).postDataJSON()).toEqual({ name: 'Ana Maria Souza', bio: 'Duas\nlinhas.' });
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    expect(await readOwn(backstage, person)).toMatchObject({ name: 'Ana Maria Souza', email: person.email });

    // What is held now is what the next change is measured by.
    const calls = recordCalls(page);
    await button(page, 'Salvar dados').click();
    await expect(toastWith(page, 'Nenhum dado foi mudado')).toBeVisible();
    expect(calls.map(nameOf)).toEqual([]);
    await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
    await expect(page.getByRole('heading', { name: 'Olá, Ana Maria Souza', ...exact })).toBeVisible();
  });

  test('what is wrong is said under its field before anything is sent, and the first one gets the focus', async ({
    page,
    backstage,
  }) => {
    await openProfile(page, await backstage.signUp());
    const calls = recordCalls(page);
    await field(page, 'Email').fill('ana');
    await field(page, 'Bio').fill('');
    await field(page, 'Contato').fill('javascript:alert(1)');
    await button(page, 'Salvar dados').click();
    await expectMessageUnder(field(page, 'Email'), 'Email inválido');
    await expectMessageUnder(field(page, 'Bio'), 'Bio obrigatória');
    await expectMessageUnder(field(page, 'Contato'), 'Link do contato inválido');
    await expect(field(page, 'Email')).toBeFocused();
    await field(page, 'Nome').fill('A'.repeat(121));
    await expectMessageUnder(field(page, 'Nome'), 'No máximo 120 caracteres');
    expect(calls.map(nameOf)).toEqual([]);
  });

  test('an email that is taken is refused under its field, which gets the focus; what was typed stays', async ({
    page,
    backstage,
  }) => {
    const other = await backstage.signUp();
    await openProfile(page, await backstage.signUp());
    await field(page, 'Nome').fill('Outra Ana');
    await field(page, 'Email').fill(other.email);
    await button(page, 'Salvar dados').click();
    await expectMessageUnder(field(page, 'Email'), 'Este email não pode ser usado');
    await expect(toastWith(page, 'Não foi possível salvar os dados')).toBeVisible();
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Nome')).toHaveValue('Outra Ana');
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
    await expect(field(page, 'Módulo do curso')).toHaveValue('M3');
    await field(page, 'Nome').fill('Ana Maria');
    await button(page, 'Salvar dados').click();
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
    await field(page, 'Nome').fill('Ana Maria');
    const save = button(page, 'Salvar dados');
    const before = await save.boundingBox();
    await save.click();
    await expect(section(page, 'Dados').getByText('Enviando…')).toBeVisible();
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(save).toBeFocused();
    expect(await save.boundingBox()).toEqual(before);
    await save.click({ force: true });
    await page.clock.fastForward(8000);
    await expect(section(page, 'Dados').getByText('Isso está demorando mais que o normal…')).toBeVisible();
    letGo();
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    expect(calls.map(nameOf)).toEqual(['PUT /profile']);
  });

  test('a failure says what can be done about it, where something can', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    await field(page, 'Nome').fill('Ana Maria');
    for (const { status, code, text } of [
      { status: 429, code: 'too-many-requests', text: 'Foram muitas tentativas: espere um pouco' },
      { status: 503, code: 'overloaded', text: 'O servidor está ocupado: tente daqui a pouco' },
    ] as const) {
      await refuse(page, 'PUT', '**/profile', status, { code });
      await button(page, 'Salvar dados').click();
      await expect(toastWith(page, `Não foi possível salvar os dados. ${text}`)).toBeVisible();
    }
    await cut(page, 'PUT', '**/profile');
    await button(page, 'Salvar dados').click();
    await expect(
      toastWith(page, 'Não foi possível salvar os dados. Confira a sua conexão e tente de novo'),
    ).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Ana Maria');
  });
});

test.describe('Foto', () => {
  const note = 'PNG, JPEG ou WebP de até 2 MB.';

  test('a picture is seen before it is sent, then stays, and can be removed', async ({ page, backstage }) => {
    const person = await backstage.signUp({ name: 'Ana Souza' });
    await openProfile(page, person);
    const card = section(page, 'Foto');
    await expect(card.getByText('AS', exact)).toBeVisible();
    await expect(button(card, 'Escolher foto')).toHaveAccessibleDescription(note);

    const calls = recordCalls(page);
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await expect(card.locator('img')).toHaveAttribute('src', /^blob:/);
    await expect(card.getByText('Esta foto ainda não foi enviada.', exact)).toBeVisible();
    await button(card, 'Descartar').click();
    await expect(card.locator('img')).toHaveCount(0);
    await expect(button(card, 'Escolher foto')).toBeFocused();
    expect(calls.map(nameOf)).toEqual([]);

    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await button(card, 'Usar esta foto').click();
    await expect(toastWith(page, 'Foto salva')).toBeVisible();
    await expect(button(card, 'Escolher outra foto')).toBeFocused();
    const address = new URL((await readOwn(backstage, person)).avatar_url ?? '').pathname;
    await expect(card.locator('img')).toHaveAttribute('src', address);
    await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 256);
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    await page.reload();
    await expect(card.locator('img')).toHaveAttribute('src', address);

    await button(card, 'Remover foto').click();
    await expect(toastWith(page, 'Foto removida')).toBeVisible();
    await expect(card.getByText('AS', exact)).toBeVisible();
    await expect(button(card, 'Escolher foto')).toBeFocused();
    expect((await readOwn(backstage, person)).avatar_url).toBeNull();
  });

  test('a file of another kind, or too large a one, is told of before it is sent', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    const calls = recordCalls(page);
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    const choose = button(page, 'Escolher foto');
    await expect(choose).toHaveAccessibleDescription('Este arquivo precisa ser uma imagem PNG, JPEG ou WebP');
    const large = Buffer.alloc(2 * 1024 * 1024 + 1);
    await chooseFile(page, { name: 'a.png', mimeType: 'image/png', buffer: large }, 'Escolher foto');
    await expect(choose).toHaveAccessibleDescription('A imagem passa de 2 MB. Escolha uma menor');
    await expect(button(page, 'Usar esta foto')).toHaveCount(0);
    expect(calls.map(nameOf)).toEqual([]);
  });

  test('what only calls itself a picture is refused by the server, and said so in its place', async ({
    page,
    backstage,
  }) => {
    await openProfile(page, await backstage.signUp());
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)">') };
    await chooseFile(page, file, 'Escolher foto');
    await button(page, 'Usar esta foto').click();
    await expect(button(page, 'Escolher foto')).toHaveAccessibleDescription(
      'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP',
    );
    await expect(button(page, 'Escolher foto')).toBeFocused();
  });
});

test.describe('Trabalhos', () => {
  test('a work is added, changed and removed', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    const card = section(page, 'Trabalhos');
    await expect(card.getByText('Nenhum trabalho ainda.')).toBeVisible();
    await button(card, 'Adicionar trabalho').click();
    const add = dialogOf(page, 'Novo trabalho');
    await expect(field(add, 'Título')).toBeFocused();
    await field(add, 'Título').fill(WORK.title);
    await field(add, 'Descrição').fill(WORK.description);
    await field(add, 'Endereço').fill(WORK.deploy_url);
    await button(add, 'Salvar trabalho').click();
    await expect(toastWith(page, 'Trabalho adicionado')).toBeVisible();
    await expect(button(card, 'Adicionar trabalho')).toBeFocused();
    const link = card.getByRole('link', { name: WORK.deploy_url, ...exact });
    await expect(link).toHaveAttribute('href', WORK.deploy_url);
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');

    await button(card, `Editar ${WORK.title}`).click();
    const change = dialogOf(page, 'Editar trabalho');
    await expect(field(change, 'Descrição')).toHaveValue(WORK.description);
    await field(change, 'Título').fill('Cardápio 2');
    await button(change, 'Salvar trabalho').click();
    await expect(toastWith(page, 'Trabalho salvo')).toBeVisible();
    await expect(button(card, 'Editar Cardápio 2')).toBeFocused();
    expect((await readOwn(backstage, person)).works).toMatchObject([{ ...WORK, title: 'Cardápio 2' }]);

    await button(card, 'Remover Cardápio 2').click();
    const remove = dialogOf(page, 'Remover este trabalho?');
    await expect(button(remove, 'Manter')).toBeFocused();
    await expect(remove).toHaveAccessibleDescription('Cardápio 2 Ele não poderá ser recuperado.');
    await button(remove, 'Manter').click();
    await expect(button(card, 'Remover Cardápio 2')).toBeFocused();
    await page.keyboard.press('Enter');
    await button(remove, 'Remover').click();
    await expect(toastWith(page, 'Trabalho removido')).toBeVisible();
    await expect(button(card, 'Adicionar trabalho')).toBeFocused();
    expect((await readOwn(backstage, person)).works).toEqual([]);
  });

  test('a work with an address of another client can be changed all the same', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    const own = await readOwn(backstage, person);
    const works = own.works.map((work) => ({ ...work, deploy_url: 'sem endereço' }));
    await page.route('**/profile', (route) => route.fulfill({ json: { ...own, works } }));
    await openProfile(page, person);
    await expect(section(page, 'Trabalhos').getByText('sem endereço', exact)).toBeVisible();
    await expect(section(page, 'Trabalhos').getByRole('link')).toHaveCount(0);
    await button(page, `Editar ${WORK.title}`).click();
    const change = dialogOf(page, 'Editar trabalho');
    await field(change, 'Título').fill('Cardápio 2');
    await button(change, 'Salvar trabalho').click();
    await expect(toastWith(page, 'Trabalho salvo')).toBeVisible();
    expect((await readOwn(backstage, person)).works).toMatchObject([{ ...WORK, title: 'Cardápio 2' }]);
  });

  test('after a removal the focus is on the next work, else on the one before', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    for (const title of ['Um', 'Dois', 'Três']) await addWork(backstage, person, { title });
    await openProfile(page, person);
    for (const { title, heir } of [
      { title: 'Dois', heir: 'Três' },
      { title: 'Três', heir: 'Um' },
    ]) {
      await button(page, `Remover ${title}`).click();
      await button(page.getByRole('dialog'), 'Remover').click();
      await expect(button(page, `Remover ${title}`)).toHaveCount(0);
      await expect(button(page, `Remover ${heir}`)).toBeFocused();
    }
  });

  test('what is wrong with a work is said under its field; a refusal leaves the dialog as it was', async ({
    page,
    backstage,
  }) => {
    await openProfile(page, await backstage.signUp());
    await button(page, 'Adicionar trabalho').click();
    const dialog = dialogOf(page, 'Novo trabalho');
    await button(dialog, 'Salvar trabalho').click();
    await expectMessageUnder(field(dialog, 'Título'), 'Título obrigatório');
    await expectMessageUnder(field(dialog, 'Descrição'), 'Descrição obrigatória');
    await expectMessageUnder(field(dialog, 'Endereço'), 'Endereço obrigatório');
    await expect(field(dialog, 'Título')).toBeFocused();
    await field(dialog, 'Endereço').fill('javascript:alert(1)');
    await expectMessageUnder(field(dialog, 'Endereço'), 'Comece o endereço com https:// ou http://');
    await field(dialog, 'Endereço').fill(WORK.deploy_url);
    await field(dialog, 'Título').fill(WORK.title);
    await field(dialog, 'Descrição').fill(WORK.description);
    await refuse(page, 'POST', '**/users/works', 400, { code: 'limit-reached' });
    await button(dialog, 'Salvar trabalho').click();
    await expectMessageUnder(field(dialog, 'Título'), 'No máximo 50 trabalhos');
    await expect(toastWith(page, 'Não foi possível salvar o trabalho')).toBeVisible();
    await expect(field(dialog, 'Endereço')).toHaveValue(WORK.deploy_url);
  });

  test('an address that does not lead to the web is no link', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const own = await readOwn(backstage, person);
    const times = { created_at: own.created_at, updated_at: own.updated_at };
    const works = ['javascript:alert(1)', 'data:text/html,oi', 'oi'].map((deploy_url, id) => ({
      ...WORK,
      ...times,
      id: String(id),
      title: `Trabalho ${id}`,
      deploy_url,
    }));
    await page.route('**/profile', (route) => route.fulfill({ json: { ...own, works } }));
    await openProfile(page, person);
    for (const { deploy_url } of works) await expect(page.getByText(deploy_url, exact)).toBeVisible();
    await expect(section(page, 'Trabalhos').getByRole('link')).toHaveCount(0);
  });

  test('a work that another tab has removed is gone here as well', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const { id } = await addWork(backstage, person);
    await openProfile(page, person);
    await backstage.request.delete(`/users/works/${id}`, { headers: bearer(person) });
    await button(page, `Remover ${WORK.title}`).click();
    await button(page.getByRole('dialog'), 'Remover').click();
    await expect(section(page, 'Trabalhos').getByText('Nenhum trabalho ainda.')).toBeVisible();
  });
});

test.describe('Visibilidade', () => {
  test('before the profile is public one sees what others see and would see; off again is off at once (X-95)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await openProfile(page, person);
    const card = section(page, 'Visibilidade');
    const toggle = card.getByRole('switch', { name: 'Perfil público', ...exact });
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(card.getByRole('listitem')).toHaveText([
      'a sua foto',
      'a sua bio e o seu contato',
      'os seus trabalhos',
      'você na lista de pessoas',
    ]);
    await expect(toggle).toHaveAccessibleDescription(
      /^Se você ligar, .* os seus trabalhos .* Desligar vale na hora\.$/,
    );
    const now = card.getByRole('article', { name: 'Agora', ...exact });
    const then = card.getByRole('article', { name: 'Com o perfil público', ...exact });
    await expect(card.getByRole('heading', { name: 'Como os outros veem', ...exact })).toBeVisible();
    await expect(now).not.toContainText(person.bio);
    await expect(now).toContainText(person.course_module);
    await expect(then).toContainText(person.bio);
    await expect(then).toContainText('1 trabalho');
    await expect(then.getByRole('link', { name: person.contact, ...exact })).toBeVisible();
    await expect(card).not.toContainText(person.email);

    const seenByOthers = async () => (await (await backstage.request.get(`/users/${person.id}`)).json()) as OwnUser;
    expect(await seenByOthers()).toMatchObject({ bio: null, contact: null, works: [] });
    await toggle.click();
    await expect(toastWith(page, 'Seu perfil agora é público')).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-checked', 'true');
    await expect(then).toHaveCount(0);
    await expect(now).toContainText(person.bio);
    expect(await seenByOthers()).toMatchObject({ bio: person.bio, works: [{ title: WORK.title }] });
    expect(await seenByOthers()).not.toHaveProperty('email');

    await toggle.press('Space');
    await expect(toastWith(page, 'Seu perfil agora é privado')).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(toggle).toBeFocused();
    expect(await seenByOthers()).toMatchObject({ bio: null, works: [] });
  });

  test('a switch that the server does not follow stays where it was', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    await refuse(page, 'PUT', '**/profile');
    const toggle = page.getByRole('switch');
    await toggle.click();
    await expect(toastWith(page, 'Não foi possível mudar a visibilidade')).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(toggle).not.toHaveAttribute('aria-disabled');
  });
});

test.describe('Senha', () => {
  test('a new password needs the old one, and ends all other sessions', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const elsewhere = await logInElsewhere(backstage, person);
    await openProfile(page, person);
    const card = section(page, 'Senha');
    await expect(card.getByText('as suas outras sessões são encerradas')).toBeVisible();
    await expect(section(page, 'Sessões abertas').getByRole('listitem')).toHaveCount(2);
    await field(card, 'Senha atual').fill('outra123');
    await field(card, 'Nova senha').fill('nova1234');
    await field(card, 'Repetir a nova senha').fill('nova1234');
    await button(card, 'Mudar a senha').click();
    await expectMessageUnder(field(card, 'Senha atual'), 'Senha atual incorreta');
    await expect(field(card, 'Senha atual')).toBeFocused();

    await field(card, 'Senha atual').fill(person.password);
    await button(card, 'Mudar a senha').click();
    await expect(toastWith(page, 'Senha alterada')).toBeVisible();
    for (const label of ['Senha atual', 'Nova senha', 'Repetir a nova senha']) {
      await expect(field(card, label)).toHaveValue('');
    }
    await expect(section(page, 'Sessões abertas').getByRole('listitem')).toHaveCount(1);
    const answer = await backstage.request.get('/profile', { headers: bearer({ token: elsewhere }) });
    expect(answer.status()).toBe(401);
    const { email } = person;
    const again = await backstage.request.post('/sessions', { data: { email, password: 'nova1234' } });
    expect(again.status()).toBe(200);
  });

  test('what is wrong with a password is said under its field before anything is sent', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    const calls = recordCalls(page);
    await button(page, 'Mudar a senha').click();
    await expectMessageUnder(field(page, 'Senha atual'), 'Senha atual obrigatória');
    await expectMessageUnder(field(page, 'Nova senha'), 'Nova senha obrigatória');
    await expectMessageUnder(field(page, 'Repetir a nova senha'), 'Repita a nova senha aqui');
    await expect(field(page, 'Senha atual')).toBeFocused();
    await field(page, 'Nova senha').fill('abc');
    await expectMessageUnder(field(page, 'Nova senha'), 'A senha precisa de pelo menos 6 letras ou números');
    await field(page, 'Repetir a nova senha').fill('abd');
    await expectMessageUnder(field(page, 'Repetir a nova senha'), 'A repetição é diferente da nova senha');
    expect(calls.map(nameOf)).toEqual([]);
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
    const card = section(page, 'Sessões abertas');
    const rows = card.getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: 'Esta sessão' })).toHaveCount(1);
    await expect(rows.first()).toContainText('Esta sessão');
    await expect(rows.first()).toContainText(/Aberta em \d+ de \S+ de \d{4}, \d\d:\d\d/);
    await expect(rows.first()).toContainText('Último uso em');
    for (const device of ['Safari no iPhone', 'Firefox no Windows', 'Aparelho desconhecido']) {
      await expect(rows.filter({ hasText: device })).not.toHaveCount(0);
    }
    await button(card, 'Encerrar as outras sessões').click();
    await expect(toastWith(page, 'As outras sessões foram encerradas')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(button(card, 'Encerrar as outras sessões')).toHaveCount(0);
    await expect(card.getByRole('heading', { name: 'Sessões abertas', ...exact })).toBeFocused();
    expect((await backstage.request.get('/profile', { headers: bearer({ token: ended }) })).status()).toBe(401);
    expect((await backstage.request.get('/profile', { headers: bearer(person) })).status()).toBe(200);
  });

  test('a list that cannot be read is asked for again, and the rest of the page is there', async ({
    page,
    backstage,
  }) => {
    await cut(page, 'GET', '**/sessions');
    await openProfile(page, await backstage.signUp());
    const card = section(page, 'Sessões abertas');
    await expect(card.getByText('Não foi possível carregar as sessões.', exact)).toBeVisible();
    await page.unroute('**/sessions');
    await button(card, 'Carregar as sessões').click();
    await expect(card.getByRole('listitem')).toHaveCount(1);
  });
});

test.describe('Seus dados', () => {
  test('"Baixar meus dados" gives everything that is held, as one file', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await openProfile(page, person);
    const download = page.waitForEvent('download');
    await button(page, 'Baixar meus dados').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('trilha-meus-dados.json');
    const held = JSON.parse(await readFile(await file.path(), 'utf8')) as ProfileExport;
    expect(held.user).toMatchObject({ email: person.email, bio: person.bio, works: [{ title: WORK.title }] });
    expect(held.sessions).toHaveLength(1);
    await expect(toastWith(page, 'Seus dados foram baixados')).toBeVisible();
  });

  test('a file that cannot be had is told of', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    await refuse(page, 'GET', '**/profile/export');
    await button(page, 'Baixar meus dados').click();
    await expect(toastWith(page, 'Não foi possível baixar os dados')).toBeVisible();
  });

  test('deleting the account says what goes, and needs the password and a word typed by hand (X-97)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    const calls = recordCalls(page);
    await button(page, 'Apagar minha conta').click();
    const dialog = dialogOf(page, 'Apagar a conta');
    await expect(dialog.getByRole('listitem')).toHaveText([
      'o seu nome, email, bio, contato e foto',
      'as suas tecnologias e os seus trabalhos',
      'as suas sessões, em todos os aparelhos',
    ]);
    const password = field(dialog, 'Sua senha');
    const word = field(dialog, 'Digite APAGAR para confirmar');
    const remove = button(dialog, 'Apagar tudo para sempre');
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
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Apagar minha conta')).toBeFocused();
  });

  test('a deleted account is gone at once, with the session and everything in the browser (X-97)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await page.evaluate(() => localStorage.setItem('outra', 'coisa'));
    await button(page, 'Apagar minha conta').click();
    const dialog = dialogOf(page, 'Apagar a conta');
    await field(dialog, 'Sua senha').fill(person.password);
    await field(dialog, 'Digite APAGAR para confirmar').fill('APAGAR');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeFocused();
    await expect(toastWith(page, 'Sua conta foi apagada')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readStorage(page)).toEqual({});
    expect((await backstage.request.get(`/users/${person.id}`)).status()).toBe(404);
    const { email, password } = person;
    expect((await backstage.request.post('/sessions', { data: { email, password } })).status()).toBe(401);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Meu perfil', ...exact })).toHaveCount(0);
  });
});

test.describe('a session that the server no longer takes', () => {
  test('is said so in a notice that stays in sight, and clears nothing (A-04, X-73)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await field(page, 'Bio').fill('Digitei muito.');
    await expire(backstage, person);
    await button(page, 'Baixar meus dados').click();
    await expect(toastWith(page, 'Não foi possível baixar os dados')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: NOTICE })).toBeInViewport({ ratio: 1 });
    await expect(field(page, 'Bio')).toHaveValue('Digitei muito.');
    await expect(page).toHaveURL('/perfil');
    await page.getByRole('link', { name: 'Entrar novamente', ...exact }).click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({});
  });

  test('is said so in the dialog that meets it, which keeps what was typed (A-04, X-73)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await button(page, 'Adicionar trabalho').click();
    await expire(backstage, person);
    const dialog = dialogOf(page, 'Novo trabalho');
    await field(dialog, 'Título').fill(WORK.title);
    await field(dialog, 'Descrição').fill(WORK.description);
    await field(dialog, 'Endereço').fill(WORK.deploy_url);
    await button(dialog, 'Salvar trabalho').click();
    await expect(dialog.getByText(NOTICE)).toBeVisible();
    await expect(field(dialog, 'Título')).toHaveValue(WORK.title);
  });

  test('is said so in place of the profile when it is met at the start (A-04)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await expire(backstage, person);
    await openAs(page, person, '/perfil');
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(button(page, 'Tentar de novo')).toHaveCount(0);
  });
});

test.describe('for everyone', () => {
  test('everything can be done with the keyboard alone (X-85)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    // The page's own choice of a file is held up for as long as somebody listens.
    const choices: unknown[] = [];
    page.on('filechooser', (chooser) => choices.push(chooser));
    await openProfile(page, person);
    const { keyboard } = page;
    await tabTo(field(page, 'Nome'));
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Ana Maria');
    await keyboard.press('Enter');
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    await tabTo(button(page, 'Escolher foto'));
    await keyboard.press('Enter');
    await expect.poll(() => choices.length).toBe(1);
    await tabTo(button(page, 'Adicionar trabalho'));
    await keyboard.press('Enter');
    for (const text of [WORK.title, WORK.description, WORK.deploy_url]) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await expect(button(page, `Editar ${WORK.title}`)).toBeVisible();
    await tabTo(page.getByRole('switch'));
    await keyboard.press('Enter');
    await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
    await tabTo(button(page, 'Apagar minha conta'));
    await keyboard.press('Enter');
    await keyboard.type(person.password);
    await tabTo(field(page, 'Digite APAGAR para confirmar'));
    await keyboard.type('APAGAR');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
  });

  test('no state of the profile breaks a rule of WCAG (X-86)', async ({ page, backstage }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const person = await backstage.signUp();
    await openProfile(page, person);
    await expectAccessible(page);
    await addWork(backstage, person);
    await logInElsewhere(backstage, person);
    await page.reload();
    await page.getByRole('switch').click();
    await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
    await field(page, 'Bio').fill('');
    await button(page, 'Salvar dados').click();
    await button(page, 'Mudar a senha').click();
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    await expect(page.getByText('Bio obrigatória', exact)).toBeVisible();
    await expectAccessible(page);
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    for (const { opener, send } of [
      { opener: 'Adicionar trabalho', send: 'Salvar trabalho' },
      { opener: `Remover ${WORK.title}`, send: undefined },
      { opener: 'Apagar minha conta', send: 'Apagar tudo para sempre' },
    ]) {
      await button(page, opener).click();
      if (send !== undefined) await button(page, send).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
    await refuse(page, 'PUT', '**/profile', 401, { code: 'unauthenticated' });
    await page.getByRole('switch').click();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expectAccessible(page);
  });

  test('on a screen of 320 by 256 nothing scrolls sideways, and every dialog ends within reach (X-78)', async ({
    page,
    backstage,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const word = 'palavra'.repeat(16);
    const person = await backstage.signUp({ name: word, bio: word, contact: `https://example.com/${word}` });
    await addWork(backstage, person, { title: word, description: word, deploy_url: `https://example.com/${word}` });
    await logInElsewhere(backstage, person);
    await openProfile(page, person);
    await expect(button(page, 'Encerrar as outras sessões')).toBeVisible();
    await expectNoSidewaysScroll(page);
    for (const { opener, last } of [
      { opener: 'Adicionar trabalho', last: 'Salvar trabalho' },
      { opener: `Remover ${word}`, last: 'Manter' },
      { opener: 'Apagar minha conta', last: 'Apagar tudo para sempre' },
    ]) {
      await button(page, opener).click();
      await expectNoSidewaysScroll(page);
      await button(page, last).scrollIntoViewIfNeeded();
      await expect(button(page, last)).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
  });

  test('with reduced motion nothing moves, and with forced colours the switch still tells its state (X-81, X-82)', async ({
    page,
    backstage,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await openProfile(page, await backstage.signUp());
    const toggle = page.getByRole('switch');
    const knob = () => toggle.evaluate((element) => getComputedStyle(element, '::after').left);
    const off = await knob();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-checked', 'true');
    // At once, not on the way there.
    expect(await knob()).not.toBe(off);
    await button(page, 'Apagar minha conta').click();
    const moving = await page.evaluate(() => document.getAnimations().map((animation) => animation.constructor.name));
    expect(moving.filter((name) => name === 'CSSTransition')).toEqual([]);
  });

  test('the profile speaks Portuguese, whatever goes wrong', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person, { title: 'Redes' });
    await logInElsewhere(backstage, person, 'curl/8');
    const heard = await readAlong(page);
    await openProfile(page, person);
    await button(page, 'Mais').click();
    await page.keyboard.press('Escape');
    await field(page, 'Nome').fill('');
    await button(page, 'Salvar dados').click();
    await button(page, 'Mudar a senha').click();
    await expect(page.getByText('Nova senha obrigatória', exact)).toBeVisible();
    await field(page, 'Nome').fill('Ana Maria');
    await cut(page, 'PUT', '**/profile');
    await button(page, 'Salvar dados').click();
    await expect(page.getByText(/^Não foi possível salvar os dados/)).toBeVisible();
    await page.unroute('**/profile');
    await page.getByRole('switch').click();
    await expect(toastWith(page, 'Seu perfil agora é público')).toBeVisible();
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await button(page, 'Usar esta foto').click();
    await expect(toastWith(page, 'Foto salva')).toBeVisible();
    await button(page, 'Encerrar as outras sessões').click();
    await expect(toastWith(page, 'As outras sessões foram encerradas')).toBeVisible();
    await button(page, 'Adicionar trabalho').click();
    await button(page, 'Salvar trabalho').click();
    await page.keyboard.press('Escape');
    await button(page, 'Remover Redes').click();
    await button(page.getByRole('dialog'), 'Remover').click();
    await expect(toastWith(page, 'Trabalho removido')).toBeVisible();
    await button(page, 'Apagar minha conta').click();
    await button(page, 'Apagar tudo para sempre').click();
    await expect(page.getByText('Senha obrigatória', exact)).toBeVisible();

    // What the person has typed themselves, and the times, are no words of the product's.
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
    expect(news.filter((text) => !/^\d+ de \S+ de \d{4}, \d\d:\d\d$/.test(text))).toEqual([]);
  });
});
