import {
  buttonOf,
  createButton,
  expectMessageUnder,
  fieldOf,
  openCreate,
  openWith,
  readRows,
  rememberRegions,
  rowOf,
  sendCreate,
  stopClock,
} from '../../helpers/acts.ts';
import { answer, bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGIES } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { closeToast, expectOnly, openStill } from '../../helpers/toasts.ts';

const exact = { exact: true };
const BOTH = { tag: '@both-engines' };
const FAILED = 'Erro ao cadastrar a tecnologia';

test('"+" opens an empty dialog with two fields (M-056, M-057, M-075, M-076, M-077, M-078, M-107, A-12)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, []);
  const add = buttonOf(page, '+');
  await expect(add).toHaveText('+', { useInnerText: true });
  await expect(add).toHaveAccessibleDescription('Adicionar tecnologia');
  const dialog = await openCreate(page);
  await expect(dialog.getByRole('heading')).toHaveText('Cadastrar Tecnologia', { useInnerText: true });
  await expect(dialog.locator('label')).toHaveText(['Nome', 'Selecionar status'], { useInnerText: true });
  await expect(fieldOf(dialog, 'Nome')).toHaveAttribute('placeholder', 'Digite uma tecnolgia');
  const levels = dialog.getByRole('combobox', { name: 'Selecionar status', ...exact });
  await expect(levels).toHaveJSProperty('tagName', 'SELECT');
  await expect(levels.getByRole('option')).toHaveText(['Escolha um nível', 'Iniciante', 'Intermediário', 'Avançado']);
  const meanings = 'Iniciante: fiz com ajuda Intermediário: faço sem ajuda Avançado: ajudo outras pessoas';
  await expect(levels).toHaveAccessibleDescription(meanings);

  // Neither a message nor a value is left for the next time.
  await fieldOf(dialog, 'Nome').fill('Vue');
  await createButton(dialog).click();
  await expect(dialog.getByText('Status obrigatório', exact)).toBeVisible();
  await page.keyboard.press('Escape');
  await openCreate(page);
  await expect(fieldOf(dialog, 'Nome')).toHaveValue('');
  await expect(fieldOf(dialog, 'Selecionar status')).toHaveValue('');
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(0);
});

test(
  'a creation adds a row once it has succeeded, and is confirmed immediately (M-005, M-079, M-101, M-156, A-22)',
  BOTH,
  async ({ page, backstage }) => {
    const { person, title } = await openStill(page, backstage);
    const release = await hold(page, 'POST', TECHNOLOGIES);
    const dialog = await openCreate(page);
    await expect(createButton(dialog)).toHaveText('Cadastrar Tecnologia', { useInnerText: true });
    const call = await bareCall(page, () => sendCreate(dialog, { title: ' Redes ', status: 'Avançado' }), TECHNOLOGIES);
    expect(call).toEqual({
      name: 'POST /users/techs',
      body: { title: 'Redes', status: 'Avançado' },
      authorization: `Bearer ${person.token}`,
    });
    await expect(dialog.getByText('Enviando…')).toBeVisible();
    await expect(page.locator('main li')).toHaveCount(1);
    release();
    await expectOnly(page, 'Tecnologia cadastrada com sucesso', 'success');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Redes').getByText('Avançado', exact)).toBeVisible();
    expect(await backstage.readTechnologies(person)).toMatchObject([{ title }, { title: 'Redes', status: 'Avançado' }]);
  },
);

test('the answer to a creation is appended, and nothing is read again (M-143, M-144)', async ({ page, backstage }) => {
  await openWith(page, backstage, [
    { title: 'Zig', status: 'Iniciante' },
    { title: 'Ada', status: 'Iniciante' },
  ]);
  const calls = recordCalls(page);
  await answer(page, 'POST', TECHNOLOGIES, 201, { id: 'new', title: 'Do servidor', status: 'Avançado' });
  await sendCreate(await openCreate(page), { title: 'Meu', status: 'Iniciante' });
  await expect(rowOf(page, 'Do servidor')).toBeVisible();
  expect(await readRows(page)).toEqual(['Zig Iniciante', 'Ada Iniciante', 'Do servidor Avançado']);
  // Another call shows that none came in between.
  await page.unroute(TECHNOLOGIES);
  await sendCreate(await openCreate(page), { title: 'Bun', status: 'Iniciante' });
  await expect(rowOf(page, 'Bun')).toBeVisible();
  // A row has no text before its first paint.
  await expect.poll(async () => (await readRows(page)).at(-1)).toBe('Bun Iniciante');
  expect(calls.map(nameOf)).toEqual(['POST /users/techs', 'POST /users/techs']);
});

