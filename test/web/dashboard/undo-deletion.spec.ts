import type { Page } from '@playwright/test';
import {
  buttonOf,
  fieldOf,
  logIn,
  openCreate,
  openDelete,
  readRows,
  rowOf,
  sendDelete,
  stopClock,
} from '../../helpers/actions.ts';
import { cut, hold, nameOf, recordCalls, refuse } from '../../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../../helpers/fixtures.ts';
import { toastWith } from '../../helpers/toasts.ts';

const DELETED = 'Tecnologia deletada com sucesso';
const RESTORED = 'Tecnologia restaurada';
const FAILED = 'Não foi possível desfazer a exclusão';
const RESTORE = '**/users/techs/*/restore';
const ALL_THREE = ['HTML Iniciante', 'CSS Iniciante', 'Vue Iniciante'];

/** A user with HTML, CSS and Vue, on the dashboard, with a clock that can be stopped. */
async function openThree(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  for (const title of ['HTML', 'CSS', 'Vue']) await backstage.addTechnology(person, { title });
  await page.clock.install();
  await openAs(page, person);
  await expect(rowOf(page, 'Vue')).toBeVisible();
  return person;
}

/** The row stays until the list has reloaded, which needs the page's clock to advance. */
async function remove(page: Page, title: string) {
  await sendDelete(await openDelete(page, title));
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Deletes a technology. Returns the "Desfazer" of its toast, which stays open because the pointer is over it. */
async function removeForUndo(page: Page, title: string) {
  await remove(page, title);
  await expect(rowOf(page, title)).toHaveCount(0);
  await page.clock.fastForward(1500);
  const toast = toastWith(page, DELETED);
  await toast.hover();
  return buttonOf(toast, 'Desfazer');
}

test('"Desfazer" restores the technology in its place, by pointer or F6', async ({ page, backstage }) => {
  const person = await openThree(page, backstage);
  const undo = await removeForUndo(page, 'CSS');
  const calls = recordCalls(page);
  await undo.click();
  await expect(toastWith(page, RESTORED)).toBeVisible();
  await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
  await expect(toastWith(page, DELETED)).toHaveCount(0);
  expect((await backstage.readTechnologies(person)).map(({ title }) => title)).toEqual(['HTML', 'CSS', 'Vue']);
  expect(calls.map(nameOf)).toEqual([
    expect.stringMatching(/^POST \/users\/techs\/[\w-]+\/restore$/),
    `GET /users/${person.id}`,
  ]);

  const reached = await removeForUndo(page, 'HTML');
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  await expect(reached).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(buttonOf(rowOf(page, 'HTML'), 'HTML Iniciante')).toBeFocused();
  await expect.poll(() => readRows(page)).toEqual(ALL_THREE);

  // The focus stays where the user moved it.
  const release = await hold(page, 'POST', RESTORE);
  await (await removeForUndo(page, 'CSS')).click();
  await buttonOf(page, '+').focus();
  release();
  await expect(rowOf(page, 'CSS')).toBeVisible();
  await expect(buttonOf(page, '+')).toBeFocused();
});

test('an undo is shown, though the list was left and opened again meanwhile', async ({ page, backstage }) => {
  await openThree(page, backstage);
  const undo = await removeForUndo(page, 'CSS');
  const release = await hold(page, 'POST', RESTORE);
  await undo.click();
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Minha página', exact: true }).click();
  await page.getByRole('link', { name: 'Voltar às tecnologias', exact: true }).click();
  await expect.poll(() => readRows(page)).toEqual(['HTML Iniciante', 'Vue Iniciante']);
  release();
  await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
});

test('a deletion can still be undone after a visit to another screen', async ({ page, backstage }) => {
  await openThree(page, backstage);
  await removeForUndo(page, 'CSS');
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Conta', exact: true }).click();
  await page.getByRole('link', { name: 'Voltar às tecnologias', exact: true }).click();
  await buttonOf(page.locator('main'), 'Desfazer exclusão de CSS').click();
  await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
});

test('"Sair" removes "Desfazer"', async ({ page, backstage }) => {
  await openThree(page, backstage);
  const undo = await removeForUndo(page, 'CSS');
  await expect(undo).toBeVisible();
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  await page.clock.runFor(1000);
  await expect(undo).toHaveCount(0);
});

test('Ctrl+Z restores the last deletion first, and leaves text fields alone', async ({ page, backstage }) => {
  await openThree(page, backstage);
  await remove(page, 'HTML');
  await expect(rowOf(page, 'HTML')).toHaveCount(0);
  await remove(page, 'Vue');
  await expect.poll(() => readRows(page)).toEqual(['CSS Iniciante']);
  const calls = recordCalls(page);
  const dialog = await openCreate(page);
  await fieldOf(dialog, 'Nome').pressSequentially('Go');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(calls).toEqual([]);

  await page.keyboard.press('Control+z');
  await expect.poll(() => readRows(page)).toEqual(['CSS Iniciante', 'Vue Iniciante']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
  await page.keyboard.press('Control+z');
  expect(calls.map(nameOf).filter((name) => name.endsWith('/restore'))).toHaveLength(2);
});

test('a deletion can be undone for a minute, which cancels its confirmation', async ({ page, backstage }) => {
  await openThree(page, backstage);
  await stopClock(page);
  await remove(page, 'Vue');
  await page.keyboard.press('Control+z');
  await expect(toastWith(page, RESTORED)).toBeVisible();
  await page.clock.runFor(3000);
  // A list that arrives late is drawn by a timer.
  await expect.poll(() => page.clock.runFor(50).then(() => rowOf(page, 'Vue').isVisible())).toBe(true);
  await expect(toastWith(page, DELETED)).toHaveCount(0);

  await remove(page, 'CSS');
  await page.clock.runFor(1500);
  const toast = toastWith(page, DELETED);
  await toast.hover();
  await page.clock.runFor(58_000);
  await expect(buttonOf(toast, 'Desfazer')).toBeVisible();
  await page.clock.runFor(1000);
  await expect(buttonOf(toast, 'Desfazer')).toHaveCount(0);
  await expect(toast).toBeVisible();
  const calls = recordCalls(page);
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'CSS')).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('after its toast a deletion can be undone in the bar of the list', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openThree(page, backstage);
  await stopClock(page);
  const offer = (title: string) => buttonOf(page, `Desfazer exclusão de ${title}`);
  for (const title of ['CSS', 'Vue']) {
    await remove(page, title);
    await expect.poll(() => page.clock.runFor(50).then(() => rowOf(page, title).count())).toBe(0);
  }
  await expect(offer('Vue')).toHaveCount(0);
  await page.clock.runFor(7000);
  await expect(offer('Vue')).toBeInViewport({ ratio: 1 });
  await expect(offer('CSS')).toHaveCount(0);
  await offer('Vue').click();
  await expect.poll(() => page.clock.runFor(50).then(() => rowOf(page, 'Vue').isVisible())).toBe(true);
  await expect(buttonOf(rowOf(page, 'Vue'), 'Vue Iniciante')).toBeFocused();
  await offer('CSS').focus();
  await page.clock.runFor(60_000);
  await expect(offer('CSS')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tecnologias', exact: true })).toBeFocused();
});

test('a failed undo shows its reason and can be retried, except after a 404', async ({ page, backstage }) => {
  const failed = toastWith(page, FAILED);
  // An earlier toast may still be leaving.
  const retryAfter = (reason: string) => buttonOf(failed.filter({ hasText: reason }), 'Desfazer');
  await openThree(page, backstage);
  await cut(page, 'POST', RESTORE);
  await (await removeForUndo(page, 'CSS')).click();
  await expect(retryAfter('Sem resposta do servidor.')).toBeVisible();
  await page.unroute(RESTORE);
  // With Caps Lock.
  await page.keyboard.press('Control+Z');
  await expect(rowOf(page, 'CSS')).toBeVisible();
  await expect(failed).toHaveCount(0);

  await refuse(page, 'POST', RESTORE, 503);
  await (await removeForUndo(page, 'HTML')).click();
  await expect(retryAfter('O servidor não conseguiu responder.')).toBeVisible();
  await page.unroute(RESTORE);
  await retryAfter('O servidor não conseguiu responder.').click();
  await expect(rowOf(page, 'HTML')).toBeVisible();
  await expect(failed).toHaveCount(0);

  await refuse(page, 'POST', RESTORE, 404, { code: 'not-found' });
  await (await removeForUndo(page, 'Vue')).click();
  await expect(failed).toHaveClass(/toast-error/);
  await expect(buttonOf(failed, 'Desfazer')).toHaveCount(0);
  await expect(rowOf(page, 'Vue')).toHaveCount(0);
  const calls = recordCalls(page);
  await page.keyboard.press('Control+z');
  // The list may be read again meanwhile.
  expect(calls.filter((call) => call.method() === 'POST')).toEqual([]);
});

test('a failed undo is not offered to the next person at the tab (X-673)', async ({ page, backstage }) => {
  await openThree(page, backstage);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(RESTORE, async (route) => {
    await released;
    await route.abort();
  });
  const asked = page.waitForRequest(RESTORE);
  await (await removeForUndo(page, 'CSS')).click();
  const request = await asked;
  await buttonOf(page, 'Sair').click();
  const bruno = await backstage.signUp();
  await logIn(page, bruno);
  await expect(page).toHaveURL('/dashboard');
  const failed = page.waitForEvent('requestfailed', (one) => one === request);
  release();
  await failed;
  await openCreate(page);
  await expect(toastWith(page, FAILED)).toHaveCount(0);
});
