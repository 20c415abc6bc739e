import type { Page } from '@playwright/test';
import { expectMessageUnder, openEdit, openWith, rowOf, sendEdit } from '../../helpers/acts.ts';
import { answer, bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGY } from '../../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../../helpers/fixtures.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStill, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

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

test.describe('the dialog that edits', () => {
  test('it is called "Tecnologia Detalhes" and its button "Salvar Alterações" (M-062, M-065)', async ({
    page,
    backstage,
  }) => {
    await openWithTwo(page, backstage);
    await rowOf(page, 'Redes').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toHaveText('Tecnologia Detalhes', { useInnerText: true });
    const submit = dialog.getByRole('button', { name: 'Salvar Alterações', ...exact });
    await expect(submit).toHaveText('Salvar Alterações', { useInnerText: true });
  });

  test('it holds the title as "Nome do projeto" and the status as "Status" (M-063, M-064)', async ({
    page,
    backstage,
  }) => {
    const { person } = await openWithTwo(page, backstage);
    await backstage.addTechnology(person, { title: 'SQL', status: 'Intermediario' });
    await page.reload();
    const dialog = page.getByRole('dialog');
    for (const [title, status] of [
      ['Redes', 'Avançado'],
      ['SQL', 'Intermediário'],
      ['React', 'Iniciante'],
    ] as const) {
      await rowOf(page, title).click();
      await expect(dialog.locator('label')).toHaveText(['Nome do projeto', 'Status'], { useInnerText: true });
      await expect(dialog.getByRole('textbox', { name: 'Nome do projeto', ...exact })).toHaveValue(title);
      const chosen = dialog.getByRole('combobox', { name: 'Status', ...exact }).locator('option:checked');
      await expect(chosen).toHaveText(status);
      await page.keyboard.press('Escape');
    }
  });

  test('the edit dialog opens with what its own row holds now, never with another’s or an older one’s (X-45)', async ({
    page,
    backstage,
  }) => {
    await openWith(page, backstage, [
      { title: 'React', status: 'Intermediario' },
      { title: 'Node', status: 'Iniciante' },
    ]);
    const expectValues = async (title: string, status: string) => {
      const dialog = await openEdit(page, title);
      await expect(dialog.getByLabel('Nome do projeto', exact)).toHaveValue(title);
      await expect(dialog.getByRole('option', { selected: true })).toHaveText(status);
      return dialog;
    };
    await sendEdit(await expectValues('React', 'Intermediário'), { title: 'Preact', status: 'Avançado' });
    await expect(rowOf(page, 'Preact')).toBeVisible();
    const node = await expectValues('Node', 'Iniciante');
    await node.getByLabel('Nome do projeto', exact).fill('Deno');
    await page.keyboard.press('Escape');
    await expectValues('Preact', 'Avançado');
    await page.keyboard.press('Escape');
    await expectValues('Node', 'Iniciante');
  });
});

test('a technology gets another title and another status (M-006, M-008)', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const { id } = await backstage.addTechnology(ana, { title: 'React', status: 'Iniciante' });
  await openAs(page, ana);
  await sendEdit(await openEdit(page, 'React'), { title: 'Redes', status: 'Avançado' });
  await expect(rowOf(page, 'Redes').getByText('Avançado', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'React')).toHaveCount(0);
  expect(await backstage.readTechnologies(ana)).toMatchObject([{ id, title: 'Redes', status: 'Avançado' }]);
});

