import { buttonOf, expectMessageUnder, fieldOf, openEdit, openWith, rowOf, sendEdit } from '../../helpers/acts.ts';
import { bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGY } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStill } from '../../helpers/toasts.ts';

const FAILED = 'Tecnologia não atualizada';

test('the edit dialog holds the current values of its own row (M-062, M-063, M-064)', async ({ page, backstage }) => {
  await openWith(page, backstage, [
    { title: 'React', status: 'Iniciante' },
    { title: 'Redes', status: 'Avançado' },
  ]);
  const dialog = page.getByRole('dialog');
  const expectValues = async (title: string, status: string) => {
    await rowOf(page, title).click();
    await expect(fieldOf(dialog, 'Nome do projeto')).toHaveValue(title);
    await expect(fieldOf(dialog, 'Status').getByRole('option', { selected: true })).toHaveText(status);
  };
  await expectValues('Redes', 'Avançado');
  await expect(dialog.getByRole('heading')).toHaveText('Tecnologia Detalhes', { useInnerText: true });
  await expect(dialog.locator('label')).toHaveText(['Nome do projeto', 'Status'], { useInnerText: true });
  await fieldOf(dialog, 'Nome do projeto').fill('Deno');
  await page.keyboard.press('Escape');
  await expectValues('React', 'Iniciante');
  await sendEdit(dialog, { title: 'Preact', status: 'Avançado' });
  await expect(rowOf(page, 'Preact')).toBeVisible();
  await expectValues('Redes', 'Avançado');
  await page.keyboard.press('Escape');
  await expectValues('Preact', 'Avançado');
});

test(
  'a change is saved, closes its dialog and is confirmed after 1500 ms (M-006, M-008, M-065, M-095, M-097, M-145, M-146, M-157)',
  { tag: '@both-engines' },
  async ({ page, backstage }) => {
    const { id, title, person } = await openStill(page, backstage);
    const row = await rowOf(page, title).elementHandle();
    const release = await hold(page, 'PUT', TECHNOLOGY);
    const calls = recordCalls(page);
    const dialog = await openEdit(page, title);
    await expect(dialog.locator('[type=submit]')).toHaveText('Salvar Alterações', { useInnerText: true });
    const call = await bareCall(page, () => sendEdit(dialog, { title: 'Redes', status: 'Avançado' }), TECHNOLOGY);
    expect(call).toEqual({
      name: `PUT /users/techs/${id}`,
      body: { title: 'Redes', status: 'Avançado' },
      authorization: `Bearer ${person.token}`,
    });
    await expect(dialog.getByText('Enviando…')).toBeVisible();
    await expect(dialog).toBeVisible();
    release();
    await expect(dialog).toBeHidden();
    await expectOnlyAfterDelay(page, 'Tecnologia atualizada');
    // A list that arrives late is drawn by a timer.
    await page.clock.resume();
    await expect(rowOf(page, 'Redes')).toContainText('Avançado');
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(buttonOf(page, 'Redes Avançado')).toBeFocused();
    expect(await row?.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    expect(await backstage.readTechnologies(person)).toMatchObject([{ id, title: 'Redes', status: 'Avançado' }]);
    expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`, `GET /users/${person.id}`]);
  },
);

test('a failed change closes its dialog, shows its error immediately and reads nothing (M-096, M-153, M-159)', async ({
  page,
  backstage,
}) => {
  const { title, id } = await openStill(page, backstage);
  for (const fail of [refuse, cut]) {
    await fail(page, 'PUT', TECHNOLOGY);
    const dialog = await openEdit(page, title);
    const calls = recordCalls(page);
    await sendEdit(dialog, { status: 'Avançado' });
    await expectOnly(page, FAILED, 'error');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toContainText('Iniciante');
    expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`]);
    await closeToast(page, FAILED);
  }
});

test('a changed technology needs a level and a title that no other has (M-129, M-130, A-15)', async ({
  page,
  backstage,
}) => {
  const { person, technologies } = await openWith(page, backstage, [{ title: 'React' }, { title: 'Redes' }]);
  const dialog = await openEdit(page, 'React');
  const calls = recordCalls(page);
  const [name, status] = [fieldOf(dialog, 'Nome do projeto'), fieldOf(dialog, 'Status')];
  await sendEdit(dialog, { title: '', status: 'Escolha um nível' });
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  await expectMessageUnder(status, 'Status obrigatório');
  await expect(name).toBeFocused();
  await sendEdit(dialog, { title: '  REDES ', status: 'Avançado' });
  await expect(status).toHaveAttribute('aria-invalid', 'false');
  await expectMessageUnder(name, 'Você já tem esta tecnologia');
  await expect(name).toBeFocused();
  expect(calls).toEqual([]);

  // Its own title in other letters is no duplicate.
  await name.fill('react');
  await name.press('Enter');
  await expect(rowOf(page, 'react')).toContainText('Avançado');
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${technologies[0]?.id}`, `GET /users/${person.id}`]);
});
