import { COURSE_MODULES } from '#contract/choices.ts';
import { logoOf } from '#contract/public/logos.ts';
import {
  boxOf,
  buttonOf,
  exact,
  expectMessageUnder,
  fieldOf,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readRows,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
} from '../../helpers/actions.ts';
import {
  answer,
  bareCall,
  cut,
  hold,
  nameOf,
  recordCalls,
  refuse,
  TECHNOLOGIES,
  TECHNOLOGY,
} from '../../helpers/calls.ts';
import { bearer, expect, openAs, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { anyToast, openStill, toastWith } from '../../helpers/toasts.ts';

const TWO = [
  { title: 'React', status: 'Iniciante' },
  { title: 'Redes', status: 'Avançado' },
];

test.describe('"Sair"', () => {
  test('cancels a success that was still to be confirmed (A-17)', async ({ page, backstage }) => {
    const { person, title } = await openStill(page, backstage);
    const dialog = await openEdit(page, title);
    await sendEdit(dialog, { status: 'Avançado' });
    await expect(dialog).toBeHidden();
    await page.clock.runFor(1000);
    await buttonOf(page, 'Sair').click();
    await expect(page).toHaveURL('/login');
    await logIn(page, person);
    await page.waitForURL('/dashboard');
    await page.clock.runFor(1000);
    await expect(anyToast(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
    await expect(anyToast(page)).toHaveCount(1);
  });
});

test('the dashboard greets its user once the name has been read (A-16, A-31)', async ({ page, backstage }) => {
  const ze = await backstage.signUp({ name: 'Zé da Silva', course_module: COURSE_MODULES[3] });
  await backstage.addTechnology(ze, { title: 'Redes', status: 'Avançado' });
  const user = `**/users/${ze.id}`;
  const calls = recordCalls(page);
  const release = await hold(page, 'GET', user);
  const call = await bareCall(page, () => openAs(page, ze), user);
  expect(call).toEqual({ name: `GET /users/${ze.id}`, body: null, authorization: null });
  await expect(page.getByText('Carregando tecnologias')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Carregando tecnologias' })).toBeAttached();
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(page.getByText(/Olá|undefined|null/)).toHaveCount(0);
  await expect(buttonOf(page, 'Sair')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Zé da Silva', { useInnerText: true });
  await expect(page.getByText('Quarto módulo (Backend Avançado)', exact)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await readRows(page)).toEqual(['Redes Avançado']);
  expect(calls.map(nameOf)).toEqual([`GET /users/${ze.id}`]);

  const techs = [{ id: '1', title: 'Fastify', status: 'Iniciante' }];
  await answer(page, 'GET', user, 200, { name: null, course_module: null, techs });
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveText(/^Fastify\s*Iniciante$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carregando');
  await expect(page.getByText(/undefined|null/)).toHaveCount(0);
});

test('a failed list shows no name and offers a retry (A-31)', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const { title } = await backstage.addTechnology(ana);
  await cut(page, 'GET', `**/users/${ana.id}`);
  await openAs(page, ana);
  const failure = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar as suas tecnologias.' });
  await expect(failure).toBeVisible();
  await expect(headingOf(page, 'Olá')).toBeVisible();
  await expect(page.getByText(/undefined|null/)).toHaveCount(0);

  const again = buttonOf(failure, 'Tentar de novo');
  const fail = await hold(page, 'GET', `**/users/${ana.id}`);
  await again.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Tentando de novo…' })).toBeVisible();
  fail();
  await expect(failure).toBeVisible();
  await expect(again).toBeFocused();
  await page.unroute(`**/users/${ana.id}`);
  await again.press('Enter');
  await expect(rowOf(page, title)).toBeVisible();
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tecnologias', ...exact })).toBeFocused();
  await expect(failure).toHaveCount(0);
});

test('a dashboard whose account was removed elsewhere offers the login', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  await openAs(page, ana);
  await backstage.request.delete(`/users/${ana.id}`, { headers: bearer(ana) });
  await page.reload();
  await expect(page.getByText('Sua sessão expirou.')).toBeVisible();
  await page.getByRole('link', { name: 'Entrar novamente', ...exact }).click();
  await expect(headingOf(page, 'Login')).toBeVisible();
});

test('"Mais" opens a menu by pointer and keyboard, and closes when the focus leaves it', async ({ page, ana }) => {
  const more = buttonOf(page.getByRole('banner'), 'Mais');
  const menu = page.getByRole('navigation', { name: 'Mais páginas', ...exact });
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await more.click();
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.mouse.click(20, 700);
  await expect(menu).toBeHidden();
  await more.press('Enter');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  const own = ['Minha página', 'Minha evolução', 'Minhas turmas'];
  for (const name of [...own, 'Pessoas', 'Conta', 'Privacidade', 'Acessibilidade']) {
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name, ...exact })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(buttonOf(page, 'Sair')).toBeFocused();
  await expect(menu).toBeHidden();
});

test('a row shows title and level on one button, beside another that deletes (A-21)', async ({ page, backstage }) => {
  await openWith(page, backstage, TWO);
  const rows = page.locator('ul').getByRole('listitem');
  await expect(rows).toHaveText([/^React\s+Iniciante$/, /^Redes\s+Avançado$/], { useInnerText: true });
  const row = rows.last();
  const [edit, remove] = [row.getByRole('button').first(), row.getByRole('button').last()];
  await expect(edit).toHaveAccessibleName('Redes Avançado');
  await expect(edit).toHaveAccessibleDescription('Editar');
  await expect(remove).toHaveAccessibleName('Excluir Redes');
  await expect(remove.locator('svg')).toHaveAttribute('aria-hidden', 'true');
  expect(await row.evaluate(({ children }) => Array.from(children, ({ tagName }) => tagName).join())).toBe(
    'BUTTON,BUTTON',
  );
  await expect(row.locator('button button, a, button [tabindex]')).toHaveCount(0);
  expect(await boxOf(remove)).toMatchObject({ width: 44, height: 44 });
});

test('a press anywhere on a row edits its technology (A-21)', async ({ page, backstage }) => {
  const { technologies } = await openWith(page, backstage, TWO);
  const row = rowOf(page, 'Redes');
  const dialog = page.getByRole('dialog', { name: 'Tecnologia Detalhes', ...exact });
  const { width, height } = await boxOf(row);
  for (const position of [
    { x: 3, y: 3 },
    { x: width / 2, y: height - 3 },
    { x: width - 60, y: height / 2 },
  ]) {
    await row.click({ position });
    await expect(fieldOf(dialog, 'Nome do projeto')).toHaveValue('Redes');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await row.getByText('Avançado', exact).click();
  const { name } = await bareCall(page, () => sendEdit(dialog), TECHNOLOGY);
  expect(name).toBe(`PUT /users/techs/${technologies[1]?.id}`);
});

test('the second level is read with and without its accent, and sent without (A-13, A-14)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, [{ title: 'Node', status: 'Intermediário' }]);
  expect(await readRows(page)).toEqual(['Node Intermediário']);
  const dialog = await openEdit(page, 'Node');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Intermediário');
  const { body } = await bareCall(page, () => sendEdit(dialog), TECHNOLOGY);
  expect(body).toEqual({ title: 'Node', status: 'Intermediario' });
  await expect(page.getByText('Intermediario', exact)).toHaveCount(0);
});

test('rows stay in the order of their creation, and the greeting counts them (A-36)', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'Vue', status: 'Iniciante' }]);
  await expect(page.getByText('1 tecnologia', exact)).toBeVisible();
  await expect(rowOf(page, 'Vue').locator('[data-filled]')).toHaveCount(1);
  for (const [title, count] of [
    ['Angular', '2 tecnologias · 1 avançada'],
    ['Svelte', '3 tecnologias · 2 avançadas'],
  ] as const) {
    await sendCreate(await openCreate(page), { title, status: 'Avançado' });
    await expect(page.getByText(count, exact)).toBeVisible();
  }
  await expect(rowOf(page, 'Svelte').locator('[data-filled]')).toHaveCount(3);
  await sendEdit(await openEdit(page, 'Vue'), { title: 'Zod', status: 'Avançado' });
  await expect(rowOf(page, 'Zod')).toBeVisible();
  expect(await readRows(page)).toEqual(['Zod Avançado', 'Angular Avançado', 'Svelte Avançado']);
  await sendDelete(await openDelete(page, 'Angular'));
  await expect(rowOf(page, 'Angular')).toHaveCount(0);
  expect(await readRows(page)).toEqual(['Zod Avançado', 'Svelte Avançado']);
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  expect(await readRows(page)).toEqual(['Zod Avançado', 'Svelte Avançado']);
});

