import type { Locator } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  createButton,
  expectMessageUnder,
  fillSignUp,
  logIn,
  openCreate,
  openEdit,
  refuse,
  sendCreate,
  sendEdit,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';
import { serveBuilt } from './harness/serve.ts';

test('a password of six is taken by the form and by the server, one of five by neither (M-160)', async ({
  page,
  backstage,
}) => {
  for (const { password, status } of [
    { password: 'abc12', status: 400 },
    { password: 'abc123', status: 201 },
  ]) {
    expect((await backstage.request.post('/users', { data: aPerson({ password }) })).status()).toBe(status);
  }
  await page.goto('/');
  await fillSignUp(page, aPerson({ password: 'abc12' }));
  await sendSignUp(page);
  const field = page.getByLabel('Senha', { exact: true });
  await expectMessageUnder(field, 'A senha precisa de no minimo 6 caracteres');
  await field.fill('abc123');
  await page.getByLabel('Confirmar senha', { exact: true }).fill('abc123');
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
});

test.describe('the toast component', () => {
  test.beforeEach(async ({ page }) => {
    await serveBuilt(page, 'http://toasts.test', { root: 'test/web/harness' });
    await page.goto('http://toasts.test/');
  });

  test('knows the types info, success, warning, error and default, and each looks its own (M-161, X-56)', async ({
    page,
  }) => {
    const looks = new Set<string>();
    for (const type of ['info', 'success', 'warning', 'error', 'default']) {
      await page.getByRole('button', { name: type, exact: true }).click();
      const toast = toastWith(page, `um ${type}`);
      await toast.hover();
      looks.add(await toast.evaluate((element) => getComputedStyle(element).getPropertyValue('--tone')));
      await expect(toast.locator('svg')).toHaveCount(type === 'default' ? 1 : 2);
    }
    expect(looks.size).toBe(5);
  });

  test('can stand in six places: left, centre or right, at the top or the bottom (M-162)', async ({ page }) => {
    for (const position of ['top-left', 'top-right', 'top-center', 'bottom-left', 'bottom-right', 'bottom-center']) {
      await page.getByRole('button', { name: position, exact: true }).click();
      expect(await placeOf(toastWith(page, `em ${position}`))).toBe(position);
    }
  });
});

/** Where in the window a toast stands; in the middle only when it is centred to the pixel. */
async function placeOf(toast: Locator) {
  return toast.evaluate(async (element) => {
    // It stands where it stands once it has come in.
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const centred = Math.abs((left + right) / 2 - width / 2) <= 1;
    const side = left < width / 2 && right < width / 2 ? 'left' : 'right';
    return `${top > height / 2 && bottom <= height ? 'bottom' : 'top'}-${centred ? 'center' : side}`;
  });
}

test('the product shows its toasts at the top right (M-162)', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, aPerson());
  expect(await placeOf(toastWith(page, 'Verifique os dados do login'))).toBe('top-right');
});

test('there are three levels and four modules to choose from, beside the empty choice (M-163)', async ({
  page,
  backstage,
}) => {
  await page.goto('/');
  await expect(page.getByRole('option')).toHaveText([
    'Escolha um módulo',
    'Primeiro Módulo (Introdução ao Front End)',
    'Segundo módulo (Frontend Avançado)',
    'Terceiro módulo (Introdução ao Backend)',
    'Quarto módulo (Backend Avançado)',
  ]);
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const open of [openCreate, openEdit]) {
    const dialog = await open(page, title);
    await expect(dialog.getByRole('option')).toHaveText(['Escolha um nível', 'Iniciante', 'Intermediário', 'Avançado']);
    await page.keyboard.press('Escape');
  }
});

async function expectNoLimit(fields: Locator, count: number) {
  await expect(fields).toHaveCount(count);
  for (const field of await fields.all()) {
    await field.fill('x'.repeat(3000));
    await expect(field).toHaveValue('x'.repeat(3000));
    await expect(field).toHaveJSProperty('maxLength', -1);
  }
}

test('no field of any form sets a maximum length (M-164, X-15)', async ({ page, backstage }) => {
  await page.goto('/login');
  await expectNoLimit(page.locator('input'), 2);
  await page.goto('/');
  await expectNoLimit(page.locator('input, textarea'), 6);
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const open of [openCreate, openEdit]) {
    await expectNoLimit((await open(page, title)).locator('input'), 1);
    await page.keyboard.press('Escape');
  }
});

test('a title of 101 characters is sent, and the refusal is told under the field (M-164, A-34)', async ({
  page,
  ana,
  backstage,
}) => {
  const long = 'x'.repeat(101);
  const dialog = await openCreate(page);
  const sent = page.waitForRequest('**/users/techs');
  await sendCreate(dialog, { title: long, status: 'Iniciante' });
  expect((await sent).postDataJSON()).toEqual({ title: long, status: 'Iniciante' });
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  const field = dialog.getByLabel('Nome', { exact: true });
  await expectMessageUnder(field, 'No máximo 100 caracteres');
  await field.fill(long.slice(1));
  await createButton(dialog).click();
  await expect(dialog).toBeHidden();
  expect(await backstage.readTechnologies(ana)).toMatchObject([{ title: long.slice(1) }]);

  const edit = await openEdit(page, long.slice(1));
  await sendEdit(edit, { title: long });
  await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
  await expect(edit).toBeHidden();
});

test('a title that one already has is refused by the server, and told under the field (A-15)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React' });
  const { title } = await backstage.addTechnology(person, { title: 'Node' });
  await openAs(page, person);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: '  REACT ', status: 'Avançado' });
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expectMessageUnder(dialog.getByLabel('Nome', { exact: true }), 'Você já tem esta tecnologia');
  await page.keyboard.press('Escape');
  await sendEdit(await openEdit(page, title), { title: 'react' });
  await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
  expect(await backstage.readTechnologies(person)).toMatchObject([{ title: 'React' }, { title: 'Node' }]);
});

test('the form sends a 501st technology, and tells when the server takes no more (M-164)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const techs = Array.from({ length: 500 }, (_, index) => ({ ...aTechnology(), id: String(index) }));
  await page.route(`**/users/${person.id}`, (route) =>
    route.fulfill({ json: { name: person.name, course_module: person.course_module, techs } }),
  );
  await refuse(page, 'POST', '**/users/techs', 400, { code: 'limit-reached' });
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(500);
  const dialog = await openCreate(page);
  const sent = page.waitForRequest('**/users/techs');
  await sendCreate(dialog, aTechnology());
  await sent;
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expectMessageUnder(dialog.getByLabel('Nome', { exact: true }), 'No máximo 500 tecnologias');
});

test('the server keeps 500 technologies of one person, and not one more (M-132, A-34)', async ({ backstage }) => {
  const person = await backstage.signUp();
  const headers = { Authorization: `Bearer ${person.token}` };
  const add = () => backstage.request.post('/users/techs', { data: aTechnology(), headers });
  for (let added = 0; added < 500; added += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, add));
    expect(answers.filter((answered) => answered.status() !== 201)).toEqual([]);
  }
  const refused = await add();
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'limit-reached' });
});
