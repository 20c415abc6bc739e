import type { Page } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  anyToast,
  closeToast,
  cut,
  fillSignUp,
  hold,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  readStorage,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';

const TECHNOLOGY = '**/users/techs/*';
const TECHNOLOGIES = '**/users/techs';

test('a login stores the token and the user id as it opens the dashboard, without a delay (M-088, M-089)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.clock.install();
  await page.goto('/login');
  await stopClock(page);
  const answered = page.waitForResponse('**/sessions');
  await logIn(page, person);
  await page.waitForURL('/dashboard');
  const { token } = (await (await answered).json()) as { token: string };
  expect(await readStorage(page)).toEqual({
    token: JSON.stringify(token),
    userId: JSON.stringify(person.id),
  });
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
});

test('a login is celebrated 1500 ms after its success, and once (M-090)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await page.clock.install();
  await page.goto('/login');
  await stopClock(page);
  await logIn(page, person);
  await page.waitForURL('/dashboard');
  await page.clock.runFor(1349);
  await expect(anyToast(page)).toHaveCount(0);
  await page.clock.runFor(301);
  await expect(toastWith(page, 'Logado com sucesso')).toHaveClass(/Toastify__toast--success/);
  await page.clock.runFor(10_000);
  await expect(anyToast(page)).toHaveCount(1);
});

test('a login leaves a visitor where they are when the password is wrong or the network fails (M-091)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.goto('/login');
  for (const network of ['stands', 'fails']) {
    if (network === 'fails') await cut(page, 'POST', '**/sessions');
    await logIn(page, { ...person, password: 'errada123' });
    await closeToast(page, 'Verifique os dados do login');
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({});
  }
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('"Sair" empties the storage and leads to the login (M-092)', async ({ page, ana }) => {
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(JSON.stringify(ana.id));
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a sign-up leads to the login, where the new person can log in (M-093)', async ({ page }) => {
  const person = aPerson();
  await page.goto('/');
  await fillSignUp(page, person);
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await logIn(page, person);
  await expect(page).toHaveURL('/dashboard');
});

test('the three dialogs open and close (M-094)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const open of [openCreate, openEdit, openDelete]) {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const dialog = await open(page, title);
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'X', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the edit dialog stays open while its call runs, and closes when it succeeds (M-095, M-097)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const release = await hold(page, 'PUT', TECHNOLOGY);
  const dialog = await openEdit(page, title);
  const sent = page.waitForRequest(TECHNOLOGY);
  await sendEdit(dialog, { status: 'Avançado' });
  await sent;
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toContainText('Avançado');
});

test('the edit dialog closes when the server or the network fails (M-096)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const fail of [refuse, cut]) {
    await fail(page, 'PUT', TECHNOLOGY);
    const dialog = await openEdit(page, title);
    await sendEdit(dialog, { status: 'Avançado' });
    await closeToast(page, 'Tecnologia não atualizada');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toContainText('Iniciante');
  }
});

test('the delete dialog stays open while its call runs, and closes when it succeeds (M-098, M-100)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const release = await hold(page, 'DELETE', TECHNOLOGY);
  const dialog = await openDelete(page, title);
  const sent = page.waitForRequest(TECHNOLOGY);
  await sendDelete(dialog);
  await sent;
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toHaveCount(0);
});

test('the delete dialog closes when the server or the network fails (M-099)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const fail of [refuse, cut]) {
    await fail(page, 'DELETE', TECHNOLOGY);
    const dialog = await openDelete(page, title);
    await sendDelete(dialog);
    await closeToast(page, 'Erro ao deletar tecnologia');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toBeVisible();
  }
});

test('the create dialog closes when its call succeeds, and no sooner (M-101)', async ({ page, ana }) => {
  const { title } = aTechnology();
  const release = await hold(page, 'POST', TECHNOLOGIES);
  const dialog = await openCreate(page);
  const sent = page.waitForRequest(TECHNOLOGIES);
  await sendCreate(dialog, { title, status: 'Iniciante' });
  expect(await (await sent).headerValue('authorization')).toBe(`Bearer ${ana.token}`);
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toBeVisible();
});