test('a change sends title and status, changes both, and the list is read again once (M-145, M-146)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { id, title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openEdit(page, title);
  const calls = recordCalls(page);
  // What is shown afterwards is what was read again.
  await answer(page, 'GET', `**/users/${person.id}`, 200, {
    name: person.name,
    course_module: person.course_module,
    techs: [{ id, title: 'Lido de novo', status: 'Avançado' }],
  });
  const call = await bareCall(page, () => sendEdit(dialog, { title: 'Preact', status: 'Avançado' }), TECHNOLOGY);
  expect(call).toEqual({
    name: `PUT /users/techs/${id}`,
    body: { title: 'Preact', status: 'Avançado' },
    authorization: `Bearer ${person.token}`,
  });
  await expect(rowOf(page, 'Lido de novo')).toBeVisible();
  expect(await backstage.readTechnologies(person)).toMatchObject([{ id, title: 'Preact', status: 'Avançado' }]);
  await expect(toastWith(page, 'Tecnologia atualizada')).toBeVisible();
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`, `GET /users/${person.id}`]);
});

test('a change of the level alone sends the title as well (M-145)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openEdit(page, title);
  const call = await bareCall(page, () => sendEdit(dialog, { status: 'Avançado' }), TECHNOLOGY);
  expect(call.body).toEqual({ title, status: 'Avançado' });
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

test('a change that the server refuses, or that gets no answer, closes the dialog, says so at once, and reads nothing (M-096, M-153, M-159)', async ({
  page,
  backstage,
}) => {
  const { title, id } = await openStill(page, backstage);
  for (const fail of [refuse, cut]) {
    await fail(page, 'PUT', TECHNOLOGY);
    const dialog = await openEdit(page, title);
    const calls = recordCalls(page);
    await sendEdit(dialog, { status: 'Avançado' });
    await expectOnly(page, 'Tecnologia não atualizada', 'error');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toContainText('Iniciante');
    expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`]);
    await closeToast(page, 'Tecnologia não atualizada');
  }
});

test('a change says "Tecnologia atualizada", 1500 ms after its success (M-157)', async ({ page, backstage }) => {
  const { title } = await openStill(page, backstage);
  const dialog = await openEdit(page, title);
  await sendEdit(dialog, { status: 'Avançado' });
  await expect(dialog).toBeHidden();
  await expectOnlyAfterDelay(page, 'Tecnologia atualizada');
});

test('a changed technology needs a title and a level, and nothing is sent without (M-129, M-130)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title, id } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openEdit(page, title);
  const calls = recordCalls(page);
  const name = dialog.getByLabel('Nome do projeto', { exact: true });
  const status = dialog.getByLabel('Status', { exact: true });
  await sendEdit(dialog, { title: '' });
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  await sendEdit(dialog, { title, status: 'Escolha um nível' });
  await expect(name).toHaveAccessibleDescription('');
  await expectMessageUnder(status, 'Status obrigatório');
  await sendEdit(dialog, { status: 'Avançado' });
  await expect(rowOf(page, title)).toContainText('Avançado');
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`, `GET /users/${person.id}`]);
});

test('Enter in the title saves a change (X-06)', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'React' }]);
  const dialog = await openEdit(page, 'React');
  await dialog.getByLabel('Nome do projeto', exact).fill('Preact');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Preact')).toBeVisible();
});

test('after a change the focus is on the row that was changed, which is still the same row (X-39)', async ({
  page,
  backstage,
}) => {
  const { person } = await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
  const row = await rowOf(page, 'React').elementHandle();
  const edit = await openEdit(page, 'React');
  const read = page.waitForResponse(`**/users/${person.id}`);
  await sendEdit(edit, { title: 'Preact' });
  await read;
  await expect(page.getByRole('button', { name: 'Preact Intermediário', exact: true })).toBeFocused();
  expect(await row?.evaluate((node) => node.isConnected && node.contains(document.activeElement))).toBe(true);
});

test('a title that another technology has is told of before anything is sent; its own in other letters is saved (X-184)', async ({
  page,
  backstage,
}) => {
  await openWithTwo(page, backstage);
  const dialog = await openEdit(page, 'React');
  const calls = recordCalls(page);
  const title = dialog.getByLabel('Nome do projeto', exact);
  await sendEdit(dialog, { title: '  REDES ' });
  await expectMessageUnder(title, 'Você já tem esta tecnologia');
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  expect(calls.map(nameOf)).toEqual([]);
  await sendEdit(dialog, { title: 'react' });
  await expect(rowOf(page, 'react')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
