import type { Locator } from '@playwright/test';
import {
  createButton,
  expectMessageUnder,
  headingOf,
  openCreate,
  openEdit,
  openWith,
  readRows,
  rowOf,
  sendCreate,
  sendEdit,
  stopClock,
} from '../../helpers/acts.ts';
import { answer, bareCall, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGIES } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { closeToast, expectOnly, isRunning, openStill, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const BOTH = { tag: '@both-engines' };

/** What is seen of a field: the text under it, and the colour of its border. */
async function look(control: Locator) {
  const note = control.page().locator(`[id="${await control.getAttribute('aria-describedby')}"]`);
  const border = await control.evaluate((element) => {
    // The change of a colour takes a moment; its end counts.
    for (const animation of element.getAnimations()) animation.finish();
    return getComputedStyle(element).borderTopColor;
  });
  return { text: (await note.innerText()).trim(), border };
}

async function middleOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.describe('the dialog that adds', () => {
  test('"+", which adds a technology, opens it, and it is called "Cadastrar Tecnologia" (M-056, M-057, M-075, X-59)', async ({
    page,
    ana,
  }) => {
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    const add = page.getByRole('button', { name: '+', ...exact });
    await expect(add).toHaveText('+', { useInnerText: true });
    await expect(add).toHaveAccessibleDescription('Adicionar tecnologia');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await add.click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    const title = page.getByRole('dialog').getByRole('heading');
    await expect(title).toHaveText('Cadastrar Tecnologia', { useInnerText: true });
  });

  test('it asks for "Nome", with an example, and for "Selecionar status", and is empty each time, whatever was typed or wrong before (M-076, M-077, M-078, A-12, X-45)', async ({
    page,
    backstage,
  }) => {
    await openAs(page, await backstage.signUp());
    const expectEmpty = async () => {
      const dialog = await openCreate(page);
      const name = dialog.getByRole('textbox', { name: 'Nome', ...exact });
      await expect(name).toHaveValue('');
      const select = dialog.getByRole('combobox', { name: 'Selecionar status', ...exact });
      await expect(select).toHaveValue('');
      await expect(select.getByRole('option', { selected: true })).toHaveText('Escolha um nível');
      await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(0);
      return { dialog, name };
    };
    const { dialog, name } = await expectEmpty();
    await expect(dialog.locator('label')).toHaveText(['Nome', 'Selecionar status'], { useInnerText: true });
    await expect(name).toHaveAttribute('placeholder', 'Digite uma tecnolgia');
    await expect(dialog.getByText('Selecionar status', exact)).toHaveCount(1);
    await expect(dialog.getByRole('option', { name: 'Selecionar status' })).toHaveCount(0);

    await name.fill('Vue');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Status obrigatório', exact)).toBeVisible();
    await page.keyboard.press('Escape');
    await sendCreate((await expectEmpty()).dialog, { title: 'Vue', status: 'Avançado' });
    await expect(rowOf(page, 'Vue')).toBeVisible();
    await expectEmpty();
  });

  test(
    'its button "Cadastrar Tecnologia" adds the technology to the list, with title and level, when the call has succeeded, and no sooner (M-005, M-079, M-101)',
    BOTH,
    async ({ page, ana, backstage }) => {
      const release = await hold(page, 'POST', TECHNOLOGIES);
      const dialog = await openCreate(page);
      await expect(createButton(dialog)).toHaveText('Cadastrar Tecnologia', { useInnerText: true });
      const sent = page.waitForRequest(TECHNOLOGIES);
      await sendCreate(dialog, { title: 'React', status: 'Avançado' });
      expect(await (await sent).headerValue('authorization')).toBe(`Bearer ${ana.token}`);
      await expect(dialog.getByText('Enviando…')).toBeVisible();
      await expect(dialog).toBeVisible();
      release();
      await expect(dialog).toBeHidden();
      await expect(rowOf(page, 'React').getByText('Avançado', exact)).toBeVisible();
      expect(await backstage.readTechnologies(ana)).toMatchObject([{ title: 'React', status: 'Avançado' }]);
    },
  );
});

test('what the server answers to a creation is added at the end, and nothing is read again (M-143, M-144, X-31)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  for (const title of ['Zig', 'Ada']) await backstage.addTechnology(person, { title, status: 'Iniciante' });
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  const calls = recordCalls(page);
  await answer(page, 'POST', TECHNOLOGIES, 201, { id: 'new', title: 'Do servidor', status: 'Avançado' });
  const dialog = await openCreate(page);
  const call = await bareCall(page, () => sendCreate(dialog, { title: 'Meu', status: 'Iniciante' }), TECHNOLOGIES);
  expect(call).toEqual({
    name: 'POST /users/techs',
    body: { title: 'Meu', status: 'Iniciante' },
    authorization: `Bearer ${person.token}`,
  });
  await expect(rowOf(page, 'Do servidor')).toBeVisible();
  expect(await readRows(page)).toEqual(['Zig Iniciante', 'Ada Iniciante', 'Do servidor Avançado']);
  // A later call shows that none came in between.
  await page.unroute(TECHNOLOGIES);
  await sendCreate(await openCreate(page), { title: 'Bun', status: 'Iniciante' });
  await expect(rowOf(page, 'Bun')).toBeVisible();
  expect(calls.map(nameOf)).toEqual(['POST /users/techs', 'POST /users/techs']);
  expect((await readRows(page)).at(-1)).toBe('Bun Iniciante');
});

