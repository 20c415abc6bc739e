import type { Locator, Page } from '@playwright/test';
import type { Technology } from '#contract/technology.ts';
import {
  answer,
  createButton,
  cut,
  hold,
  openCreate,
  openDelete,
  openEdit,
  readRows,
  readStorage,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
} from '../helpers/acts.ts';
import { expect, openAs, test, type Backstage, type SignedUp } from '../helpers/fixtures.ts';

const exact = { exact: true };

/** A person who knows these, on their dashboard. */
async function openWith(page: Page, backstage: Backstage, technologies: Array<Partial<Technology>>) {
  const person = await backstage.signUp();
  for (const technology of technologies) await backstage.addTechnology(person, technology);
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(technologies.length);
  return person;
}

async function sizeOf(control: Locator) {
  const box = await control.boundingBox();
  if (box === null) throw new Error('the control is not shown');
  return box;
}

test('a row is an item of a list with two buttons side by side, and tells the level in words (X-57, X-64)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, [{ title: 'React', status: 'Avançado' }]);
  const row = page.locator('ul').getByRole('listitem');
  const [edit, remove] = [row.getByRole('button').first(), row.getByRole('button').last()];
  await expect(row.getByRole('button')).toHaveCount(2);
  await expect(edit).toHaveAccessibleName('React Avançado');
  await expect(edit).toHaveAccessibleDescription('Editar');
  await expect(remove).toHaveAccessibleName('Excluir React');
  await expect(remove.locator('svg')).toHaveAttribute('aria-hidden', 'true');
  expect(await row.evaluate(({ children }) => [...children].map(({ tagName }) => tagName))).toEqual([
    'BUTTON',
    'BUTTON',
  ]);
  await expect(row.getByText('Avançado', exact)).toBeVisible();
});

test('every target on the dashboard is at least 24 px wide and high, and a trash 44 (X-58)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, [{ title: 'C', status: 'Iniciante' }]);
  for (const control of await page.locator('#app').getByRole('button').all()) {
    const { width, height } = await sizeOf(control);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  const trash = await sizeOf(page.getByRole('button', { name: 'Excluir C', ...exact }));
  expect([trash.width, trash.height]).toEqual([44, 44]);
});

test('the "+" is called "+", and described as "Adicionar tecnologia" (X-59)', async ({ page, ana }) => {
  await expect(page.getByText(`Olá, ${ana.name}`)).toBeVisible();
  const add = page.getByRole('button', { name: '+', ...exact });
  await expect(add).toHaveText('+');
  await expect(add).toHaveAccessibleDescription('Adicionar tecnologia');
});

test('while the list loads, that is said once, and rows are hinted at after 200 ms (X-60)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  const release = await hold(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  const said = page.getByRole('status').filter({ hasText: 'Carregando tecnologias' });
  await expect(said).toHaveText('Carregando tecnologias');
  await expect(page.getByText('Carregando tecnologias')).toHaveCount(1);
  const busy = page.locator('[aria-busy=true]').filter({ has: said });
  await expect(busy).toHaveCount(1);
  const seen = await busy.locator('[aria-hidden=true]').evaluateAll((rows) =>
    rows.map((row) => {
      // On a busy machine the 200 ms are over by now: they are started again.
      if (row instanceof HTMLElement) row.style.animation = 'none';
      row.getBoundingClientRect();
      if (row instanceof HTMLElement) row.style.animation = '';
      const [late] = row.getAnimations();
      late?.pause();
      return [199, 201].map((time) => {
        if (late) late.currentTime = time;
        return getComputedStyle(row).visibility;
      });
    }),
  );
  expect(seen).toEqual([
    ['hidden', 'visible'],
    ['hidden', 'visible'],
    ['hidden', 'visible'],
  ]);
  release();
  await expect(rowOf(page, title)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

test('a list that cannot be read says so, can be asked for again, and leaves "Sair" as it was (X-62)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await cut(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  const failure = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar as suas tecnologias.' });
  await expect(failure).toBeVisible();
  await page.unroute(`**/users/${person.id}`);
  await failure.getByRole('button', { name: 'Tentar de novo', ...exact }).click();
  await expect(rowOf(page, title)).toBeVisible();
  await expect(failure).toHaveCount(0);

  await cut(page, 'GET', `**/users/${person.id}`);
  await page.reload();
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Sair', ...exact }).click();
  await expect(page).toHaveURL('/login');
});

