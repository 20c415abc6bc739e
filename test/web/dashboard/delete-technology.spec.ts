import {
  boxOf,
  buttonOf,
  headingOf,
  logIn,
  openDelete,
  openWith,
  rowOf,
  sendDelete,
  stopClock,
} from '../../helpers/acts.ts';
import { bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGY } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStill, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };
const DELETED = 'Tecnologia deletada com sucesso';
const FAILED = 'Erro ao deletar tecnologia';
const TWO = [
  { title: 'React', status: 'Iniciante' },
  { title: 'Redes', status: 'Avançado' },
];

test('the trash of a row asks for confirmation and names the technology (M-066, M-067, M-068)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, TWO);
  const dialog = page.getByRole('dialog');
  for (const { title } of TWO) {
    const trash = buttonOf(rowOf(page, title), `Excluir ${title}`);
    expect((await boxOf(trash.locator('svg'))).width).toBeGreaterThanOrEqual(12);
    await trash.click();
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveAccessibleName('Deseja excluir a tecnologia?');
    await expect(dialog).toHaveAccessibleDescription(title);
    const question = dialog.getByRole('heading');
    await expect(question).toHaveText('Deseja excluir a tecnologia?', { useInnerText: true });
    const { y, height } = await boxOf(question);
    expect((await boxOf(dialog.getByText(title, exact))).y).toBeGreaterThan(y + height);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test(
  '"Sim" deletes the technology of its row and is confirmed after 1500 ms (M-007, M-069, M-072, M-098, M-100, M-147, M-148, M-158)',
  { tag: '@both-engines' },
  async ({ page, backstage }) => {
    const { title, person } = await openStill(page, backstage, { title: 'Redes' });
    const [, redes] = await backstage.readTechnologies(person);
    const release = await hold(page, 'DELETE', TECHNOLOGY);
    const dialog = await openDelete(page, 'Redes');
    const [yes, no] = [buttonOf(dialog, 'Sim'), buttonOf(dialog, 'Não')];
    await expect(yes).toHaveText('Sim', { useInnerText: true });
    const call = await bareCall(page, () => sendDelete(dialog), TECHNOLOGY);
    expect(call).toEqual({
      name: `DELETE /users/techs/${redes?.id}`,
      body: null,
      authorization: `Bearer ${person.token}`,
    });
    // Neither button does anything while the call runs.
    const calls = recordCalls(page);
    await page.clock.runFor(100);
    await expect(no).toHaveAttribute('aria-disabled', 'true');
    await no.click({ force: true });
    await yes.click({ force: true });
    await expect(dialog).toBeVisible();
    release();
    await expect(dialog).toBeHidden();
    await expectOnlyAfterDelay(page, DELETED);
    await page.clock.resume();
    await expect(rowOf(page, 'Redes')).toHaveCount(0);
    await expect(rowOf(page, title)).toBeVisible();
    expect(await backstage.readTechnologies(person)).toMatchObject([{ title }]);
    expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
  },
);

test('"Não" and "X" close the dialog without a call (M-070, M-071, M-073, M-074)', async ({ page, backstage }) => {
  const { person, technologies } = await openWith(page, backstage, TWO);
  const calls = recordCalls(page);
  for (const name of ['Não', 'X']) {
    const dialog = await openDelete(page, 'Redes');
    await expect(buttonOf(dialog, name)).toHaveText(name, { useInnerText: true });
    await buttonOf(dialog, name).click();
    await expect(dialog).toBeHidden();
    await expect(buttonOf(page, 'Excluir Redes')).toBeFocused();
    await expect(page.getByRole('listitem')).toHaveCount(2);
  }
  expect(await backstage.readTechnologies(person)).toEqual(technologies);
  expect(calls).toEqual([]);
});

test('a failed deletion closes its dialog, shows its error immediately and reads nothing (M-099, M-154, M-159)', async ({
  page,
  backstage,
}) => {
  const { title, id } = await openStill(page, backstage);
  for (const fail of [refuse, cut]) {
    await fail(page, 'DELETE', TECHNOLOGY);
    const dialog = await openDelete(page, title);
    const calls = recordCalls(page);
    await sendDelete(dialog);
    await expectOnly(page, FAILED, 'error');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toBeVisible();
    expect(calls.map(nameOf)).toEqual([`DELETE /users/techs/${id}`]);
    await closeToast(page, FAILED);
  }
});

test('a success is confirmed on whatever screen is open by then (A-17)', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const { title } = await backstage.addTechnology(ana);
  await page.clock.install();
  await page.goto('/');
  await buttonOf(page, 'Login').click();
  await logIn(page, ana);
  await expect(rowOf(page, title)).toBeVisible();
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
  await stopClock(page);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await expect(dialog).toBeHidden();
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
  await expect(headingOf(page, 'Acessibilidade')).toBeVisible();
  await page.clock.runFor(1650);
  await expect(toastWith(page, DELETED)).toBeVisible();
});

test('a deletion moves the focus to the next trash, else the previous one, else "+"', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'Vue' }, { title: 'Svelte' }, { title: 'Astro' }]);
  for (const [title, heir] of [
    ['Svelte', 'Excluir Astro'],
    ['Astro', 'Excluir Vue'],
    ['Vue', '+'],
  ] as const) {
    await buttonOf(page, `Excluir ${title}`).press('Enter');
    await sendDelete(page.getByRole('dialog'));
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(buttonOf(page, heir)).toBeFocused();
  }
});