test(
  'each level is sent and kept as it is read, but for the accent of the second (M-103, M-104, M-106)',
  BOTH,
  async ({ page, ana, backstage }) => {
    for (const { shown, kept } of [
      { shown: 'Iniciante', kept: 'Iniciante' },
      { shown: 'Intermediário', kept: 'Intermediario' },
      { shown: 'Avançado', kept: 'Avançado' },
    ]) {
      const { title } = aTechnology();
      const dialog = await openCreate(page);
      const request = page.waitForRequest(TECHNOLOGIES);
      await sendCreate(dialog, { title, status: shown });
      expect((await request).postDataJSON()).toEqual({ title, status: kept });
      await expect(rowOf(page, title).getByText(shown, { exact: true })).toBeVisible();
    }
    expect((await backstage.readTechnologies(ana)).map(({ status }) => status)).toEqual([
      'Iniciante',
      'Intermediario',
      'Avançado',
    ]);
  },
);

test('a creation that fails says "Erro ao cadastrar a tecnologia", at once, and keeps the dialog and what was typed, whether refused or without answer (M-102, M-152, M-159, X-22)', async ({
  page,
  backstage,
}) => {
  const { title } = await openStill(page, backstage);
  const dialog = await openCreate(page);
  const expectKept = async (typed: string) => {
    await expectOnly(page, 'Erro ao cadastrar a tecnologia', 'error');
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
    await expect(dialog.getByText('Enviando…')).toBeHidden();
    await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue(typed);
    await expect(dialog.getByLabel('Selecionar status', { exact: true })).toHaveValue('Intermediario');
  };
  // The server's own refusal: it is there already.
  await sendCreate(dialog, { title, status: 'Intermediário' });
  await expectKept(title);
  const other = aTechnology().title;
  for (const fail of [refuse, cut]) {
    await fail(page, 'POST', TECHNOLOGIES);
    await sendCreate(dialog, { title: other, status: 'Intermediário' });
    await expectKept(other);
  }
  await expect(page.locator('main li')).toHaveCount(1);
});

test('a creation says "Tecnologia cadastrada com sucesso", at once (M-156, A-22)', async ({ page, backstage }) => {
  await openStill(page, backstage);
  await sendCreate(await openCreate(page), aTechnology());
  await expectOnly(page, 'Tecnologia cadastrada com sucesso', 'success');
});

