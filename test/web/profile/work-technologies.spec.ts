import type { Locator } from '@playwright/test';
import { buttonOf, fieldOf } from '../../helpers/acts.ts';
import { expect, test, type Backstage, type SignedUp } from '../../helpers/fixtures.ts';
import { addWork, bearer, dialogOf, openProfile, readOwn, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };
const GROUP = 'Tecnologias usadas';

const boxOf = (dialog: Locator, title: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${title} `) });
const groupOf = (dialog: Locator) => dialog.getByRole('group', { name: GROUP, ...exact });

async function addAll(backstage: Backstage, person: SignedUp, titles: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push((await backstage.addTechnology(person, { title })).id);
  return ids;
}

test('the technologies of a work are chosen in its dialog, and stand in the list of works (X-392)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const [react, node] = await addAll(backstage, person, ['React', 'Node.js']);
  await openProfile(page, person);
  const card = sectionOf(page, 'Projetos');
  await buttonOf(card, 'Adicionar projeto').click();
  const add = dialogOf(page, 'Novo projeto');
  await fieldOf(add, 'Título').fill(WORK.title);
  await fieldOf(add, 'Descrição').fill(WORK.description);
  await fieldOf(add, 'Link do projeto').fill(WORK.deploy_url);
  await expect(groupOf(add)).toHaveAccessibleDescription(
    'Opcional: até 20 das tecnologias da sua lista. Com o teclado, use as setas para andar pela lista.',
  );
  await expect(add.getByLabel('Filtrar tecnologias')).toHaveCount(0);
  await boxOf(add, 'React').check();
  await expect(add.getByText('1 escolhida', exact)).toBeVisible();
  await buttonOf(add, 'Salvar projeto').click();
  await expect(toastWith(page, 'Projeto adicionado')).toBeVisible();
  const shown = card.getByRole('list', { name: `Tecnologias de ${WORK.title}` }).getByRole('listitem');
  await expect(shown).toHaveText(['React']);

  await buttonOf(card, `Editar ${WORK.title}`).click();
  const edit = dialogOf(page, 'Editar projeto');
  await expect(boxOf(edit, 'React')).toBeChecked();
  await boxOf(edit, 'Node.js').check();
  const call = page.waitForRequest((request) => request.method() === 'PUT');
  await buttonOf(edit, 'Salvar projeto').click();
  expect((await call).postDataJSON()).toEqual({ technologies: [react, node] });
  await expect(shown).toHaveText(['React', 'Node.js']);
  expect((await readOwn(backstage, person)).works).toMatchObject([{ technologies: [react, node] }]);
});

test.describe('of 500 technologies', () => {
  const titles = Array.from({ length: 500 }, (_, index) => `Técnica ${index + 1}`);

  async function openDialog(page: Parameters<typeof openProfile>[0], backstage: Backstage) {
    const person = await backstage.signUp();
    const own = await readOwn(backstage, person);
    const times = { created_at: own.created_at, updated_at: own.updated_at };
    const techs = titles.map((title, index) => ({ id: String(index), title, status: 'Iniciante', ...times }));
    const work = { ...WORK, ...times, id: 'w', technologies: ['499'] };
    await page.route('**/profile', (route) => route.fulfill({ json: { ...own, techs, works: [work] } }));
    await openProfile(page, person);
    await buttonOf(page, `Editar ${WORK.title}`).click();
    return dialogOf(page, 'Editar projeto');
  }

  test('some are found and chosen by keyboard alone, in two steps of the Tab key, and heard of: the arrows, what a filter leaves, and what Enter does (X-392, X-541)', async ({
    page,
    backstage,
  }) => {
    const dialog = await openDialog(page, backstage);
    await fieldOf(dialog, 'Link do projeto').focus();
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel('Filtrar tecnologias')).toBeFocused();
    await page.keyboard.press('Tab');
    // What the work shows already comes first.
    await expect(boxOf(dialog, 'Técnica 500')).toBeFocused();
    await expect(boxOf(dialog, 'Técnica 500')).toBeChecked();
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expect(boxOf(dialog, 'Técnica 2')).toBeChecked();
    await page.keyboard.press('End');
    await expect(boxOf(dialog, 'Técnica 499')).toBeInViewport();
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect(buttonOf(dialog, 'Salvar projeto')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('tecnica 321');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    const said = dialog.getByRole('status');
    await expect(said.filter({ hasText: /^1 de 500 tecnologias$/ })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(boxOf(dialog, 'Técnica 321')).toBeChecked();
    await expect(said.filter({ hasText: /^Técnica 321: escolhida$/ })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(said.filter({ hasText: /^Técnica 321: desmarcada$/ })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('3 escolhidas', exact)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('checkbox')).toHaveCount(500);
    await dialog.getByLabel('Filtrar tecnologias').fill('cobol');
    await expect(said.filter({ hasText: /^Nenhuma tecnologia com este nome\.$/ })).toBeVisible();
  });

  test('no more than twenty are chosen, and a small window shows all of it (X-392)', async ({ page, backstage }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const dialog = await openDialog(page, backstage);
    for (let index = 1; index < 20; index += 1) await boxOf(dialog, `Técnica ${index}`).check();
    await expect(dialog.getByText('20 escolhidas, o máximo. Desmarque uma para escolher outra.')).toBeVisible();
    await expect(boxOf(dialog, 'Técnica 20')).toHaveAttribute('aria-disabled', 'true');
    await boxOf(dialog, 'Técnica 20').click({ force: true });
    await expect(boxOf(dialog, 'Técnica 20')).not.toBeChecked();
    await boxOf(dialog, 'Técnica 1').uncheck();
    await boxOf(dialog, 'Técnica 20').check();
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(inner).toBeLessThanOrEqual(outer ?? 0);
  });
});

test('what was chosen is not lost without a question, a choice that is none is no change, and a technology that another tab has deleted is told of under the list, and goes (X-392)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const [react] = await addAll(backstage, person, ['React', 'Node.js']);
  await addWork(backstage, person);
  await openProfile(page, person);
  await buttonOf(page, `Editar ${WORK.title}`).click();
  const edit = dialogOf(page, 'Editar projeto');
  await boxOf(edit, 'React').check();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Descartar o que você escreveu?')).toBeVisible();
  await buttonOf(page.getByRole('dialog'), 'Continuar escrevendo').click();
  await boxOf(edit, 'React').uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await buttonOf(page, `Editar ${WORK.title}`).click();
  await boxOf(edit, 'React').check();
  await backstage.request.delete(`/users/techs/${react}`, { headers: bearer(person) });
  await buttonOf(edit, 'Salvar projeto').click();
  await expect(edit.getByText('Alguma destas tecnologias não está mais na sua lista', exact)).toBeVisible();
  await expect(toastWith(page, 'Não foi possível salvar o projeto')).toBeVisible();
  await expect(edit.getByRole('checkbox')).toHaveCount(1);
  await boxOf(edit, 'Node.js').check();
  await buttonOf(edit, 'Salvar projeto').click();
  await expect(toastWith(page, 'Projeto salvo')).toBeVisible();
});

test('the preview counts the works of each technology, where others see the works (X-393)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const titles = ['HTML', 'CSS', 'Git', 'SQL', 'Vue', 'React'];
  const ids = await addAll(backstage, person, titles);
  const react = ids.slice(-1);
  for (const technologies of [react, react, []]) {
    const data = { ...WORK, technologies };
    await backstage.request.post('/users/works', { data, headers: bearer(person) });
  }
  await openProfile(page, person);
  const previewOf = (name: string) => page.getByRole('article', { name, ...exact }).getByRole('listitem');
  await expect(previewOf('Agora')).toHaveText([
    ...titles.slice(0, 5).map((title) => `${title} · Iniciante`),
    'e mais uma',
  ]);
  await expect(previewOf('Com o perfil público').first()).toHaveText('React · Iniciante · 2 projetos');
  await page.getByRole('switch').click();
  await expect(previewOf('Agora').first()).toHaveText('React · Iniciante · 2 projetos');
});
