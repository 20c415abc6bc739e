import type { Locator, Page } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import {
  anyToast,
  createButton,
  cut,
  fillSignUp,
  hold,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith, type Backstage } from '../helpers/fixtures.ts';

/** The same while this toast is shown: the pointer over it keeps it from going. */
async function expectAccessibleWith(page: Page, toast: Locator) {
  await toast.hover();
  await expectAccessible(page);
  await expect(toast).toBeVisible();
}

/** A person who knows two technologies, on their dashboard. */
async function openList(page: Page, backstage: Backstage) {
  const person = await backstage.signUp({ name: 'Ana Souza' });
  const first = await backstage.addTechnology(person, { title: 'React', status: 'Intermediario' });
  const second = await backstage.addTechnology(person, { title: 'Node', status: 'Avançado' });
  await openAs(page, person);
  await expect(rowOf(page, second.title)).toBeVisible();
  return { person, first, second };
}

test('the sign-up breaks no rule of WCAG, neither empty, wrong, nor refused (X-86)', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Crie sua Conta', exact: true })).toBeVisible();
  await expectAccessible(page);
  await sendSignUp(page);
  await expect(page.getByText('Nome Obrigatório', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await refuse(page, 'POST', '**/users');
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  await expectAccessibleWith(page, toastWith(page, 'Erro ao realizar o cadastro'));
});

test('the login breaks no rule of WCAG, neither empty, wrong, waiting, nor refused (X-86)', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Password obrigatório', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const release = await hold(page, 'POST', '**/sessions');
  await logIn(page, aPerson());
  await expect(page.getByText('Enviando…')).toBeVisible();
  await expectAccessible(page);
  release();
  await expectAccessibleWith(page, toastWith(page, 'Verifique os dados do login'));
});