test(
  'a title that one already has, or that is one too many, is refused by the server, told under the field, which has the focus (A-15, X-184)',
  BOTH,
  async ({ page, backstage }) => {
    const { person } = await openWith(page, backstage, [{ title: 'React' }, { title: 'Node' }]);
    const dialog = await openCreate(page);
    const name = dialog.getByLabel('Nome', exact);
    await sendCreate(dialog, { title: '  REACT ', status: 'Avançado' });
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    await expectMessageUnder(name, 'Você já tem esta tecnologia');
    await expect(name).toBeFocused();
    await refuse(page, 'POST', TECHNOLOGIES, 400, { code: 'limit-reached' });
    await sendCreate(dialog, { title: 'Vue', status: 'Iniciante' });
    await expectMessageUnder(name, 'Você já tem 500 tecnologias, o máximo: exclua uma para cadastrar outra');
    await expect(name).toBeFocused();
    await page.keyboard.press('Escape');

    // From another tab: this one's list does not know it.
    await backstage.addTechnology(person, { title: 'Vue' });
    await sendEdit(await openEdit(page, 'Node'), { title: 'vue' });
    await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
    expect(await backstage.readTechnologies(person)).toMatchObject([
      { title: 'React' },
      { title: 'Node' },
      { title: 'Vue' },
    ]);
  },
);

test('a new technology needs a title, which spaces are not, and a level; it is told in words, and by the border as well, and nothing is sent without, by Enter neither (M-127, M-128, A-08, X-06, X-21, X-500)', async ({
  page,
  ana,
}) => {
  const dialog = await openCreate(page);
  const calls = recordCalls(page);
  const submit = createButton(dialog);
  const name = dialog.getByLabel('Nome', { exact: true });
  const status = dialog.getByLabel('Selecionar status', { exact: true });
  await submit.hover();
  const before = await Promise.all([name, status].map(look));
  await name.press('Enter');
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  await submit.click();
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(2);
  const after = await Promise.all([name, status].map(look));
  expect(before.map(({ text }) => text)).toEqual(['', '']);
  expect(after.map(({ text }) => text)).toEqual(['Tecnolgia Obrigatória', 'Status obrigatório']);
  for (const [index, { border }] of after.entries()) expect(border).not.toBe(before[index]?.border);

  await name.fill(ana.name);
  await expect(name).toHaveAccessibleDescription('');
  await submit.click();
  await expectMessageUnder(status, 'Status obrigatório');
  // The second one has no width: its row could not be seen either.
  for (const title of ['   ', '\u200b \u3164']) {
    await sendCreate(dialog, { title, status: 'Iniciante' });
    await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  }
  await sendCreate(dialog, { title: `  ${ana.name}  `, status: 'Iniciante' });
  await expect(rowOf(page, ana.name)).toBeVisible();
  expect(calls.map(nameOf)).toEqual(['POST /users/techs']);
  expect(calls[0]?.headers()['authorization']).toBe(`Bearer ${ana.token}`);
  expect(calls[0]?.postDataJSON()).toEqual({ title: ana.name, status: 'Iniciante' });
});

