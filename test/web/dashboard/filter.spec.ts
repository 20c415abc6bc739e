import type { Page } from '@playwright/test';
import {
  buttonOf,
  exact,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readRows,
  readStorage,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
} from '../../helpers/actions.ts';
import { hold } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';

const TITLES = ['Redes', 'Ágil', 'Programação', 'CSS 10', 'CSS 9', 'HTML', 'Vue', 'Zod', 'bash'];
const LEVELS = ['Iniciante', 'Avançado', 'Intermediário', 'Intermediario'];
const NINE = TITLES.map((title, index) => ({ title, status: LEVELS[index] ?? 'Iniciante' }));

const filterOf = (page: Page) => page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact });
const orderOf = (page: Page) => page.getByRole('combobox', { name: 'Ordenar', ...exact });
const readTitles = async (page: Page) =>
  (await readRows(page)).map((row) => row.replace(/ (Iniciante|Intermediário|Avançado)$/, ''));

test('nine technologies or more can be filtered by title or level, and sorted', async ({ page, backstage }) => {
  await openWith(page, backstage, NINE.slice(0, 8));
  await expect(filterOf(page)).toHaveCount(0);
  await expect(orderOf(page)).toHaveCount(0);
  await sendCreate(await openCreate(page), { title: 'bash', status: 'Iniciante' });
  await expect(orderOf(page).getByRole('option', { selected: true })).toHaveText('Por cadastro');
  for (const [text, found] of [
    ['', TITLES],
    [' PROGRAMACAO ', ['Programação']],
    ['css', ['CSS 10', 'CSS 9']],
    ['avancado', ['Ágil']],
    ['nada disso', []],
    ['', TITLES],
  ] as const) {
    await filterOf(page).fill(text);
    await expect.poll(() => readTitles(page)).toEqual(found);
    const nothing = page.getByText('Nenhuma tecnologia com este filtro.', exact);
    await expect(nothing).toHaveCount(found.length === 0 ? 1 : 0);
  }
  for (const [label, sorted] of [
    ['De A a Z', ['Ágil', 'bash', 'CSS 9', 'CSS 10', 'HTML', 'Programação', 'Redes', 'Vue', 'Zod']],
    ['Maior nível', ['Ágil', 'Programação', 'CSS 10', 'Redes', 'CSS 9', 'HTML', 'Vue', 'Zod', 'bash']],
    ['Mais recentes', TITLES.toReversed()],
    ['Por cadastro', TITLES],
  ] as const) {
    await orderOf(page).selectOption({ label });
    await expect.poll(() => readTitles(page)).toEqual(sorted);
  }

  await sendDelete(await openDelete(page, 'bash'));
  await expect(filterOf(page)).toHaveCount(0);
});