test.describe('on a screen of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('long titles and words of forty letters break into lines (X-63)', async ({ page, backstage }) => {
    const word = 'Pneumoultramicroscopicossilicovulcanocon';
    const words = 'Programação orientada a objetos com muitas palavras';
    await openWith(page, backstage, [{ title: word }, { title: words }]);
    for (const title of [word, words]) {
      const text = page.getByText(title, exact);
      const { x, width } = await sizeOf(text);
      expect(x + width).toBeLessThanOrEqual(320);
      expect(await text.evaluate((node) => node.scrollWidth <= node.clientWidth || node.clientWidth === 0)).toBe(true);
      const lines = await text.evaluate((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines).toBeGreaterThan(1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test('a missing name and module leave their places empty, without "undefined" or "null" (X-65)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const user = { id: person.id, name: null, course_module: null, techs: [] };
  await answer(page, 'GET', `**/users/${person.id}`, 200, user);
  await openAs(page, person);
  await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
  await expect(page.getByText(/undefined|null/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carregando');
  await expect(page.getByText('Carregando', exact)).toHaveCount(2);
});

test('with five hundred rows the list is whole, a dialog opens over it, and the page scrolls to its end (X-66)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const techs = Array.from({ length: 500 }, (_, index) => ({
    id: `tech-${index}`,
    title: `Tecnologia ${index}`,
    status: 'Iniciante',
    created_at: '2026-03-01T12:00:00.000Z',
    updated_at: '2026-03-01T12:00:00.000Z',
  }));
  const user = { id: person.id, name: person.name, course_module: person.course_module, techs };
  await answer(page, 'GET', `**/users/${person.id}`, 200, user);
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(500);

  await expect(await openCreate(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // How fast all of this is, `npm run bench:web` tells.
  await expect(rowOf(page, 'Tecnologia 499')).not.toBeInViewport();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Tecnologia 499')).toBeInViewport();
});

const filterOf = (page: Page) => page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact });
const orderOf = (page: Page) => page.getByRole('combobox', { name: 'Ordenar', ...exact });
const titlesOf = async (page: Page) =>
  (await readRows(page)).map((row) => row.replace(/ (Iniciante|Intermediário|Avançado)$/, ''));

test.describe('the line that filters and sorts', () => {
  const NINE = ['Redes', 'Ágil', 'Programação', 'CSS 10', 'CSS 9', 'HTML', 'Vue', 'Zod', 'bash'];
  const LEVELS = ['Iniciante', 'Avançado', 'Intermediário', 'Intermediario'];
  const nine = NINE.map((title, index) => ({ title, status: LEVELS[index] ?? 'Iniciante' }));

  test('it is there from nine technologies on, and leaves the list as it was', async ({ page, backstage }) => {
    await openWith(page, backstage, nine.slice(0, 8));
    await expect(filterOf(page)).toHaveCount(0);
    await expect(orderOf(page)).toHaveCount(0);
    await sendCreate(await openCreate(page), { title: 'bash', status: 'Iniciante' });
    await expect(filterOf(page)).toBeVisible();
    await expect.poll(() => titlesOf(page)).toEqual(NINE);
    await expect(orderOf(page).getByRole('option', { selected: true })).toHaveText('Ordem de cadastro');
    await sendDelete(await openDelete(page, 'bash'));
    await expect(filterOf(page)).toHaveCount(0);
  });

  test('it finds a title by a part of it, without accents or capitals, and says how many', async ({
    page,
    backstage,
  }) => {
    await openWith(page, backstage, nine);
    await filterOf(page).fill(' PROGRAMACAO ');
    await expect.poll(() => titlesOf(page)).toEqual(['Programação']);
    await expect(page.getByRole('status').filter({ hasText: '1 de 9 tecnologias' })).toBeAttached();
    await filterOf(page).fill('css');
    await expect.poll(() => titlesOf(page)).toEqual(['CSS 10', 'CSS 9']);
    await filterOf(page).fill('nada disso');
    await expect(page.getByText('Nenhuma tecnologia com esse filtro.', exact)).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await filterOf(page).fill('');
    await expect.poll(() => titlesOf(page)).toEqual(NINE);
  });

  test('it sorts by title as a person would, and by level, and back', async ({ page, backstage }) => {
    await openWith(page, backstage, nine);
    await orderOf(page).selectOption({ label: 'De A a Z' });
    await expect
      .poll(() => titlesOf(page))
      .toEqual(['Ágil', 'bash', 'CSS 9', 'CSS 10', 'HTML', 'Programação', 'Redes', 'Vue', 'Zod']);
    await orderOf(page).selectOption({ label: 'Maior nível primeiro' });
    await expect
      .poll(() => titlesOf(page))
      .toEqual(['Ágil', 'Programação', 'CSS 10', 'Redes', 'CSS 9', 'HTML', 'Vue', 'Zod', 'bash']);
    await orderOf(page).selectOption({ label: 'Ordem de cadastro' });
    await expect.poll(() => titlesOf(page)).toEqual(NINE);
  });

  test('a row that it has found is changed and deleted like any other, and nothing is stored', async ({
    page,
    backstage,
  }) => {
    const person: SignedUp = await openWith(page, backstage, nine);
    const stored = await readStorage(page);
    await filterOf(page).fill('css 1');
    await sendEdit(await openEdit(page, 'CSS 10'), { status: 'Avançado' });
    await expect.poll(() => readRows(page)).toEqual(['CSS 10 Avançado']);
    await sendDelete(await openDelete(page, 'CSS 10'));
    await expect(rowOf(page, 'CSS 10')).toHaveCount(0);
    const kept = (await backstage.readTechnologies(person)).map(({ title }) => title);
    expect(kept).toEqual(NINE.filter((title) => title !== 'CSS 10'));
    expect(await readStorage(page)).toEqual(stored);
  });

  test('is emptied by an addition that it would hide', async ({ page, backstage }) => {
    await openWith(
      page,
      backstage,
      Array.from({ length: 9 }, (_, n) => ({ title: `Vue ${n}` })),
    );
    await filterOf(page).fill('vue 1');
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await sendCreate(await openCreate(page), { title: 'Elixir', status: 'Iniciante' });
    await expect(rowOf(page, 'Elixir')).toBeVisible();
    await expect(filterOf(page)).toHaveValue('');
    await filterOf(page).fill('e');
    await sendCreate(await openCreate(page), { title: 'Elm', status: 'Iniciante' });
    await expect(rowOf(page, 'Elm')).toBeVisible();
    await expect(filterOf(page)).toHaveValue('e');
  });
});

test.describe('"Você quis dizer …?" under "Nome"', () => {
  test('a near miss is pointed out, and one click takes the right name', async ({ page, ana, backstage }) => {
    const dialog = await openCreate(page);
    const name = dialog.getByLabel('Nome', exact);
    await name.fill('Typescrip');
    const suggestion = dialog.getByRole('button', { name: 'Você quis dizer TypeScript?', ...exact });
    await expect(suggestion).toBeVisible();
    await expect(name).toHaveAccessibleDescription('Você quis dizer TypeScript?');
    await expect(dialog.getByRole('status').filter({ hasText: 'TypeScript' })).toBeVisible();
    await suggestion.click();
    await expect(name).toHaveValue('TypeScript');
    await expect(name).toBeFocused();
    await expect(suggestion).toHaveCount(0);
    expect(await backstage.readTechnologies(ana)).toEqual([]);
    await dialog.getByLabel('Selecionar status', exact).selectOption('Iniciante');
    await createButton(dialog).click();
    await expect(rowOf(page, 'TypeScript')).toBeVisible();
  });

  test('nothing is said of a right name or an unknown one, and none is forced on anyone', async ({ page, ana }) => {
    const dialog = await openCreate(page);
    const name = dialog.getByLabel('Nome', exact);
    const suggestion = dialog.getByRole('button', { name: /Você quis dizer/ });
    await name.fill('Pyhton');
    await expect(suggestion).toBeVisible();
    for (const typed of ['Python', 'Culinária', ana.id, '']) {
      await name.fill(typed);
      await expect(suggestion).toHaveCount(0);
    }
    await sendCreate(dialog, { title: 'Pyhton', status: 'Iniciante' });
    await expect(rowOf(page, 'Pyhton')).toBeVisible();
  });

  test('the dialog that edits says nothing of the kind', async ({ page, backstage }) => {
    await openWith(page, backstage, [{ title: 'Pyhton' }]);
    const dialog = await openEdit(page, 'Pyhton');
    await dialog.getByLabel('Nome do projeto', exact).fill('Typescrip');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(page.getByText(/Você quis dizer/)).toHaveCount(0);
  });
});