test('Enter does not send a form twice (X-06, X-26)', async ({ page, ana }) => {
  const calls = recordCalls(page);
  const dialog = await openCreate(page);
  const release = await hold(page, 'POST', TECHNOLOGIES);
  await dialog.getByLabel('Selecionar status', exact).selectOption({ label: 'Iniciante' });
  await dialog.getByLabel('Nome', exact).fill(ana.name);
  await page.keyboard.press('Enter');
  await expect(createButton(dialog)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  release();
  await expect(rowOf(page, ana.name)).toHaveCount(1);
  expect(calls.map(nameOf)).toEqual(['POST /users/techs']);
});

test(
  'a title of 101 characters is sent, and the refusal is told under the field (M-164, A-34)',
  BOTH,
  async ({ page, ana, backstage }) => {
    const long = 'x'.repeat(101);
    const dialog = await openCreate(page);
    const sent = page.waitForRequest('**/users/techs');
    await sendCreate(dialog, { title: long, status: 'Iniciante' });
    expect((await sent).postDataJSON()).toEqual({ title: long, status: 'Iniciante' });
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    const field = dialog.getByLabel('Nome', { exact: true });
    await expectMessageUnder(field, 'No máximo 100 caracteres');
    await field.fill(long.slice(1));
    await createButton(dialog).click();
    await expect(dialog).toBeHidden();
    expect(await backstage.readTechnologies(ana)).toMatchObject([{ title: long.slice(1) }]);

    const edit = await openEdit(page, long.slice(1));
    await sendEdit(edit, { title: long });
    await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
    await expect(edit).toBeHidden();
  },
);

test('an error toast over the open create dialog can be hovered, dragged and closed (A-19, X-41)', async ({
  page,
  ana,
}) => {
  await refuse(page, 'POST', TECHNOLOGIES);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  const toast = toastWith(page, 'Erro ao cadastrar a tecnologia');
  await expect.poll(() => isRunning(toast)).toBe(true);
  await toast.hover();
  await expect.poll(() => isRunning(toast)).toBe(false);
  await dialog.getByLabel('Nome', { exact: true }).hover();
  await expect.poll(() => isRunning(toast)).toBe(true);

  await toast.hover();
  const { x, y } = await middleOf(toast);
  await page.mouse.down();
  await page.mouse.move(x + 400, y, { steps: 8 });
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();

  await createButton(dialog).click();
  await toast.getByRole('button', { name: 'Fechar notificação', exact: true }).click();
  await expect(toast).toHaveCount(0);
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue(ana.name);
});

test.describe('"Você quis dizer …?" under "Nome"', () => {
  test('a near miss is pointed out and announced, after an error, too, and one click takes the right name (X-413)', async ({
    page,
    ana,
    backstage,
  }) => {
    const dialog = await openCreate(page);
    const name = dialog.getByLabel('Nome', exact);
    await createButton(dialog).click();
    await expect(dialog.getByText('Tecnolgia Obrigatória', exact)).toBeVisible();
    // Its region has to stand there before it.
    await dialog.evaluate((element) => {
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          const button = [...addedNodes].find((node) => node instanceof HTMLButtonElement);
          if (button && target instanceof HTMLElement) button.dataset['saidBy'] = target.role ?? '';
        }
      }).observe(element, { subtree: true, childList: true });
    });
    await name.fill('Typescrip');
    const suggestion = dialog.getByRole('button', { name: 'Você quis dizer TypeScript?', ...exact });
    await expect(suggestion).toBeVisible();
    await expect(suggestion).toHaveAttribute('data-said-by', 'status');
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

  test('nothing is said of a right name, an unknown one or one that is in the list already; none is forced on anyone, and the dialog that edits offers none (X-202)', async ({
    page,
    backstage,
  }) => {
    const { person } = await openWith(page, backstage, [{ title: 'HTML' }]);
    const dialog = await openCreate(page);
    const name = dialog.getByLabel('Nome', exact);
    const suggestion = dialog.getByRole('button', { name: /Você quis dizer/ });
    for (const [typed, offered] of [
      ['reactjs', 'Você quis dizer React?'],
      ['html', null],
      ['gti', 'Você quis dizer Git?'],
      ['HTLM', null],
      ['Pyhton', 'Você quis dizer Python?'],
      ['Python', null],
      ['Culinária', null],
      [person.id, null],
      ['', null],
    ] as const) {
      await name.fill(typed);
      await expect(suggestion).toHaveText(offered === null ? [] : [offered]);
    }
    await sendCreate(dialog, { title: 'Pyhton', status: 'Iniciante' });
    await expect(rowOf(page, 'Pyhton')).toBeVisible();

    const edit = await openEdit(page, 'Pyhton');
    await edit.getByLabel('Nome do projeto', exact).fill('Typescrip');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(page.getByText(/Você quis dizer/)).toHaveCount(0);
  });
});

test('a technology added below the fold is scrolled to and marked for a moment, with motion or without (X-81, X-190)', async ({
  page,
  backstage,
}) => {
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
    const title = `Redes com ${reducedMotion}`;
    await sendCreate(await openCreate(page), { title, status: 'Iniciante' });
    const row = rowOf(page, title);
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(row).toHaveAttribute('data-new', '');
    await expect(row).not.toHaveCSS('outline-style', 'none');
    if (reducedMotion === 'reduce') expect(await row.evaluate((node) => node.getAnimations().length)).toBe(0);
    await expect(page.getByRole('button', { name: '+', ...exact })).toBeFocused();
    await page.clock.runFor(5000);
    await expect(row).not.toHaveAttribute('data-new');
  }
});