test('a button for each level shows its technologies only', async ({ page, backstage }) => {
  await openWith(page, backstage, NINE);
  const count = page.getByRole('status').filter({ hasText: /^\d de 9 tecnologias$/ });
  await buttonOf(page, 'Intermediário 2').click();
  await expect(buttonOf(page, 'Intermediário 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => readTitles(page)).toEqual(['Programação', 'CSS 10']);
  await expect(count).toHaveText('2 de 9 tecnologias');
  await filterOf(page).fill('css');
  await expect.poll(() => readTitles(page)).toEqual(['CSS 10']);
  for (const name of ['Iniciante 1', 'Intermediário 1', 'Avançado 0']) await expect(buttonOf(page, name)).toBeVisible();
  await expect(page).toHaveURL('/dashboard?filtro=css&nivel=Intermediario');
  await page.reload();
  await expect.poll(() => readTitles(page)).toEqual(['CSS 10']);
  await filterOf(page).fill('');
  await buttonOf(page, 'Avançado 1').click();
  await expect.poll(() => readTitles(page)).toEqual(['Ágil']);
  await buttonOf(page, 'Avançado 1').click();
  await expect.poll(() => readTitles(page)).toEqual(TITLES);
  await expect(count).toHaveCount(0);
});

test('filter, count and "+" stay in reach on a phone', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openWith(page, backstage, NINE);
  await filterOf(page).fill('i');
  await rowOf(page, 'Zod').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await expect(rowOf(page, 'bash')).toBeInViewport({ ratio: 1 });
  for (const element of [filterOf(page), page.getByText('9 de 9 tecnologias', exact), buttonOf(page, '+')]) {
    await expect(element).toBeInViewport({ ratio: 1 });
  }
});

test('filtered rows can be changed and deleted; a hidden addition clears the filter', async ({ page, backstage }) => {
  const { person } = await openWith(page, backstage, NINE);
  await filterOf(page).fill('css 1');
  await sendEdit(await openEdit(page, 'CSS 10'), { status: 'Avançado' });
  await expect.poll(() => readRows(page)).toEqual(['CSS 10 Avançado']);
  await sendCreate(await openCreate(page), { title: 'Elixir', status: 'Iniciante' });
  await expect(rowOf(page, 'Elixir')).toBeVisible();
  await expect(filterOf(page)).toHaveValue('');
  await filterOf(page).fill('e');
  await sendCreate(await openCreate(page), { title: 'Elm', status: 'Iniciante' });
  await expect(rowOf(page, 'Elm')).toBeVisible();
  await expect(filterOf(page)).toHaveValue('e');

  await filterOf(page).fill('css 1');
  await sendDelete(await openDelete(page, 'CSS 10'));
  await expect(rowOf(page, 'CSS 10')).toHaveCount(0);
  const kept = (await backstage.readTechnologies(person)).map(({ title }) => title);
  expect(kept).toEqual([...TITLES.filter((title) => title !== 'CSS 10'), 'Elixir', 'Elm']);
});

test('the filter is stored in the URL only, and "Sair" drops it (G-4)', async ({ page, backstage }) => {
  const { person } = await openWith(page, backstage, NINE);
  const stored = await readStorage(page);
  const steps = await page.evaluate(() => history.length);
  await filterOf(page).pressSequentially('á&c');
  await orderOf(page).selectOption({ label: 'De A a Z' });
  await expect(page).toHaveURL(`/dashboard?${new URLSearchParams({ filtro: 'á&c', ordem: 'titulo' })}`);
  await filterOf(page).fill('css');
  await expect(page).toHaveURL('/dashboard?filtro=css&ordem=titulo');
  await expect(page.getByRole('status').filter({ hasText: '2 de 9 tecnologias' })).toBeAttached();
  expect(await page.evaluate(() => history.length)).toBe(steps);
  expect(await readStorage(page)).toEqual(stored);

  // Slower than the first render.
  const release = await hold(page, 'GET', `**/users/${person.id}`);
  await page.reload();
  await expect(page.getByText('Carregando tecnologias')).toBeAttached();
  release();
  await expect.poll(() => readTitles(page)).toEqual(['CSS 9', 'CSS 10']);
  await expect(filterOf(page)).toHaveValue('css');
  await expect(orderOf(page)).toHaveValue('titulo');
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
  await expect(page).toHaveURL('/privacidade');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard?filtro=css&ordem=titulo');

  // The filter is cleared while the dialog has its own step in the history.
  await sendCreate(await openCreate(page), { title: 'Elixir', status: 'Iniciante' });
  await expect(rowOf(page, 'Elixir')).toBeVisible();
  await expect(page).toHaveURL('/dashboard?ordem=titulo');
  await page.goto('/dashboard?filtro=zod&ordem=toString');
  await expect.poll(() => readTitles(page)).toEqual(['Zod']);
  await expect(orderOf(page)).toHaveValue('cadastro');
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  await logIn(page, person);
  await expect(filterOf(page)).toHaveValue('');
  await expect(page).toHaveURL('/dashboard');
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  await page.goto('/dashboard?filtro=css');
  await expect(page).toHaveURL('/login');
  await expect(headingOf(page, 'Login')).toBeVisible();
});
