import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { SignUp } from '#contract/user.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPicture } from '../helpers/images.ts';
import { aPerson } from '../helpers/make.ts';
import { change } from '../helpers/profile.ts';
import { servePage, startTrilha, type Running } from './harness/servers.ts';

// A worker starts this server for itself: one is enough.
test.describe.configure({ mode: 'default' });

let front: Running;
test.beforeAll(async () => {
  front = await servePage('foreign-front-end.html');
});
test.afterAll(() => front.stop());

/** Submits a form, and expects the page to show this text for the response. */
async function send(page: Page, name: string, fields: Record<string, string>, said = 'Tudo certo') {
  const form = page.getByRole('form', { name, exact: true });
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
  const status = page.getByRole('status');
  await status.evaluate((element) => (element.textContent = ''));
  await form.locator('button').click();
  await expect(status).toHaveText(said);
}

function fieldsOf({ name, email, password, bio, contact, course_module }: SignUp) {
  return { Nome: name, Email: email, Senha: password, Bio: bio, Contato: contact, Módulo: course_module };
}

async function signUpAndLogIn(page: Page, person: SignUp) {
  await send(page, 'Cadastro', { ...fieldsOf(person), Confirmação: person.password });
  await send(page, 'Login', { Email: person.email, Senha: person.password });
}

/** Adds, changes and deletes a technology, reads the list after each, and uploads a picture. */
async function useEverything(page: Page, status: string) {
  const list = page.getByRole('list', { name: 'Tecnologias', exact: true }).getByRole('listitem');
  await send(page, 'Tecnologia', { Título: 'React', Nível: status });
  await expect(list).toContainText([`React: ${status}`]);
  await list.getByRole('button', { name: 'Mudar' }).click();
  await expect(list).toContainText(['React: Avançado']);
  await list.getByRole('button', { name: 'Excluir' }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('Tudo certo');
  const file = { name: 'foto.png', mimeType: 'image/png', buffer: await aPicture() };
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles(file);
  await send(page, 'Foto', {});
  await expect(page.getByAltText('Minha foto')).toHaveJSProperty('naturalWidth', 256);
}

async function expectPages(page: Page, title: string, perPage: string, pages: string) {
  await send(page, 'Pessoas', { 'Por página': perPage, 'Quem sabe': title });
  const found = page.getByRole('list', { name: 'Encontradas', exact: true }).getByRole('listitem');
  await expect(found).toHaveText(['Ana', 'Bia', 'Caio']);
  await expect(page.locator('#pages')).toHaveText(pages);
}

test('a front end of another origin can use a Trilha with default settings', async ({ page, backstage, baseURL }) => {
  const person = aPerson();
  await page.goto(`${front.address}/?${new URLSearchParams({ api: baseURL ?? '' })}`);
  await signUpAndLogIn(page, person);
  await useEverything(page, 'Intermediário');
  const wrong = { Email: person.email, Senha: `${person.password}x` };
  await send(page, 'Login', wrong, '401 Incorrect email / password combination');
  await send(page, 'Cadastro', fieldsOf(person), '409 Email already exists');

  const title = `Elm ${randomUUID()}`;
  for (const name of ['Ana', 'Bia', 'Caio']) {
    const user = await backstage.signUp({ name });
    await backstage.addTechnology(user, { title });
    await change(backstage, user, { visibility: 'public' });
  }
  await expectPages(page, title, '2', '1/2 2/2');
});

test('a front end of the original API works unmodified with COMPAT', async ({ page }) => {
  const trilha = await startTrilha({ COMPAT: 'kenziehub' });
  try {
    // Sent by the first clients, and accepted by the original API.
    const person = aPerson({ name: 'Ana', contact: 'linkedin', course_module: 'M2' });
    await page.goto(`${front.address}/?${new URLSearchParams({ api: trilha.address })}`);
    await signUpAndLogIn(page, person);
    await useEverything(page, 'iniciante');
    const technology = { Título: 'Elm', Nível: 'Beginner' };
    const exists = '401 User Already have this technology created you can only update it';
    await send(page, 'Tecnologia', technology);
    await send(page, 'Tecnologia', technology, exists);
    await send(page, 'Cadastro', fieldsOf(person), '401 Email already exists');

    for (const name of ['Bia', 'Caio']) {
      await signUpAndLogIn(page, { ...person, email: aPerson().email, name });
      await send(page, 'Tecnologia', technology);
    }
    // Logged out: for a missing token it sends the word "null".
    await page.evaluate(() => localStorage.clear());
    await expectPages(page, 'Elm', '2000', '1/1000 2/1000');
    await expectPages(page, 'Elm', '2', '1/2 2/2 3/2');
  } finally {
    await trilha.stop();
  }
});
