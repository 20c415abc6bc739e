import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { SignUp } from '#contract/user.ts';
import { aPerson } from '../helpers/make.ts';
import { expect, test, type Backstage } from '../helpers/fixtures.ts';
import { servePage, startTrilha, type Running } from './harness/servers.ts';

// A worker starts these servers for itself: one is enough.
test.describe.configure({ mode: 'default' });

let front: Running;

test.beforeAll(async () => {
  front = await servePage('foreign-front-end.html');
});

test.afterAll(() => front.stop());

// None for DELETE: the browser has kept what it heard of all methods when it asked about PUT at the same address.
const PREFLIGHTS = new Set(['POST', 'GET', 'PUT', 'PATCH']);

/** What the browser asks first, before it sends what another origin's page may not send unasked. */
async function watchPreflights(page: Page) {
  const asked = new Set<string>();
  const network = await page.context().newCDPSession(page);
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (request.method === 'OPTIONS') asked.add(request.headers['Access-Control-Request-Method'] ?? '');
  });
  await network.send('Network.enable');
  return asked;
}

function openFront(page: Page, api = '') {
  return page.goto(`${front.address}/?${new URLSearchParams({ api })}`);
}

/** Fills a form and sends it; what the page has then to say is the answer. */
async function send(page: Page, name: string, fields: Record<string, string>, button: string) {
  const form = page.getByRole('form', { name, exact: true });
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
  const said = page.getByRole('status');
  await said.evaluate((element) => (element.textContent = ''));
  await form.getByRole('button', { name: button, exact: true }).click();
  return said;
}

async function signUpAndLogIn(page: Page, person: SignUp) {
  const { name, email, password, bio, contact, course_module } = person;
  const fields = { Nome: name, Email: email, Senha: password, Confirmação: password, Bio: bio };
  const signUp = { ...fields, Contato: contact, Módulo: course_module };
  await expect(await send(page, 'Cadastro', signUp, 'Cadastrar')).toHaveText('Tudo certo');
  await expect(await send(page, 'Login', { Email: email, Senha: password }, 'Entrar')).toHaveText('Tudo certo');
}

