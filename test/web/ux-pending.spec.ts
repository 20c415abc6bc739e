import type { Locator, Page } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  answer,
  anyToast,
  closeToast,
  createButton,
  cut,
  fillSignUp,
  hold,
  nameOf,
  openCreate,
  openDelete,
  openEdit,
  readRows,
  recordCalls,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith, type Backstage } from '../helpers/fixtures.ts';

const exact = { exact: true };
const TECHNOLOGY = '**/users/techs/*';
const TECHNOLOGIES = '**/users/techs';

/** A person who knows React and Node, on their dashboard. */
async function openDashboard(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Iniciante' });
  await backstage.addTechnology(person, { title: 'Node', status: 'Iniciante' });
  await openAs(page, person);
  await expect(rowOf(page, 'Node')).toBeVisible();
  return person;
}

type Filled = { submit: Locator; form: Locator };

async function fillOutSignUp(page: Page): Promise<Filled> {
  await page.goto('/');
  await fillSignUp(page, aPerson());
  return { form: page.locator('form'), submit: page.getByRole('button', { name: 'Cadastrar', ...exact }) };
}

async function fillOutLogIn(page: Page): Promise<Filled> {
  await page.goto('/login');
  await page.getByLabel('Email', exact).fill('ana@example.com');
  await page.getByLabel('Senha', exact).fill('senha123');
  return { form: page.locator('form'), submit: page.getByRole('button', { name: 'Entrar', ...exact }) };
}

async function fillOutCreate(page: Page, backstage: Backstage): Promise<Filled> {
  await openDashboard(page, backstage);
  const dialog = await openCreate(page);
  await dialog.getByLabel('Nome', exact).fill('Vue');
  await dialog.getByLabel('Selecionar status', exact).selectOption({ label: 'Iniciante' });
  return { form: dialog.locator('form'), submit: createButton(dialog) };
}

async function fillOutEdit(page: Page, backstage: Backstage): Promise<Filled> {
  await openDashboard(page, backstage);
  const dialog = await openEdit(page, 'React');
  return { form: dialog.locator('form'), submit: dialog.getByRole('button', { name: 'Salvar Alterações', ...exact }) };
}

async function sizeOf(element: Locator) {
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  return { width: box?.width, height: box?.height };
}

for (const { kind, method, path, fillOut } of [
  { kind: 'the sign-up', method: 'POST', path: '**/users', fillOut: fillOutSignUp },
  { kind: 'the login', method: 'POST', path: '**/sessions', fillOut: fillOutLogIn },
  { kind: 'the create dialog', method: 'POST', path: TECHNOLOGIES, fillOut: fillOutCreate },
  { kind: 'the edit dialog', method: 'PUT', path: TECHNOLOGY, fillOut: fillOutEdit },
] as const) {
  test(`while its call runs, the button of ${kind} keeps focus, size and name, and sends nothing more (X-26, X-27)`, async ({
    page,
    backstage,
  }) => {
    const { form, submit } = await fillOut(page, backstage);
    await refuse(page, method, path);
    const release = await hold(page, method, path);
    const calls = recordCalls(page);
    const name = await submit.innerText();
    const size = await sizeOf(submit);
    await submit.dblclick();
    await expect(page.getByRole('status').filter({ hasText: /^Enviando…$/ })).toBeVisible();
    await expect(form).toHaveAttribute('aria-busy', 'true');
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(submit).toHaveJSProperty('disabled', false);
    await expect(submit).toBeFocused();
    await expect(submit).toHaveAccessibleName(name);
    expect(await sizeOf(submit)).toEqual(size);
    await submit.click({ force: true });
    await submit.press('Enter');
    await form.locator('input').first().press('Enter');
    release();
    await expect(anyToast(page)).toHaveCount(1);
    expect(calls.filter((call) => call.method() === method)).toHaveLength(1);
  });
}

test('a button that sends is never switched off because something is missing or wrong (X-25)', async ({
  page,
  backstage,
}) => {
  for (const { path, button } of [
    { path: '/', button: 'Cadastrar' },
    { path: '/login', button: 'Entrar' },
  ]) {
    await page.goto(path);
    await expectPressable(page.getByRole('button', { name: button, ...exact }));
  }
  await openDashboard(page, backstage);
  await expectPressable(createButton(await openCreate(page)));
  await page.keyboard.press('Escape');
  const edit = await openEdit(page, 'React');
  await edit.getByLabel('Nome do projeto', exact).fill('');
  await expectPressable(edit.getByRole('button', { name: 'Salvar Alterações', ...exact }));
});

/** Pressable before a press and after it, with all that the press has found wrong. */
async function expectPressable(submit: Locator) {
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(submit.page().locator('[aria-invalid=true]').first()).toBeVisible();
  await expect(submit).toBeEnabled();
  await expect(submit).not.toHaveAttribute('aria-disabled');
}

/** That nothing is said or done any more about a call that has ended. */
async function expectIdle({ form, submit }: Filled) {
  await expect(submit).not.toHaveAttribute('aria-disabled');
  await expect(form).toHaveAttribute('aria-busy', 'false');
  await expect(form.getByText('Enviando…')).toHaveCount(0);
}