test('the dashboard breaks no rule of WCAG, neither full, empty, nor when it cannot be read (X-86)', async ({
  page,
  backstage,
}) => {
  const { person } = await openList(page, backstage);
  await expectAccessible(page);
  await rowOf(page, 'React').hover();
  await expectAccessible(page);

  await openAs(page, await backstage.signUp());
  await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
  await expectAccessible(page);

  await cut(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  await expect(page.getByRole('button', { name: 'Tentar de novo', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('the page about an unknown address breaks no rule of WCAG (X-86)', async ({ page }) => {
  await page.goto('/nada');
  await expect(page.getByRole('heading', { name: 'Página não encontrada', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('the create dialog breaks no rule of WCAG, neither empty, wrong, nor under the toast of a refusal (X-86)', async ({
  page,
  ana,
}) => {
  const dialog = await openCreate(page);
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await createButton(dialog).click();
  await expect(dialog.getByText('Status obrigatório', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await refuse(page, 'POST', '**/users/techs', 401, { code: 'unauthenticated' });
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  await expect(dialog.getByRole('link', { name: 'Entrar novamente', exact: true })).toBeVisible();
  await expectAccessibleWith(page, toastWith(page, 'Erro ao cadastrar a tecnologia'));
});

test('the edit and delete dialogs and the toasts of their ends break no rule of WCAG (X-86)', async ({
  page,
  backstage,
}) => {
  await openList(page, backstage);
  const edit = await openEdit(page, 'React');
  await expect(edit).toBeVisible();
  await expectAccessible(page);
  await sendEdit(edit, { title: '' });
  await expect(edit.getByText('Tecnolgia Obrigatória', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const release = await hold(page, 'DELETE', '**/users/techs/*');
  const confirm = await openDelete(page, 'React');
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await sendDelete(confirm);
  await expect(confirm.getByText('Enviando…')).toBeVisible();
  await expectAccessible(page);
  release();
  await expectAccessibleWith(page, toastWith(page, 'Tecnologia deletada com sucesso'));
});

/** Moves on with the Tab key until the element has the focus, as one without a pointer does. */
async function tabTo(element: Locator) {
  await expect(element).toBeAttached();
  for (let presses = 0; presses < 25; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await element.page().keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

async function typeInto(field: Locator, text: string) {
  await tabTo(field);
  await field.page().keyboard.press('ControlOrMeta+A');
  await field.page().keyboard.type(text);
}

test('everything can be done with the keyboard alone, from the sign-up to "Sair" (X-85)', async ({ page }) => {
  const person = aPerson();
  const { keyboard } = page;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/');
  await typeInto(field('Nome'), person.name);
  await typeInto(field('Email'), person.email);
  await typeInto(field('Senha'), person.password);
  await typeInto(field('Confirmar senha'), person.password);
  await tabTo(field('Módulo do curso'));
  await keyboard.press('ArrowDown');
  await typeInto(field('Bio'), person.bio);
  await typeInto(field('Contato'), person.contact);
  await tabTo(button('Cadastrar'));
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
  await typeInto(field('Email'), person.email);
  await typeInto(field('Senha'), person.password);
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: `Olá, ${person.name}`, exact: true })).toBeVisible();
  await tabTo(button('+'));
  await keyboard.press('Space');
  await expect(field('Nome')).toBeFocused();
  await keyboard.type('React');
  await tabTo(field('Selecionar status'));
  await keyboard.press('ArrowDown');
  await tabTo(createButton(page.getByRole('dialog')));
  await keyboard.press('Enter');
  await expect(rowOf(page, 'React')).toContainText('Iniciante');

  await tabTo(rowOf(page, 'React').getByRole('button', { name: 'React Iniciante', exact: true }));
  await keyboard.press('Enter');
  await expect(field('Nome do projeto')).toBeFocused();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('Preact');
  await keyboard.press('Enter');
  await expect(rowOf(page, 'Preact')).toBeVisible();

  await tabTo(button('Excluir Preact'));
  await keyboard.press('Enter');
  await tabTo(button('Sim'));
  await keyboard.press('Enter');
  await expect(rowOf(page, 'Preact')).toHaveCount(0);

  await tabTo(button('Sair'));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

test('an opened dialog takes the focus, and a closed one gives it back to what opened it (X-34, X-37)', async ({
  page,
  backstage,
}) => {
  await openList(page, backstage);
  const row = page.getByRole('button', { name: 'React Intermediário', exact: true });
  for (const { opener, first } of [
    { opener: page.getByRole('button', { name: '+', exact: true }), first: page.getByLabel('Nome', { exact: true }) },
    { opener: row, first: page.getByLabel('Nome do projeto', { exact: true }) },
    {
      opener: page.getByRole('button', { name: 'Excluir React', exact: true }),
      first: page.getByRole('button', { name: 'Não', exact: true }),
    },
  ]) {
    for (const close of ['Escape', 'X']) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(first).toBeFocused();
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('button', { name: 'X', exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  }
});

test('an open dialog keeps the Tab key to itself and its toasts (X-35)', async ({ page, ana }) => {
  await refuse(page, 'POST', '**/users/techs');
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  await toastWith(page, 'Erro ao cadastrar a tecnologia').hover();
  const places = new Set<string>();
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press(presses < 8 ? 'Tab' : 'Shift+Tab');
    places.add(
      await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return 'the browser itself';
        if (activeElement.closest('[role=dialog]') !== null) return 'the dialog';
        return activeElement.closest('.Toastify__toast') === null ? activeElement.outerHTML : 'the toast';
      }),
    );
  }
  places.delete('the browser itself');
  expect(places).toEqual(new Set(['the dialog', 'the toast']));
});

test('after a deletion the focus is on the next trash, else the one before, else "+" (X-38)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  for (const title of ['Vue', 'Svelte', 'Astro']) await backstage.addTechnology(person, { title });
  await openAs(page, person);
  for (const { title, heir } of [
    { title: 'Svelte', heir: 'Excluir Astro' },
    { title: 'Astro', heir: 'Excluir Vue' },
    { title: 'Vue', heir: '+' },
  ]) {
    await page.getByRole('button', { name: `Excluir ${title}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await sendDelete(page.getByRole('dialog'));
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(page.getByRole('button', { name: heir, exact: true })).toBeFocused();
  }
});

test('after a change the focus is on the row that was changed, which is still the same row (X-39)', async ({
  page,
  backstage,
}) => {
  const { person } = await openList(page, backstage);
  const row = await rowOf(page, 'React').elementHandle();
  const edit = await openEdit(page, 'React');
  const read = page.waitForResponse(`**/users/${person.id}`);
  await sendEdit(edit, { title: 'Preact' });
  await read;
  await expect(page.getByRole('button', { name: 'Preact Intermediário', exact: true })).toBeFocused();
  expect(await row?.evaluate((node) => node.isConnected && node.contains(document.activeElement))).toBe(true);
});

test('a failed submit puts the focus on the first field that is wrong (X-18)', async ({ page }) => {
  await page.goto('/');
  await fillSignUp(page, aPerson({ bio: '', contact: 'x', email: 'x' }));
  await sendSignUp(page);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
});

test('Enter in a field sends the form; in the bio it makes a new line (X-06)', async ({ page, ana }) => {
  const dialog = await openCreate(page);
  await dialog.getByLabel('Selecionar status', { exact: true }).selectOption({ label: 'Iniciante' });
  await dialog.getByLabel('Nome', { exact: true }).fill(ana.name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, ana.name)).toBeVisible();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
  const bio = page.getByLabel('Bio', { exact: true });
  await bio.fill('uma linha');
  await bio.press('Enter');
  await expect(bio).toHaveValue('uma linha\n');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});

async function expectReachable(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await expect(control).toBeInViewport({ ratio: 1 });
}

test.describe('on a screen of 320 by 256', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('no screen scrolls sideways, and the last control of each is within reach (X-78, X-79)', async ({
    page,
    backstage,
  }) => {
    await page.goto('/');
    await sendSignUp(page);
    await expect(page.getByText('Senha obrigatória', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectReachable(page.getByRole('button', { name: 'Login', exact: true }));
    await page.goto('/login');
    await logIn(page, aPerson());
    await expect(anyToast(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectReachable(page.getByRole('button', { name: 'Cadastre-se', exact: true }));
    await page.goto('/nada');
    await expectNoSidewaysScroll(page);

    const person = await backstage.signUp({ name: 'N'.repeat(120) });
    await backstage.addTechnology(person, { title: 'T'.repeat(100), status: 'Intermediario' });
    await openAs(page, person);
    await expect(rowOf(page, 'T'.repeat(100))).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectReachable(page.getByRole('button', { name: `Excluir ${'T'.repeat(100)}`, exact: true }));
  });

  test('no dialog scrolls sideways, and the last control of each is within reach (X-78, X-79, X-40)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person, { title: 'T'.repeat(100) });
    await openAs(page, person);
    await expect(rowOf(page, title)).toBeVisible();
    for (const { open, last } of [
      { open: openCreate, last: 'Cadastrar Tecnologia' },
      { open: openEdit, last: 'Salvar Alterações' },
      { open: openDelete, last: 'Não' },
    ]) {
      const dialog = await open(page, title);
      await expectNoSidewaysScroll(page);
      await expectReachable(dialog.getByRole('button', { name: last, exact: true }));
      await expectReachable(dialog.getByRole('button', { name: 'X', exact: true }));
      await page.keyboard.press('Escape');
    }
    await refuse(page, 'POST', '**/users/techs');
    await sendCreate(await openCreate(page), aTechnology());
    await expect(anyToast(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