test('an empty list says so, and shows faint examples to the eye alone (A-32)', async ({ page, ana }) => {
  const empty = page.getByText('Você ainda não cadastrou nenhuma tecnologia. Use o botão + para começar.', exact);
  const example = page.getByText('JavaScript', exact);
  await expect(empty).toBeVisible();
  await expect(example).toBeVisible();
  expect(await page.getByRole('main').ariaSnapshot()).not.toMatch(/listitem|JavaScript|Avançado/);
  await sendCreate(await openCreate(page), { title: ana.name, status: 'Iniciante' });
  await expect(rowOf(page, ana.name)).toBeVisible();
  await expect(empty).toHaveCount(0);
  await expect(example).toHaveCount(0);
  await sendDelete(await openDelete(page, ana.name));
  await expect(empty).toBeVisible();
});

test('a known technology has its logo, another a plain sign, and neither moves the names', async ({
  page,
  backstage,
}) => {
  const release = await hold(page, 'GET', '**/assets/technology-logo*');
  await openWith(page, backstage, [{ title: 'node' }, { title: 'Redes' }]);
  const drawing = (title: string) => rowOf(page, title).getByRole('button').first().locator('path');
  await expect(drawing('node')).toHaveCount(0);
  const { x } = await boxOf(page.getByText('node', exact));
  release();
  await expect(drawing('node')).toHaveAttribute('d', logoOf('Node.js')?.path ?? '');
  await expect(drawing('Redes')).toHaveCount(1);
  expect((await boxOf(page.getByText('node', exact))).x).toBe(x);
});

test('a list of five hundred is complete, and the form still sends one more', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const techs = Array.from({ length: 500 }, (_, index) => ({ ...aTechnology(), id: `${index}`, title: `T ${index}` }));
  const { id, name, course_module } = ana;
  await answer(page, 'GET', `**/users/${id}`, 200, { id, name, course_module, techs });
  await refuse(page, 'POST', TECHNOLOGIES, 400, { code: 'limit-reached' });
  await openAs(page, ana);
  await expect(page.getByRole('listitem')).toHaveCount(500);
  // The rows get their heights as they come into view, so the end moves.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(rowOf(page, 'T 499')).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect(buttonOf(page, '+')).toBeInViewport({ ratio: 1 });

  const dialog = await openCreate(page);
  await sendCreate(dialog, aTechnology());
  const refusal = 'Você já tem 500 tecnologias, o máximo: exclua uma para cadastrar outra';
  await expectMessageUnder(fieldOf(dialog, 'Nome'), refusal);
});
