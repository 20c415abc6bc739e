import { expectMessageUnder, openEdit, openWith, rowOf, sendEdit } from '../../helpers/acts.ts';
import { answer, bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGY } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStill, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const BOTH = { tag: '@both-engines' };

test('it is called "Tecnologia Detalhes", and holds the title as "Nome do projeto" and the status as "Status" of its own row, as they are now (M-062, M-063, M-064, X-45)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, [
    { title: 'React', status: 'Iniciante' },
    { title: 'Redes', status: 'Avançado' },
    { title: 'SQL', status: 'Intermediario' },
  ]);
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Nome do projeto', ...exact });
  const expectValues = async (title: string, status: string) => {
    await rowOf(page, title).click();
    await expect(dialog.locator('label')).toHaveText(['Nome do projeto', 'Status'], { useInnerText: true });
    await expect(name).toHaveValue(title);
    const chosen = dialog.getByRole('combobox', { name: 'Status', ...exact }).locator('option:checked');
    await expect(chosen).toHaveText(status);
  };
  await expectValues('Redes', 'Avançado');
  await expect(dialog.getByRole('heading')).toHaveText('Tecnologia Detalhes', { useInnerText: true });
  await page.keyboard.press('Escape');
  await expectValues('SQL', 'Intermediário');
  await page.keyboard.press('Escape');

  await expectValues('React', 'Iniciante');
  await sendEdit(dialog, { title: 'Preact', status: 'Avançado' });
  await expect(rowOf(page, 'Preact')).toBeVisible();
  await expectValues('Redes', 'Avançado');
  await name.fill('Deno');
  await page.keyboard.press('Escape');
  await expectValues('Preact', 'Avançado');
  await page.keyboard.press('Escape');
  await expectValues('Redes', 'Avançado');
});

test(
  'a technology gets another title and another status by "Salvar Alterações"; the focus is on its row then, which is still the same (M-006, M-008, M-065, X-39)',
  BOTH,
  async ({ page, backstage }) => {
    const { person, technologies } = await openWith(page, backstage, [{ title: 'React', status: 'Iniciante' }]);
    const row = await rowOf(page, 'React').elementHandle();
    const dialog = await openEdit(page, 'React');
    const submit = dialog.getByRole('button', { name: 'Salvar Alterações', ...exact });
    await expect(submit).toHaveText('Salvar Alterações', { useInnerText: true });
    const read = page.waitForResponse(`**/users/${person.id}`);
    await sendEdit(dialog, { title: 'Redes', status: 'Avançado' });
    await read;
    await expect(rowOf(page, 'Redes').getByText('Avançado', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'React')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Redes Avançado', exact: true })).toBeFocused();
    expect(await row?.evaluate((node) => node.isConnected && node.contains(document.activeElement))).toBe(true);
    const [{ id } = { id: '' }] = technologies;
    expect(await backstage.readTechnologies(person)).toMatchObject([{ id, title: 'Redes', status: 'Avançado' }]);
  },
);

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

test('a change of the level alone sends the title as well; the dialog stays open while the call runs, and closes when it succeeds (M-145, M-095, M-097)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const release = await hold(page, 'PUT', TECHNOLOGY);
  const dialog = await openEdit(page, title);
  const call = await bareCall(page, () => sendEdit(dialog, { status: 'Avançado' }), TECHNOLOGY);
  expect(call.body).toEqual({ title, status: 'Avançado' });
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

test(
  'a changed technology needs a level and a title that no other has, and nothing is sent without; Enter in the title saves it, its own in other letters, too (M-129, M-130, X-06, X-184)',
  BOTH,
  async ({ page, backstage }) => {
    const { person, technologies } = await openWith(page, backstage, [{ title: 'React' }, { title: 'Redes' }]);
    const dialog = await openEdit(page, 'React');
    const calls = recordCalls(page);
    const name = dialog.getByLabel('Nome do projeto', { exact: true });
    const status = dialog.getByLabel('Status', { exact: true });
    await sendEdit(dialog, { title: '' });
    await expectMessageUnder(name, 'Tecnolgia Obrigatória');
    await sendEdit(dialog, { title: 'React', status: 'Escolha um nível' });
    await expect(name).toHaveAccessibleDescription('');
    await expectMessageUnder(status, 'Status obrigatório');
    await sendEdit(dialog, { title: '  REDES ', status: 'Avançado' });
    await expectMessageUnder(name, 'Você já tem esta tecnologia');
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(calls.map(nameOf)).toEqual([]);

    await name.fill('react');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'react')).toContainText('Avançado');
    await expect(dialog).toHaveCount(0);
    expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${technologies[0]?.id}`, `GET /users/${person.id}`]);
  },
);