test('the create dialog stays open with what was typed when the server or the network fails (M-102, X-22)', async ({
  page,
  ana,
  backstage,
}) => {
  const { title } = aTechnology();
  const dialog = await openCreate(page);
  for (const fail of [refuse, cut]) {
    await fail(page, 'POST', TECHNOLOGIES);
    await sendCreate(dialog, { title, status: 'Intermediário' });
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
    await expect(dialog.getByText('Enviando…')).toBeHidden();
    await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue(title);
    await expect(dialog.getByLabel('Selecionar status', { exact: true })).toHaveValue('Intermediario');
  }
  expect(await backstage.readTechnologies(ana)).toEqual([]);
});

test('each level is sent and kept as it is read, but for the accent of the second (M-103, M-104, M-106)', async ({
  page,
  ana,
  backstage,
}) => {
  for (const { shown, kept } of [
    { shown: 'Iniciante', kept: 'Iniciante' },
    { shown: 'Intermediário', kept: 'Intermediario' },
    { shown: 'Avançado', kept: 'Avançado' },
  ]) {
    const { title } = aTechnology();
    const dialog = await openCreate(page);
    const request = page.waitForRequest(TECHNOLOGIES);
    await sendCreate(dialog, { title, status: shown });
    expect((await request).postDataJSON()).toEqual({ title, status: kept });
    await expect(rowOf(page, title).getByText(shown, { exact: true })).toBeVisible();
  }
  expect((await backstage.readTechnologies(ana)).map(({ status }) => status)).toEqual([
    'Iniciante',
    'Intermediario',
    'Avançado',
  ]);
});

test('the server takes the second level with its accent, too, and gives it back as it came (M-104)', async ({
  backstage,
}) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Intermediário' });
  await backstage.addTechnology(person, { title: 'Node', status: 'Intermediario' });
  expect((await backstage.readTechnologies(person)).map(({ status }) => status)).toEqual([
    'Intermediário',
    'Intermediario',
  ]);
});

test('"Intermediario" is read as "Intermediário" in the row and in both selects (M-105)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person, { status: 'Intermediario' });
  await openAs(page, person);
  await expect(rowOf(page, title).getByText('Intermediário', { exact: true })).toBeVisible();
  const edit = await openEdit(page, title);
  const status = edit.getByLabel('Status', { exact: true });
  await expect(status.getByRole('option', { name: 'Intermediário', exact: true })).toHaveJSProperty('selected', true);
  await page.keyboard.press('Escape');
  const create = await openCreate(page);
  await expect(create.getByRole('option', { name: 'Intermediário', exact: true })).toBeAttached();
  await expect(page.getByText('Intermediario', { exact: true })).toHaveCount(0);
});

test('no fourth level can be chosen, nor sent past the screen (M-107)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title, id } = await backstage.addTechnology(person);
  await openAs(page, person);
  const levels = ['Escolha um nível', 'Iniciante', 'Intermediário', 'Avançado'];
  const edit = await openEdit(page, title);
  await expect(edit.getByRole('option')).toHaveText(levels);
  await page.keyboard.press('Escape');
  const create = await openCreate(page);
  await expect(create.getByRole('option')).toHaveText(levels);

  const headers = { Authorization: `Bearer ${person.token}` };
  for (const status of ['Especialista', 'iniciante', 'Avancado']) {
    const added = await backstage.request.post('/users/techs', { data: { title: 'Outra', status }, headers });
    const changed = await backstage.request.put(`/users/techs/${id}`, { data: { title, status }, headers });
    expect([added.status(), changed.status()]).toEqual([400, 400]);
  }
});

function studentSignsUp(module: string) {
  return async ({ page }: { page: Page }) => {
    await page.goto('/');
    await fillSignUp(page, aPerson());
    await page.getByLabel('Módulo do curso', { exact: true }).selectOption({ label: module });
    const sent = page.waitForRequest('**/users');
    await sendSignUp(page);
    expect((await sent).postDataJSON()).toMatchObject({ course_module: module });
    await expect(page).toHaveURL('/login');
  };
}

test(
  'a student of "Primeiro Módulo (Introdução ao Front End)" can sign up (M-108)',
  studentSignsUp('Primeiro Módulo (Introdução ao Front End)'),
);
test(
  'a student of "Segundo módulo (Frontend Avançado)" can sign up (M-109)',
  studentSignsUp('Segundo módulo (Frontend Avançado)'),
);
test(
  'a student of "Terceiro módulo (Introdução ao Backend)" can sign up (M-110)',
  studentSignsUp('Terceiro módulo (Introdução ao Backend)'),
);
test(
  'a student of "Quarto módulo (Backend Avançado)" can sign up (M-111)',
  studentSignsUp('Quarto módulo (Backend Avançado)'),
);