test('a failed creation shows its error immediately and keeps the dialog as it was (M-102, M-152, M-159, A-15)', async ({
  page,
  backstage,
}) => {
  const { title } = await openStill(page, backstage);
  const dialog = await openCreate(page);
  for (const [fail, typed] of [
    [undefined, title],
    [refuse, 'Redes'],
    [cut, 'Redes'],
  ] as const) {
    await fail?.(page, 'POST', TECHNOLOGIES);
    await sendCreate(dialog, { title: typed, status: 'Intermediário' });
    await expectOnly(page, FAILED, 'error');
    await closeToast(page, FAILED);
    await expect(dialog.getByText('Enviando…')).toBeHidden();
    await expect(fieldOf(dialog, 'Nome')).toHaveValue(typed);
    await expect(fieldOf(dialog, 'Selecionar status')).toHaveValue('Intermediario');
    // The server's own refusal has a reason.
    if (fail === undefined) await expectMessageUnder(fieldOf(dialog, 'Nome'), 'Você já tem esta tecnologia');
  }
  await expect(page.locator('main li')).toHaveCount(1);
});

test('the form sets no maximum length; a refused title is explained under the field (M-164, A-34)', async ({
  page,
  ana,
  backstage,
}) => {
  const long = 'x'.repeat(101);
  const dialog = await openCreate(page);
  const { body } = await bareCall(page, () => sendCreate(dialog, { title: long, status: 'Iniciante' }), TECHNOLOGIES);
  expect(body).toEqual({ title: long, status: 'Iniciante' });
  await expectMessageUnder(fieldOf(dialog, 'Nome'), 'No máximo 100 caracteres');
  await fieldOf(dialog, 'Nome').fill(long.slice(1));
  await createButton(dialog).click();
  await expect(dialog).toBeHidden();
  expect(await backstage.readTechnologies(ana)).toMatchObject([{ title: long.slice(1) }]);
});

test('a new technology needs a visible title and a level (M-127, M-128, A-08, X-500)', async ({ page, ana }) => {
  const dialog = await openCreate(page);
  const calls = recordCalls(page);
  const [name, status] = [fieldOf(dialog, 'Nome'), fieldOf(dialog, 'Selecionar status')];
  await name.press('Enter');
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  await expectMessageUnder(status, 'Status obrigatório');
  await name.fill(ana.name);
  await expect(name).toHaveAccessibleDescription('');
  // The second title has no width.
  for (const title of ['   ', '\u200b \u3164']) {
    await sendCreate(dialog, { title, status: 'Iniciante' });
    await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  }
  expect(calls).toEqual([]);
  await name.fill(ana.name);
  await name.press('Enter');
  await expect(rowOf(page, ana.name)).toBeVisible();
  expect(calls.map(nameOf)).toEqual(['POST /users/techs']);
});

test('a near miss is announced as a suggestion, and one click takes it', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'HTML' }]);
  const dialog = await openCreate(page);
  const name = fieldOf(dialog, 'Nome');
  const suggestion = dialog.getByRole('button', { name: /Você quis dizer/ });
  await createButton(dialog).click();
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  for (const [typed, offered] of [
    ['reactjs', 'React'],
    ['html', null],
    // In the list already.
    ['HTLM', null],
    ['Culinária', null],
  ] as const) {
    await name.fill(typed);
    await expect(suggestion).toHaveText(offered === null ? [] : [`Você quis dizer ${offered}?`]);
  }
  const wasThere = await rememberRegions(dialog);
  await name.fill('Typescrip');
  await expect(name).toHaveAccessibleDescription('Você quis dizer TypeScript?');
  expect(await wasThere(dialog.getByRole('status').filter({ hasText: 'Você quis dizer' }))).toBe(true);
  await suggestion.click();
  await expect(name).toHaveValue('TypeScript');
  await expect(name).toBeFocused();
  await expect(suggestion).toHaveCount(0);
});

test('a technology added below the fold is scrolled to and marked for a moment', async ({ page, backstage }) => {
  await openWith(
    page,
    backstage,
    Array.from({ length: 16 }, () => ({})),
  );
  await page.clock.install();
  await stopClock(page);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.evaluate(() => scrollTo(0, 0));
    const { title } = aTechnology();
    await sendCreate(await openCreate(page), { title, status: 'Iniciante' });
    const row = rowOf(page, title);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(row).toHaveAttribute('data-new', '');
    await expect(row).not.toHaveCSS('outline-style', 'none');
    await expect(buttonOf(page, '+')).toBeFocused();
    await page.clock.runFor(5000);
    await expect(row).not.toHaveAttribute('data-new');
  }
});
