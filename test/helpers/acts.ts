import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Problem } from '#contract/problem.ts';
import type { SignUp } from '#contract/user.ts';
import { toastWith } from './fixtures.ts';

/** Sends the login form; what comes of it is the test's to see. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  // The sign-up has fields of the same names: the login is waited for.
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Types a person into the sign-up form; the button is left to the test. */
export async function fillSignUp(page: Page, person: SignUp) {
  await page.getByLabel('Nome', { exact: true }).fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByLabel('Confirmar senha', { exact: true }).fill(person.password);
  await page.getByLabel('Módulo do curso', { exact: true }).selectOption(person.course_module);
  await page.getByLabel('Bio', { exact: true }).fill(person.bio);
  await page.getByLabel('Contato', { exact: true }).fill(person.contact);
}

export async function sendSignUp(page: Page) {
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click();
}

/** The list's row of the technology with this title. */
export function rowOf(page: Page, title: string) {
  return page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
}

/** The texts of all rows, from the first to the last. */
export async function readRows(page: Page) {
  return (await page.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

export async function openCreate(page: Page) {
  await page.getByRole('button', { name: '+', exact: true }).click();
  return page.getByRole('dialog', { name: 'Cadastrar Tecnologia', exact: true });
}

export async function openEdit(page: Page, title: string) {
  await page.getByText(title, { exact: true }).click();
  return page.getByRole('dialog', { name: 'Tecnologia Detalhes', exact: true });
}

export async function openDelete(page: Page, title: string) {
  await page.getByRole('button', { name: `Excluir ${title}`, exact: true }).click();
  return page.getByRole('dialog', { name: 'Deseja excluir a tecnologia?', exact: true });
}

/** The "Cadastrar Tecnologia" of the create dialog that is a button, not the title. */
export function createButton(dialog: Locator) {
  return dialog.getByRole('button', { name: 'Cadastrar Tecnologia', exact: true });
}

export async function sendCreate(dialog: Locator, { title, status }: { title: string; status: string }) {
  await dialog.getByLabel('Nome', { exact: true }).fill(title);
  await dialog.getByLabel('Selecionar status', { exact: true }).selectOption({ label: status });
  await createButton(dialog).click();
}

export async function sendEdit(dialog: Locator, { title, status }: { title?: string; status?: string } = {}) {
  if (title !== undefined) await dialog.getByLabel('Nome do projeto', { exact: true }).fill(title);
  if (status !== undefined) await dialog.getByLabel('Status', { exact: true }).selectOption({ label: status });
  await dialog.getByRole('button', { name: 'Salvar Alterações', exact: true }).click();
}

export async function sendDelete(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Sim', exact: true }).click();
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Answers a call in the server's place. */
export async function answer(page: Page, method: Method, path: string, status: number, json: unknown) {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );
}

/** Refuses a call in the server's place, by default as a server that has broken down. */
export async function refuse(
  page: Page,
  method: Method,
  path: string,
  status = 500,
  problem: Partial<Omit<Problem, 'status'>> = {},
) {
  await answer(page, method, path, status, { status: 'error', message: 'refused', code: 'internal', ...problem });
}

/** Cuts the network under a call: no answer comes. */
export async function cut(page: Page, method: Method, path: string) {
  await page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
}

/** Holds a call back from the server until the test lets it go. */
export async function hold(page: Page, method: Method, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  });
  return () => resolve();
}

/** The calls that the app makes from now on. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request);
  });
  return calls;
}

/** "POST /users" and the like. */
export function nameOf(request: Request) {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}

/** From here on the page's time passes only as the test says; its clock must be installed already. */
export async function stopClock(page: Page) {
  // A minute ahead: on a slow machine seconds pass until the stop, which cannot be in the past.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

export const anyToast = (page: Page) => page.locator('.Toastify__toast');

/** Waits for the one toast of this text, and sends it away. */
export async function closeToast(page: Page, text: string) {
  const toast = toastWith(page, text);
  await toast.getByRole('button', { name: 'Fechar notificação', exact: true }).click();
  await expect(toast).toHaveCount(0);
}

/** That the message belongs to the field, is announced with it, and stands right under it. */
export async function expectMessageUnder(field: Locator, text: string) {
  await expect(field).toHaveAccessibleDescription(text);
  const below = await field.evaluate((control, message) => {
    const note = [...document.querySelectorAll('p')].find(
      ({ id, textContent }) => control.getAttribute('aria-describedby') === id && textContent === message,
    );
    if (note === undefined) return undefined;
    const [upper, lower] = [control.getBoundingClientRect(), note.getBoundingClientRect()];
    return { gap: lower.top - upper.bottom, indent: lower.left - upper.left, height: lower.height };
  }, text);
  expect(below?.gap).toBeGreaterThanOrEqual(0);
  expect(below?.gap).toBeLessThan(8);
  expect(below?.indent).toBe(0);
  expect(below?.height).toBeGreaterThan(0);
}

/** Everything the app keeps in the browser's storage, raw. */
export function readStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>);
}
