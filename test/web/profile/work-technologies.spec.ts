import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { buttonOf, dialogOf, fieldOf } from '../../helpers/actions.ts';
import { expect, test, type Backstage } from '../../helpers/fixtures.ts';
import { addWork, openProfile, readOwn, WORK } from '../../helpers/profile.ts';
import { anyToast } from '../../helpers/toasts.ts';

const choiceOf = (dialog: Locator, title: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${title} `) });

async function openWork(page: Page) {
  await buttonOf(page, `Editar ${WORK.title}`).click();
  return dialogOf(page, 'Editar projeto');
}

/** The project dialog of a user with 500 technologies. */
async function openWorkOf500(page: Page, backstage: Backstage, chosen = ['500']) {
  const person = await backstage.signUp();
  const own = await readOwn(backstage, person);
  const times = { created_at: own.created_at, updated_at: own.updated_at };
  const ids = Array.from({ length: 500 }, (_, index) => `${index + 1}`);
  const techs = ids.map((id) => ({ id, title: `Técnica ${id}`, status: 'Iniciante', ...times }));
  const work = { ...WORK, ...times, id: 'w', technologies: chosen };
  await page.route('**/profile', (route) => route.fulfill({ json: { ...own, techs, works: [work] } }));
  await openProfile(page, person);
  return openWork(page);
}

test('a project’s technologies are chosen in its dialog, and listed below it', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const react = await backstage.addTechnology(person, { title: 'React' });
  const node = await backstage.addTechnology(person, { title: 'Node.js' });
  await addWork(backstage, person, { technologies: [react.id] });
  await openProfile(page, person);
  const edit = await openWork(page);
  await expect(choiceOf(edit, 'React')).toBeChecked();
  await expect(edit.getByLabel('Filtrar tecnologias')).toHaveCount(0);
  // A reverted choice is no change; another one needs a confirmation.
  await choiceOf(edit, 'React').uncheck();
  await page.keyboard.press('Escape');
  await buttonOf(dialogOf(page, 'Descartar o que você escreveu?'), 'Continuar escrevendo').click();
  await choiceOf(edit, 'React').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openWork(page);
  await choiceOf(edit, 'Node.js').check();
  const call = page.waitForRequest((request) => request.method() === 'PUT');
  await buttonOf(edit, 'Salvar projeto').click();
  expect((await call).postDataJSON()).toEqual({ technologies: [react.id, node.id] });
  const shown = page.getByRole('list', { name: `Tecnologias de ${WORK.title}` }).getByRole('listitem');
  await expect(shown).toHaveText(['React', 'Node.js']);
});

test('500 technologies are filtered and chosen by keyboard', async ({ page, backstage }) => {
  const dialog = await openWorkOf500(page, backstage);
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  await fieldOf(dialog, 'Link do código').focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Filtrar tecnologias')).toBeFocused();
  await page.keyboard.type('tecnica 321');
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog.getByRole('status').filter({ hasText: /^1 de 500 tecnologias$/ })).toHaveCount(1);
  // Enter in the filter submits nothing.
  for (const key of ['Enter', 'Tab', 'Space']) await page.keyboard.press(key);
  await expect(choiceOf(dialog, 'Técnica 321')).toBeChecked();
  for (const key of ['Shift+Tab', 'Escape']) await page.keyboard.press(key);
  await expect(dialog.getByRole('checkbox')).toHaveCount(500);
  await expect(anyToast(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('twenty of 500 technologies at most are chosen, in a dialog that fits 320 px', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const chosen = Array.from({ length: 19 }, (_, index) => `${index + 1}`);
  const dialog = await openWorkOf500(page, backstage, chosen);
  await choiceOf(dialog, 'Técnica 500').check();
  const next = choiceOf(dialog, 'Técnica 20');
  await expect(next).toBeDisabled();
  await choiceOf(dialog, 'Técnica 1').uncheck();
  await next.check();
  await expectNoSidewaysScroll(page);
});
