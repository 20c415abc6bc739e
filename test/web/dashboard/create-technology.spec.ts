import {
  buttonOf,
  createButton,
  exact,
  expectMessageUnder,
  fieldOf,
  openCreate,
  openWith,
  rememberRegions,
  rowOf,
  sendCreate,
  stopClock,
} from '../../helpers/actions.ts';
import { bareCall, cut, nameOf, recordCalls, refuse, TECHNOLOGIES } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { closeToast } from '../../helpers/toasts.ts';

const FAILED = 'Erro ao cadastrar a tecnologia';

test('"+" opens an empty dialog each time (A-12)', async ({ page, backstage }) => {
  await openWith(page, backstage, []);
  await expect(buttonOf(page, '+')).toHaveAccessibleDescription('Adicionar tecnologia');
  const dialog = await openCreate(page);
  const levels = fieldOf(dialog, 'Selecionar status');
  await expect(levels.getByRole('option').first()).toHaveText('Escolha um nível');
  const meanings = 'Iniciante: fiz com ajuda Intermediário: faço sem ajuda Avançado: ajudo outras pessoas';
  await expect(levels).toHaveAccessibleDescription(meanings);
  await fieldOf(dialog, 'Nome').fill('Vue');
  await createButton(dialog).click();
  await expect(dialog.getByText('Status obrigatório', exact)).toBeVisible();
  await page.keyboard.press('Escape');
  await openCreate(page);
  await expect(fieldOf(dialog, 'Nome')).toHaveValue('');
  await expect(fieldOf(dialog, 'Selecionar status')).toHaveValue('');
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(0);
});

test('a failed creation keeps the dialog, and says that a title is taken (A-15)', async ({ page, backstage }) => {
  const { person } = await openWith(page, backstage, [{ title: 'Vue' }]);
  // As in another tab.
  await backstage.addTechnology(person, { title: 'React' });
  const dialog = await openCreate(page);
  for (const [fail, typed] of [
    [undefined, 'React'],
    [refuse, 'Redes'],
    [cut, 'Redes'],
  ] as const) {
    await fail?.(page, 'POST', TECHNOLOGIES);
    await sendCreate(dialog, { title: typed, status: 'Intermediário' });
    await closeToast(page, FAILED);
    await expect(dialog.getByText('Enviando…')).toBeHidden();
    await expect(fieldOf(dialog, 'Nome')).toHaveValue(typed);
    await expect(fieldOf(dialog, 'Selecionar status')).toHaveValue('Intermediario');
    // The server's own refusal has a reason.
    if (fail === undefined) await expectMessageUnder(fieldOf(dialog, 'Nome'), 'Você já tem esta tecnologia');
  }
  await expect(page.locator('main li')).toHaveText([/^Vue/, /^React/]);
});

test('a title that the server refuses is explained under its field (A-34)', async ({ page, ana, backstage }) => {
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

test('a new technology needs a visible title (A-08, X-500)', async ({ page, ana }) => {
  const dialog = await openCreate(page);
  const calls = recordCalls(page);
  const name = fieldOf(dialog, 'Nome');
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
  await page.clock.install();
  const dialog = await openCreate(page);
  await stopClock(page);
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
    // The suggestion waits for a pause: half a name would look misspelled.
    await page.clock.runFor(600);
    await expect(suggestion).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(suggestion).toHaveText(offered === null ? [] : [`Você quis dizer ${offered}?`]);
  }
  const wasThere = await rememberRegions(dialog);
  await name.fill('Typescrip');
  await page.clock.runFor(700);
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