/** Adds, changes and deletes a technology, each time looking at the list that is read after it. */
async function manageTechnologies(page: Page, title: string, status: string) {
  const list = page.getByRole('list', { name: 'Tecnologias', exact: true }).getByRole('listitem');
  await expect(await send(page, 'Tecnologia', { Título: title, Nível: status }, 'Adicionar')).toHaveText('Tudo certo');
  await expect(list).toContainText([`${title}: ${status}`]);
  await list.getByRole('button', { name: 'Mudar' }).click();
  await expect(list).toContainText([`${title}: Avançado`]);
  await list.getByRole('button', { name: 'Excluir' }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('Tudo certo');
}

function people(page: Page) {
  return page.getByRole('list', { name: 'Encontradas', exact: true }).getByRole('listitem');
}

async function aPicture() {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#ff577f' };
  return sharp({ create }).png().toBuffer();
}

async function uploadPicture(page: Page) {
  const file = { name: 'foto.png', mimeType: 'image/png', buffer: await aPicture() };
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles(file);
  await expect(await send(page, 'Foto', {}, 'Enviar')).toHaveText('Tudo certo');
  const width = () => page.getByAltText('Minha foto').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(256);
}

test.describe('a front end of another origin, and a Trilha as it is set up by default', () => {
  test('signs up, logs in, adds, changes and deletes technologies, and reads why something was refused', async ({
    page,
    baseURL,
  }) => {
    const preflights = await watchPreflights(page);
    const person = aPerson();
    await openFront(page, baseURL);
    await signUpAndLogIn(page, person);
    await manageTechnologies(page, 'React', 'Intermediário');
    await uploadPicture(page);
    expect(preflights).toEqual(PREFLIGHTS);

    const { name, email, password, bio, contact, course_module } = person;
    const wrong = await send(page, 'Login', { Email: email, Senha: `${password}x` }, 'Entrar');
    await expect(wrong).toHaveText('401 Incorrect email / password combination');
    const fields = { Nome: name, Email: email, Senha: password, Bio: bio, Contato: contact, Módulo: course_module };
    await expect(await send(page, 'Cadastro', fields, 'Cadastrar')).toHaveText('409 Email already exists');
  });

  test('pages on through whoever is public, from header to header until there is none', async ({
    page,
    backstage,
    baseURL,
  }) => {
    const title = `Elm ${randomUUID()}`;
    for (const name of ['Ana', 'Bia', 'Caio']) await makePublic(backstage, name, title);
    await openFront(page, baseURL);
    await expect(await send(page, 'Pessoas', { 'Por página': '2', 'Quem sabe': title }, 'Listar')).toHaveText(
      'Tudo certo',
    );
    await expect(people(page)).toHaveText(['Ana', 'Bia', 'Caio']);
    await expect(page.locator('#pages')).toHaveText('1/2 2/2');
  });
});

async function makePublic(backstage: Backstage, name: string, title: string) {
  const person = await backstage.signUp({ name });
  await backstage.addTechnology(person, { title });
  const headers = { Authorization: `Bearer ${person.token}` };
  expect((await backstage.request.put('/profile', { data: { visibility: 'public' }, headers })).status()).toBe(200);
}

/** What the first clients of the original API sent, and what it took. */
function loosely() {
  return aPerson({ contact: 'linkedin', course_module: 'M2' });
}

test.describe('a front end of the original API, and a Trilha with COMPAT=kenziehub', () => {
  let trilha: Running;

  test.beforeAll(async () => {
    trilha = await startTrilha({ COMPAT: 'kenziehub' });
  });

  test.afterAll(() => trilha.stop());

  test('does all it ever did, in its own words, and hears of duplicates as it did then', async ({ page }) => {
    const preflights = await watchPreflights(page);
    const person = loosely();
    await openFront(page, trilha.address);
    await signUpAndLogIn(page, person);
    await manageTechnologies(page, 'React', 'iniciante');
    await uploadPicture(page);
    expect(preflights).toEqual(PREFLIGHTS);

    const technology = { Título: 'Vue', Nível: 'Beginner' };
    await expect(await send(page, 'Tecnologia', technology, 'Adicionar')).toHaveText('Tudo certo');
    await expect(await send(page, 'Tecnologia', technology, 'Adicionar')).toHaveText(
      '401 User Already have this technology created you can only update it',
    );
    const { name, email, password, bio, contact, course_module } = person;
    const fields = { Nome: name, Email: email, Senha: password, Bio: bio, Contato: contact, Módulo: course_module };
    await expect(await send(page, 'Cadastro', fields, 'Cadastrar')).toHaveText('401 Email already exists');
  });

  test('finds everybody, in pages as large as it likes, and the address of another after the last', async ({
    page,
  }) => {
    const title = `Elm ${randomUUID()}`;
    await openFront(page, trilha.address);
    for (const name of ['Ana', 'Bia', 'Caio']) {
      await signUpAndLogIn(page, { ...loosely(), name });
      const technology = { Título: title, Nível: 'avancado' };
      await expect(await send(page, 'Tecnologia', technology, 'Adicionar')).toHaveText('Tudo certo');
    }
    // Logged out: what the storage does not hold is sent as the word "null".
    await page.evaluate(() => localStorage.clear());
    for (const { perPage, pages } of [
      { perPage: '2000', pages: '1/1000 2/1000' },
      { perPage: '2', pages: '1/2 2/2 3/2' },
    ]) {
      await expect(await send(page, 'Pessoas', { 'Por página': perPage, 'Quem sabe': title }, 'Listar')).toHaveText(
        'Tudo certo',
      );
      await expect(page.locator('#pages')).toHaveText(pages);
      await expect(people(page)).toHaveText(['Ana', 'Bia', 'Caio']);
    }
  });
});
