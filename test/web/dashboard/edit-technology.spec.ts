import { expectMessageUnder, fieldOf, openEdit, openWith, rowOf, sendEdit } from '../../helpers/actions.ts';
import { nameOf, recordCalls } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';

test('the edit dialog holds the current values of its own row', async ({ page, backstage }) => {
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
  await fieldOf(dialog, 'Nome do projeto').fill('Deno');
  await page.keyboard.press('Escape');
  await expectValues('React', 'Iniciante');
  await sendEdit(dialog, { title: 'Preact', status: 'Avançado' });
  await expect(rowOf(page, 'Preact')).toBeVisible();
  await expectValues('Redes', 'Avançado');
  await page.keyboard.press('Escape');
  await expectValues('Preact', 'Avançado');
});

test('a changed technology needs a title that no other has (A-15)', async ({ page, backstage }) => {
  const { person, technologies } = await openWith(page, backstage, [{ title: 'React' }, { title: 'Redes' }]);
  const dialog = await openEdit(page, 'React');
  const calls = recordCalls(page);
  const name = fieldOf(dialog, 'Nome do projeto');
  await sendEdit(dialog, { title: '  REDES ', status: 'Avançado' });
  await expectMessageUnder(name, 'Você já tem esta tecnologia');
  await expect(name).toBeFocused();
  expect(calls).toEqual([]);

  // Its own title in another case is no duplicate.
  await name.fill('react');
  await name.press('Enter');
  await expect(rowOf(page, 'react')).toContainText('Avançado');
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${technologies[0]?.id}`, `GET /users/${person.id}`]);
});
