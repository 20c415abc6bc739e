import type { Locator, Page } from '@playwright/test';
import {
  buttonOf,
  createButton,
  fieldOf,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readRows,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  stopClock,
} from '../../helpers/actions.ts';
import { hold, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../../helpers/calls.ts';
import { type Backstage, bearer, expect, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { anyToast, closeToast, isRunning, toastWith } from '../../helpers/toasts.ts';

/** A user with React and Node, on the dashboard. */
async function openDashboard(page: Page, backstage: Backstage) {
  const technologies = [
    { title: 'React', status: 'Intermediario' },
    { title: 'Node', status: 'Iniciante' },
  ];
  return (await openWith(page, backstage, technologies)).person;
}

const pressBackdrop = (page: Page) => page.mouse.click(20, 700);
const pressEscape = (page: Page) => page.keyboard.press('Escape');
const pressX = (page: Page) => buttonOf(page.getByRole('dialog'), 'X').click({ force: true });

const create = (dialog: Locator) => sendCreate(dialog, aTechnology());
const edit = (dialog: Locator) => sendEdit(dialog, { status: 'Avançado' });

const CREATE = { open: openCreate, first: 'Nome', send: create, method: 'POST', path: TECHNOLOGIES } as const;
const EDIT = { open: openEdit, first: 'Nome do projeto', send: edit, method: 'PUT', path: TECHNOLOGY } as const;
const DELETE = { open: openDelete, first: 'Não', send: sendDelete, method: 'DELETE', path: TECHNOLOGY } as const;
const TITLES = { POST: 'Cadastrar Tecnologia', PUT: 'Tecnologia Detalhes', DELETE: 'Deseja excluir a tecnologia?' };
const OPENERS = { POST: '+', PUT: 'React Intermediário', DELETE: 'Excluir React' };
const TOASTS = {
  POST: 'Tecnologia cadastrada com sucesso',
  PUT: 'Tecnologia atualizada',
  DELETE: 'Tecnologia deletada com sucesso',
};
const DIALOGS = [CREATE, EDIT, DELETE];

test('each dialog has a name, takes the focus, and restores it when closed (A-20)', async ({ page, backstage }) => {
  const calls = recordCalls(page);
  await openDashboard(page, backstage);
  const dialog = page.getByRole('dialog');
  for (const { method, first } of DIALOGS) {
    const button = buttonOf(page, OPENERS[method]);
    for (const close of [pressX, pressEscape, pressBackdrop]) {
      await button.press('Enter');
      await expect(dialog).toHaveCount(1);
      await expect(dialog).toHaveAttribute('aria-modal', 'true');
      await expect(dialog).toHaveAccessibleName(TITLES[method]);
      await expect(dialog.getByRole('heading', { name: TITLES[method], exact: true })).toBeVisible();
      await expect(first === 'Não' ? buttonOf(dialog, first) : fieldOf(dialog, first)).toBeFocused();
      await expect(buttonOf(dialog, 'X')).toHaveAccessibleDescription('Fechar');
      await close(page);
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  }
  expect(calls).toHaveLength(1);
});

test('the backdrop closes no form that was changed; Escape closes an open list first (A-20)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  for (const { open, first } of [CREATE, EDIT]) {
    const dialog = await open(page, 'React');
    await fieldOf(dialog, first).fill('Outra');
    await pressBackdrop(page);
    await expect(fieldOf(dialog, first)).toHaveValue('Outra');
    const levels = dialog.locator('select');
    const isOpen = () => levels.evaluate((select) => select.matches(':open'));
    await levels.press('Space');
    await expect.poll(isOpen).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(isOpen).toBe(false);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

for (const { open, send, method, path } of DIALOGS) {
  test(`nothing closes a dialog during its ${method} until that takes 8 s (A-20, A-25)`, async ({
    page,
    backstage,
  }) => {
    await page.clock.install();
    await openDashboard(page, backstage);
    await stopClock(page);
    const release = await hold(page, method, path);
    const calls = recordCalls(page);
    const slow = page.getByText('Isso está demorando mais que o normal…', { exact: true });
    const dialog = await open(page, 'React');
    const submit = method === 'DELETE' ? buttonOf(dialog, 'Sim') : dialog.locator('[type=submit]');
    await send(dialog);
    // The state of a call is rendered after a timer.
    await page.clock.runFor(100);
    await expect(dialog.getByText('Enviando…')).toBeVisible();
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(submit).toBeFocused();
    await submit.press('Enter');
    await page.clock.runFor(7749);
    for (const close of [pressEscape, pressX, pressBackdrop]) await close(page);
    await expect(dialog.getByText('Enviando…', { exact: true })).toBeVisible();
    await expect(slow).toHaveCount(0);
    await page.clock.runFor(301);
    await expect(slow).toBeVisible();
    await pressBackdrop(page);
    await expect(slow).toBeVisible();
    await (method === 'PUT' ? pressX : pressEscape)(page);
    await expect(dialog).toBeHidden();
    // The call continues after the dialog is closed.
    await page.clock.resume();
    release();
    await expect(toastWith(page, TOASTS[method])).toBeVisible();
    expect(calls.filter((request) => request.method() === method)).toHaveLength(1);
  });
}

/** Returns whether a pointer hits the middle of the element, and whether the element accepts the focus. */
function reach(element: Locator) {
  return element.evaluate((node: HTMLElement) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    const focused = document.activeElement;
    node.focus();
    const taken = document.activeElement === node;
    if (focused instanceof HTMLElement) focused.focus();
    return { pointer: met !== null && node.contains(met), focus: taken };
  });
}

test('nothing behind an open dialog can be reached by pointer or focus (A-19)', async ({ page, backstage }) => {
  await openDashboard(page, backstage);
  const controls = ['Sair', '+', 'Excluir Node'].map((name) => buttonOf(page, name));
  const reachAll = () => Promise.all(controls.map(reach));
  for (const { open } of DIALOGS) {
    expect(await reachAll()).toEqual(controls.map(() => ({ pointer: true, focus: true })));
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    expect(await reachAll()).toEqual(controls.map(() => ({ pointer: false, focus: false })));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('a toast over an open dialog can be hovered, dragged, reached by Tab and closed (A-19)', async ({ page, ana }) => {
  await refuse(page, 'POST', TECHNOLOGIES);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  const toast = toastWith(page, 'Erro ao cadastrar a tecnologia');
  await expect.poll(() => isRunning(toast)).toBe(true);
  await toast.hover();
  await expect.poll(() => isRunning(toast)).toBe(false);
  await fieldOf(dialog, 'Nome').hover();
  await expect.poll(() => isRunning(toast)).toBe(true);

  const places = new Set<string>();
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press(presses < 8 ? 'Tab' : 'Shift+Tab');
    places.add(
      await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return 'the browser itself';
        if (activeElement.closest('[role=dialog]') !== null) return 'the dialog';
        return activeElement.closest('.toast') === null ? activeElement.outerHTML : 'the toast';
      }),
    );
  }
  places.delete('the browser itself');
  expect(places).toEqual(new Set(['the dialog', 'the toast']));

  await toast.hover();
  const { x, y, width, height } = (await toast.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 400, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
  await createButton(dialog).click();
  await closeToast(page, 'Erro ao cadastrar a tecnologia');
  await expect(fieldOf(dialog, 'Nome')).toHaveValue(ana.name);
});

test('after a success the dialog closes, then the list changes, then the toast appears (A-18)', async ({
  page,
  backstage,
}) => {
  await page.clock.install();
  const person = await openDashboard(page, backstage);
  for (const { open, send, method, path } of [EDIT, DELETE]) {
    const rows = await readRows(page);
    const allowCall = await hold(page, method, path);
    const allowReading = await hold(page, 'GET', `**/users/${person.id}`);
    const dialog = await open(page, 'React');
    await stopClock(page);
    await send(dialog);
    await page.clock.runFor(100);
    await expect(dialog.getByText('Enviando…')).toBeVisible();
    const reading = page.waitForRequest((request) => nameOf(request) === `GET /users/${person.id}`);
    allowCall();
    await reading;
    await expect(dialog).toBeHidden();
    expect(await readRows(page)).toEqual(rows);
    await expect(anyToast(page)).toHaveCount(0);
    await page.clock.runFor(1650);
    await expect(toastWith(page, TOASTS[method])).toBeVisible();
    allowReading();
    await page.clock.resume();
    await expect.poll(() => readRows(page)).not.toEqual(rows);
    await closeToast(page, TOASTS[method]);
  }
});

test('a change or deletion of a missing technology fails and refreshes the list (A-18)', async ({
  page,
  backstage,
}) => {
  const { person, technologies } = await openWith(page, backstage, [{ title: 'React' }, { title: 'Node' }, {}]);
  for (const [index, { open, send }] of [EDIT, DELETE].entries()) {
    const { id, title } = technologies[index] ?? { id: '', title: '' };
    const dialog = await open(page, title);
    await backstage.request.delete(`/users/techs/${id}`, { headers: bearer(person) });
    await send(dialog);
    await expect(anyToast(page)).toHaveClass(/toast-error/);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem')).toHaveCount(2 - index);
    await expect(rowOf(page, title)).toHaveCount(0);
    await closeToast(page, index === 0 ? 'Tecnologia não atualizada' : 'Erro ao deletar tecnologia');
  }
});
