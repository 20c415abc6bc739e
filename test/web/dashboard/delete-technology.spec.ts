import type { Page } from '@playwright/test';
import { logIn, openCreate, openDelete, openWith, readRows, rowOf, sendDelete, stopClock } from '../../helpers/acts.ts';
import { answer, bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGY } from '../../helpers/calls.ts';
import { type Backstage, expect, openAs, type SignedUp, test } from '../../helpers/fixtures.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStill, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const BOTH = { tag: '@both-engines' };

const DELETED = 'Tecnologia deletada com sucesso';
const RESTORED = 'Tecnologia restaurada';

/** A user who knows React and Redes, and looks at their dashboard. */
async function openWithTwo(page: Page, backstage: Backstage) {
  const { person, technologies } = await openWith(page, backstage, [
    { title: 'React', status: 'Iniciante' },
    { title: 'Redes', status: 'Avançado' },
  ]);
  const [react, redes] = technologies;
  if (react === undefined || redes === undefined) throw new Error('they were not added');
  return { person, react, redes };
}

test.describe('the dialog that deletes', () => {
  test('the trash icon of a row asks "Deseja excluir a tecnologia?", names it below, and opens no other dialog (M-066, M-067, M-068, X-44)', async ({
    page,
    backstage,
  }) => {
    await openWithTwo(page, backstage);
    const dialog = page.getByRole('dialog');
    for (const title of ['React', 'Redes']) {
      const trash = rowOf(page, title).getByRole('button', { name: `Excluir ${title}`, ...exact });
      const icon = await trash.locator('svg').boundingBox();
      expect(icon?.width).toBeGreaterThanOrEqual(12);
      expect(icon?.height).toBeGreaterThanOrEqual(12);
      await trash.click();
      await expect(dialog).toHaveCount(1);
      await expect(dialog).toHaveAccessibleName('Deseja excluir a tecnologia?');
      await expect(dialog).toHaveAccessibleDescription(title);
      await expect(dialog.getByRole('heading')).toHaveText('Deseja excluir a tecnologia?', { useInnerText: true });
      await expect(dialog.getByText(title, exact)).toBeVisible();
      const question = await dialog.getByRole('heading').boundingBox();
      const named = await dialog.getByText(title, exact).boundingBox();
      expect(named?.y).toBeGreaterThan((question?.y ?? Infinity) + (question?.height ?? 0));
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  test(
    '"Sim" deletes the technology of that row, in the list and on the server (M-007, M-069, M-072)',
    BOTH,
    async ({ page, backstage }) => {
      const { person, react, redes } = await openWithTwo(page, backstage);
      const dialog = await openDelete(page, 'Redes');
      const yes = dialog.getByRole('button', { name: 'Sim', ...exact });
      await expect(yes).toHaveText('Sim', { useInnerText: true });
      const sent = page.waitForRequest((request) => request.method() === 'DELETE');
      await yes.click();
      expect(new URL((await sent).url()).pathname).toBe(`/users/techs/${redes.id}`);
      await expect(rowOf(page, 'Redes')).toHaveCount(0);
      await expect(rowOf(page, 'React')).toBeVisible();
      expect(await backstage.readTechnologies(person)).toEqual([react]);
    },
  );

  for (const [label, atoms] of [
    ['Não', ['M-070', 'M-073']],
    ['X', ['M-071', 'M-074']],
  ] as const) {
    test(`"${label}" closes it, the server hears nothing, and the trash that asked has the focus (${atoms.join(', ')}, X-37)`, async ({
      page,
      backstage,
    }) => {
      const { person, react, redes } = await openWithTwo(page, backstage);
      const dialog = await openDelete(page, 'Redes');
      const calls = recordCalls(page);
      const no = dialog.getByRole('button', { name: label, ...exact });
      await expect(no).toHaveText(label, { useInnerText: true });
      await no.click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Excluir Redes', ...exact })).toBeFocused();
      await expect(page.getByRole('listitem')).toHaveCount(2);
      expect(await backstage.readTechnologies(person)).toEqual([react, redes]);
      expect(calls.map(nameOf)).toEqual([]);
    });
  }
});

test('a deletion sends the bearer token and no body, and the list is read again once (M-147, M-148)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const kept = await backstage.addTechnology(person);
  const { id, title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openDelete(page, title);
  const calls = recordCalls(page);
  await answer(page, 'GET', `**/users/${person.id}`, 200, {
    name: person.name,
    course_module: person.course_module,
    techs: [{ ...kept, title: 'Lido de novo' }],
  });
  const call = await bareCall(page, () => sendDelete(dialog), TECHNOLOGY);
  expect(call).toEqual({
    name: `DELETE /users/techs/${id}`,
    body: null,
    authorization: `Bearer ${person.token}`,
  });
  await expect(rowOf(page, 'Lido de novo')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  expect(await backstage.readTechnologies(person)).toEqual([kept]);
  await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();
  expect(calls.map(nameOf)).toEqual([`DELETE /users/techs/${id}`, `GET /users/${person.id}`]);
});

test('the delete dialog stays open while its call runs, "Sim" and "Não" do nothing more then, and it closes when the call succeeds (M-098, M-100, A-20, X-26)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const release = await hold(page, 'DELETE', TECHNOLOGY);
  const calls = recordCalls(page);
  const dialog = await openDelete(page, title);
  const sent = page.waitForRequest(TECHNOLOGY);
  await sendDelete(dialog);
  await sent;
  await expect(dialog.getByText('Enviando…')).toBeVisible();
  await dialog.getByRole('button', { name: 'Não', exact: true }).click({ force: true });
  await dialog.getByRole('button', { name: 'Sim', exact: true }).click({ force: true });
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toHaveCount(0);
  expect(calls.filter((request) => request.method() === 'DELETE')).toHaveLength(1);
});

test('a deletion that the server refuses, or that gets no answer, closes the dialog, says so at once, and reads nothing (M-099, M-154, M-159)', async ({
  page,
  backstage,
}) => {
  const { title, id } = await openStill(page, backstage);
  for (const fail of [refuse, cut]) {
    await fail(page, 'DELETE', TECHNOLOGY);
    const dialog = await openDelete(page, title);
    const calls = recordCalls(page);
    await sendDelete(dialog);
    await expectOnly(page, 'Erro ao deletar tecnologia', 'error');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toBeVisible();
    expect(calls.map(nameOf)).toEqual([`DELETE /users/techs/${id}`]);
    await closeToast(page, 'Erro ao deletar tecnologia');
  }
});

test('a deletion says "Tecnologia deletada com sucesso", 1500 ms after its success (M-158)', async ({
  page,
  backstage,
}) => {
  const { title } = await openStill(page, backstage);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await expect(dialog).toBeHidden();
  await expectOnlyAfterDelay(page, 'Tecnologia deletada com sucesso');
});

test('a success is told on whatever screen one is by then (A-17)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await logIn(page, person);
  await expect(rowOf(page, title)).toBeVisible();
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
  await stopClock(page);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await expect(dialog).toBeHidden();
  // Back leads over the sign-up, whose guard sends a user with a session on.
  await page.goBack();
  await page.clock.runFor(1650);
  await expect(page).toHaveURL('/dashboard');
  await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();
});

test('after a deletion the focus is on the next trash, else the one before, else "+" (X-38)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  for (const title of ['Vue', 'Svelte', 'Astro']) await backstage.addTechnology(person, { title });
  await openAs(page, person);
  for (const { title, heir } of [
    { title: 'Svelte', heir: 'Excluir Astro' },
    { title: 'Astro', heir: 'Excluir Vue' },
    { title: 'Vue', heir: '+' },
  ]) {
    await page.getByRole('button', { name: `Excluir ${title}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await sendDelete(page.getByRole('dialog'));
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(page.getByRole('button', { name: heir, exact: true })).toBeFocused();
  }
});

/** A user who knows HTML, CSS and Vue, on their dashboard, whose time can be stopped. */
async function openThree(page: Page, backstage: Backstage): Promise<SignedUp> {
  const person = await backstage.signUp();
  for (const title of ['HTML', 'CSS', 'Vue']) await backstage.addTechnology(person, { title });
  await page.clock.install();
  await openAs(page, person);
  await expect(rowOf(page, 'Vue')).toBeVisible();
  return person;
}

const ALL_THREE = ['HTML Iniciante', 'CSS Iniciante', 'Vue Iniciante'];

/** Deletes a technology and answers the "Desfazer" of its toast, which the pointer keeps on the screen. */
async function remove(page: Page, title: string) {
  await sendDelete(await openDelete(page, title));
  await expect(rowOf(page, title)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.fastForward(1500);
  const toast = toastWith(page, DELETED);
  await toast.hover();
  return toast.getByRole('button', { name: 'Desfazer', ...exact });
}

test.describe('"Desfazer" in the toast of a deletion', () => {
  test(
    'brings the technology back in its old place with one click, or F6 and Enter, says so, and gives it the focus, unless the user has moved on (X-55, X-185)',
    BOTH,
    async ({ page, backstage }) => {
      const person = await openThree(page, backstage);
      const undo = await remove(page, 'CSS');
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
      expect(await page.getByText(RESTORED, exact).evaluate((node) => node.closest('[role]:not([id])')?.role)).toBe(
        'status',
      );
      await closeToast(page, RESTORED);

      const reached = await remove(page, 'HTML');
      await page.keyboard.press('F6');
      await page.keyboard.press('Tab');
      await expect(reached).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(toastWith(page, RESTORED)).toBeVisible();
      await expect(rowOf(page, 'HTML').getByRole('button', { name: 'HTML Iniciante', ...exact })).toBeFocused();
      await expect.poll(() => readRows(page)).toEqual(ALL_THREE);

      const release = await hold(page, 'POST', '**/users/techs/*/restore');
      await (await remove(page, 'CSS')).click();
      const add = page.getByRole('button', { name: '+', ...exact });
      await add.focus();
      release();
      await expect(rowOf(page, 'CSS')).toBeVisible();
      await expect(add).toBeFocused();
    },
  );

  test('is also Ctrl+Z, the last deletion first, but not where one types (X-55)', async ({ page, backstage }) => {
    await openThree(page, backstage);
    await remove(page, 'HTML');
    await sendDelete(await openDelete(page, 'Vue'));
    await expect.poll(() => readRows(page)).toEqual(['CSS Iniciante']);

    const calls = recordCalls(page);
    const dialog = await openCreate(page);
    await dialog.getByLabel('Nome', exact).pressSequentially('Go');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(calls.map(nameOf)).toEqual([]);

    await page.keyboard.press('Control+z');
    await expect.poll(() => readRows(page)).toEqual(['CSS Iniciante', 'Vue Iniciante']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
    await page.keyboard.press('Control+z');
    expect(calls.map(nameOf).filter((name) => name.endsWith('/restore'))).toHaveLength(2);
  });

  test('is there for a minute after the deletion, and then neither as a button nor as a key; what cannot be brought back is told (X-55)', async ({
    page,
    backstage,
  }) => {
    await openThree(page, backstage);
    await stopClock(page);
    await sendDelete(await openDelete(page, 'CSS'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.runFor(1500);
    const toast = toastWith(page, DELETED);
    await toast.hover();
    const undo = toast.getByRole('button', { name: 'Desfazer', ...exact });
    await page.clock.runFor(58_000);
    await expect(undo).toBeVisible();
    await page.clock.runFor(1000);
    await expect(undo).toHaveCount(0);
    await expect(toast).toBeVisible();
    const calls = recordCalls(page);
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'CSS')).toHaveCount(0);
    expect(calls.map(nameOf)).toEqual([]);
    await page.clock.resume();
    await toast.getByRole('button', { name: 'Fechar notificação', ...exact }).click();

    // What cannot be brought back is told.
    await refuse(page, 'POST', '**/users/techs/*/restore', 404, { code: 'not-found' });
    await (await remove(page, 'HTML')).click();
    await expect(toastWith(page, 'Não foi possível desfazer a exclusão')).toHaveClass(/Toastify__toast--error/);
    await expect(toastWith(page, RESTORED)).toHaveCount(0);
    expect(await readRows(page)).toEqual(['Vue Iniciante']);
  });

  test('fails with its reason, and can be pressed again where that may help, by the key or in the toast that says so (X-544)', async ({
    page,
    backstage,
  }) => {
    const path = '**/users/techs/*/restore';
    const failed = toastWith(page, 'Não foi possível desfazer a exclusão');
    // The toast before it may still be leaving.
    const againFor = (reason: string) =>
      failed.filter({ hasText: reason }).getByRole('button', { name: 'Desfazer', ...exact });
    await openThree(page, backstage);
    await cut(page, 'POST', path);
    await (await remove(page, 'CSS')).click();
    await expect(againFor('Sem resposta do servidor.')).toBeVisible();
    await page.unroute(path);
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'CSS')).toBeVisible();
    await expect(failed).toHaveCount(0);

    await refuse(page, 'POST', path, 503);
    await (await remove(page, 'HTML')).click();
    const afterOutage = againFor('O servidor não conseguiu responder.');
    await expect(afterOutage).toBeVisible();
    await page.unroute(path);
    await refuse(page, 'POST', path, 429);
    await afterOutage.click();
    const afterLimit = againFor('Muitas tentativas.');
    await expect(afterLimit).toBeVisible();
    await page.unroute(path);
    await afterLimit.click();
    await expect(rowOf(page, 'HTML')).toBeVisible();
    await expect(failed).toHaveCount(0);

    await refuse(page, 'POST', path, 404, { code: 'not-found' });
    await (await remove(page, 'Vue')).click();
    await expect(failed).toBeVisible();
    await expect(againFor('')).toHaveCount(0);
    const calls = recordCalls(page);
    await page.keyboard.press('Control+z');
    expect(calls.map(nameOf).filter((name) => name.startsWith('POST'))).toEqual([]);
  });

  test('a deletion that was undone is not told of any more (X-183)', async ({ page, backstage }) => {
    await openThree(page, backstage);
    await stopClock(page);
    await sendDelete(await openDelete(page, 'CSS'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(toastWith(page, RESTORED)).toBeVisible();
    await page.clock.runFor(3000);
    await page.clock.resume();
    await expect(rowOf(page, 'CSS')).toBeVisible();
    await expect(toastWith(page, DELETED)).toHaveCount(0);

    await remove(page, 'Vue');
    await page.keyboard.press('Control+z');
    await expect(toastWith(page, DELETED)).toHaveCount(0);
    await expect(rowOf(page, 'Vue')).toBeVisible();
  });
});
