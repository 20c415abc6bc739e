import type { Locator, Page } from '@playwright/test';
import type { Technology } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import { type Backstage, expect, openAs } from './fixtures.ts';

export const exact = { exact: true };

export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  // The sign-up has fields of the same names: the login is waited for.
  await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Senha').fill(password);
  await buttonOf(page, 'Entrar').click();
}

/** Fills in the sign-up form without submitting it. */
export async function fillSignUp(page: Page, person: SignUp) {
  await fieldOf(page, 'Nome').fill(person.name);
  await fieldOf(page, 'Email').fill(person.email);
  await fieldOf(page, 'Senha').fill(person.password);
  await fieldOf(page, 'Confirmar senha').fill(person.password);
  await fieldOf(page, 'Módulo do curso').selectOption(person.course_module);
  await fieldOf(page, 'Bio').fill(person.bio);
  await fieldOf(page, 'Contato').fill(person.contact);
}

export async function sendSignUp(page: Page) {
  await buttonOf(page, 'Cadastrar').click();
}

export async function openWith(page: Page, backstage: Backstage, technologies: Array<Partial<Technology>>) {
  const person = await backstage.signUp();
  const added = await Array.fromAsync(technologies, (technology) => backstage.addTechnology(person, technology));
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(added.length);
  return { person, technologies: added };
}

export function headingOf(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, ...exact });
}

export function buttonOf(place: Page | Locator, name: string) {
  return place.getByRole('button', { name, ...exact });
}

export function fieldOf(place: Page | Locator, label: string) {
  return place.getByLabel(label, exact);
}

export function rowOf(page: Page, title: string) {
  return page.getByRole('listitem').filter({ has: page.getByText(title, exact) });
}

/** The texts of all rows, from the first to the last. */
export async function readRows(page: Page) {
  return (await page.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

export function dialogOf(page: Page, name: string) {
  return page.getByRole('dialog', { name, ...exact });
}

/** A key that is pressed before its dialog is open would reach the page behind it. */
async function openedDialog(page: Page, name: string) {
  const dialog = dialogOf(page, name);
  await dialog.waitFor();
  return dialog;
}

export async function openCreate(page: Page) {
  await buttonOf(page, '+').click();
  return openedDialog(page, 'Cadastrar Tecnologia');
}

export async function openEdit(page: Page, title: string) {
  await page.getByText(title, exact).click();
  return openedDialog(page, 'Tecnologia Detalhes');
}

export async function openDelete(page: Page, title: string) {
  await buttonOf(page, `Excluir ${title}`).click();
  return openedDialog(page, 'Deseja excluir a tecnologia?');
}

/** The "Cadastrar Tecnologia" of the create dialog that is a button, not the title. */
export function createButton(dialog: Locator) {
  return buttonOf(dialog, 'Cadastrar Tecnologia');
}

export async function sendCreate(dialog: Locator, { title, status }: { title: string; status: string }) {
  await fieldOf(dialog, 'Nome').fill(title);
  await fieldOf(dialog, 'Selecionar status').selectOption({ label: status });
  await createButton(dialog).click();
}

export async function sendEdit(dialog: Locator, { title, status }: { title?: string; status?: string } = {}) {
  if (title !== undefined) await fieldOf(dialog, 'Nome do projeto').fill(title);
  if (status !== undefined) await fieldOf(dialog, 'Status').selectOption({ label: status });
  await buttonOf(dialog, 'Salvar Alterações').click();
}

export async function sendDelete(dialog: Locator) {
  await buttonOf(dialog, 'Sim').click();
}

/** Stops the page's clock, which must be installed already. Its time then passes only when the test advances it. */
export async function stopClock(page: Page) {
  // A minute ahead: on a slow machine seconds pass until the stop, which cannot be in the past.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Expects the message below the field and at the start of its accessible description; help may follow. */
export async function expectMessageUnder(field: Locator, text: string) {
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(text)}`));
  const below = await field.evaluate((control, message) => {
    const note = [...document.querySelectorAll('p')].find(
      ({ id, textContent }) =>
        control.getAttribute('aria-describedby')?.split(' ')[0] === id && textContent === message,
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

/**
 * Stores the live regions of a place. The returned function is true for a stored region: screen readers announce only
 * regions that existed before their text.
 */
export async function rememberRegions(place: Page | Locator) {
  const regions = await place.locator('[role=status]').elementHandles();
  return async (region: Locator) => {
    const found = regions.map((old) => region.evaluate((node, before) => node === before, old));
    return (await Promise.all(found)).includes(true);
  };
}

/** The raw entries of local storage. */
export function readStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>);
}

/** The position of an element after its animation. */
export async function boxOf(element: Locator) {
  await element.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return box;
}

/** The browser's Back, as by Android's key or a mouse's side button. */
export function goBack(page: Page) {
  // The page may close before it can respond.
  return page.evaluate(() => history.back()).catch(() => undefined);
}

/** Moves on with the Tab key until the element has the focus, as one without a pointer does. */
export async function tabTo(element: Locator) {
  await expect(element).toBeAttached();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await element.page().keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}