test('login and sign-up can be sent again after any failure, and are as new after a success (X-28)', async ({
  page,
}) => {
  for (const { path, fillOut, toast, success } of [
    {
      path: '**/users',
      fillOut: fillOutSignUp,
      toast: 'Erro ao realizar o cadastro',
      success: 'Cadastro realizado com sucesso',
    },
    { path: '**/sessions', fillOut: fillOutLogIn, toast: 'Verifique os dados do login', success: 'Logado com sucesso' },
  ]) {
    const filled = await fillOut(page);
    for (const fail of [refuse, cut]) {
      await fail(page, 'POST', path);
      await filled.submit.click();
      await closeToast(page, toast);
      await expectIdle(filled);
    }
    await answer(page, 'POST', path, 201, { token: 'x', user: { id: 'x' } });
    await filled.submit.click();
    await expect(toastWith(page, success)).toBeVisible();
    if (path === '**/sessions') await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expectIdle({ form: page.locator('form'), submit: page.getByRole('button', { name: 'Entrar', ...exact }) });
    await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
    await expectIdle({ form: page.locator('form'), submit: page.getByRole('button', { name: 'Cadastrar', ...exact }) });
  }
});

test('each dialog waits for nothing any more once its call has ended, well or badly (X-28)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  for (const { open, send, button, method, path, failure } of [
    {
      open: openCreate,
      send: (dialog: Locator) => sendCreate(dialog, aTechnology()),
      button: 'Cadastrar Tecnologia',
      method: 'POST',
      path: TECHNOLOGIES,
      failure: 'Erro ao cadastrar a tecnologia',
    },
    {
      open: openEdit,
      send: sendEdit,
      button: 'Salvar Alterações',
      method: 'PUT',
      path: TECHNOLOGY,
      failure: 'Tecnologia não atualizada',
    },
    {
      open: openDelete,
      send: sendDelete,
      button: 'Sim',
      method: 'DELETE',
      path: TECHNOLOGY,
      failure: 'Erro ao deletar tecnologia',
    },
  ] as const) {
    for (const end of [refuse, cut, undefined]) {
      const dialog = await open(page, 'React');
      await end?.(page, method, path);
      await send(dialog);
      if (end !== undefined) await closeToast(page, failure);
      // What a failed creation leaves open is as it was before; a success has closed it, and it opens as new.
      if (end === undefined) await expect(dialog).toBeHidden();
      if (!(await dialog.isVisible())) await open(page, 'Node');
      await expect(dialog.getByRole('button', { name: button, ...exact })).not.toHaveAttribute('aria-disabled');
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(dialog.getByText('Enviando…')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.unroute(path);
    }
  }
});

test('"Sair", "+" and the rows look pressed in the very next frame (X-30)', async ({ page, backstage }) => {
  await openDashboard(page, backstage);
  for (const name of ['Sair', '+', 'React Iniciante', 'Excluir React']) {
    const button = page.getByRole('button', { name, ...exact });
    await button.hover();
    const pressed = button.evaluate((element) => {
      const readLook = () => getComputedStyle(element).transform;
      const before = readLook();
      return new Promise<{ before: string; after: string }>((resolve) => {
        const read = () => requestAnimationFrame(() => resolve({ before, after: readLook() }));
        element.addEventListener('pointerdown', read, { once: true });
        element.dataset['watched'] = '';
      });
    });
    await expect(button).toHaveAttribute('data-watched', '');
    await page.mouse.down();
    const { before, after } = await pressed;
    expect(after).not.toBe(before);
    // Let go elsewhere, the press does nothing.
    await page.mouse.move(640, 790);
    await page.mouse.up();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});

/** From now on, the rows' texts each time something on the page changes. */
async function watchRows(page: Page) {
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const rows = [...document.querySelectorAll('main li')].map(({ textContent }) => textContent.trim());
      if (seen.at(-1) !== rows.join()) seen.push(rows.join());
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

test('a change or a deletion shows in the list once the server has done it, with no blank between (X-32)', async ({
  page,
  backstage,
}) => {
  const person = await openDashboard(page, backstage);
  const read = await watchRows(page);
  for (const { open, send, method, rows } of [
    {
      open: openEdit,
      send: (dialog: Locator) => sendEdit(dialog, { status: 'Avançado' }),
      method: 'PUT',
      rows: ['React Iniciante', 'Node Iniciante'],
    },
    { open: openDelete, send: sendDelete, method: 'DELETE', rows: ['React Avançado', 'Node Iniciante'] },
  ] as const) {
    const allowCall = await hold(page, method, TECHNOLOGY);
    const allowReading = await hold(page, 'GET', `**/users/${person.id}`);
    const dialog = await open(page, 'React');
    await send(dialog);
    await expect(dialog.getByText('Enviando…')).toBeVisible();
    expect(await readRows(page)).toEqual(rows);
    const reading = page.waitForRequest((request) => nameOf(request) === `GET /users/${person.id}`);
    allowCall();
    await reading;
    await expect(dialog).toBeHidden();
    expect(await readRows(page)).toEqual(rows);
    allowReading();
    await expect.poll(() => readRows(page)).not.toEqual(rows);
  }
  expect(await read()).toEqual(['React Iniciante,Node Iniciante', 'React Avançado,Node Iniciante', 'Node Iniciante']);
});
