import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import {
  buttonOf,
  createButton,
  fieldOf,
  fillSignUp,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
  tabTo,
} from '../helpers/acts.ts';
import { cut, hold, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { addWork, chooseFile, logInElsewhere, NOTICE, openProfile, PNG, WORK } from '../helpers/profile.ts';
import { anyToast, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

/** Opens the dashboard of a user whose list is long enough to be filtered and sorted. */
function openNine(page: Page, backstage: Backstage, first = 'React') {
  const titles = [first, 'Node', 'CSS', 'HTML', 'Vue', 'Svelte', 'Astro', 'Zod', 'Redes'];
  return openWith(
    page,
    backstage,
    titles.map((title) => ({ title, status: 'Intermediario' as const })),
  );
}

test.describe('WCAG and the language', () => {
  test('the sign-up is accessible and Portuguese, when it fails too (M-001)', async ({ page }) => {
    await page.goto('/');
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    await expectAccessible(page);
    await refuse(page, 'POST', '**/users');
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
    await fieldOf(page, 'Nome').fill('');
    await sendSignUp(page);
    await expect(page.getByText('Nome Obrigatório', exact)).toBeVisible();
    await expectAccessible(page);
  });

  test('the login is accessible and Portuguese, when it waits or fails too (M-001)', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    const release = await hold(page, 'POST', '**/sessions');
    await logIn(page, aPerson());
    await expect(page.getByText('Enviando…')).toBeVisible();
    await page.clock.fastForward(8000);
    await expect(page.getByText('Isso está demorando mais que o normal…')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
    await fieldOf(page, 'Senha').fill('');
    await buttonOf(page, 'Entrar').click();
    await expect(page.getByText('Password obrigatório', exact)).toBeVisible();
    await expectAccessible(page);
  });

  test('the pages for everybody are accessible and Portuguese (M-001)', async ({ page }) => {
    for (const path of ['/nada', '/acessibilidade']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });

  test('the dashboard is accessible and Portuguese, when it is empty or cannot load too (M-001)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await cut(page, 'GET', `**/users/${person.id}`);
    await openAs(page, person);
    await expect(buttonOf(page, 'Tentar de novo')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(`**/users/${person.id}`);
    await buttonOf(page, 'Tentar de novo').click();
    await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
    await expectAccessible(page);
  });

  test('a long list is accessible and Portuguese, with its menu, without matches and offline (M-001)', async ({
    page,
    backstage,
    context,
  }) => {
    await openNine(page, backstage);
    await buttonOf(page, 'Mais').click();
    await expect(page.getByRole('link', { name: 'Acessibilidade', ...exact })).toBeVisible();
    await rowOf(page, 'Redes').hover();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('nada disso');
    await expect(page.getByText('Nenhuma tecnologia com este filtro.')).toBeVisible();
    const dialog = await openCreate(page);
    await fieldOf(dialog, 'Nome').fill('Pyhton');
    await expect(dialog.getByRole('button', { name: /Você quis dizer/ })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('Você está sem internet', exact)).toBeVisible();
    await expectAccessible(page);
  });

  test('the three dialogs are accessible and Portuguese, with errors and toasts (M-001)', async ({
    page,
    backstage,
  }) => {
    await page.clock.install();
    await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
    const edit = await openEdit(page, 'React');
    await sendEdit(edit, { title: '' });
    await expect(edit.getByText('Tecnolgia Obrigatória', exact)).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');

    const release = await hold(page, 'DELETE', TECHNOLOGY);
    const confirm = await openDelete(page, 'React');
    await sendDelete(confirm);
    await expect(confirm.getByText('Enviando…')).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    release();
    await expect(rowOf(page, 'React')).toHaveCount(0);
    await page.clock.fastForward(1500);
    await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();

    const dialog = await openCreate(page);
    await refuse(page, 'POST', TECHNOLOGIES, 401, { code: 'unauthenticated' });
    await sendCreate(dialog, { title: 'Vue', status: 'Iniciante' });
    await expect(dialog.getByRole('link', { name: 'Entrar novamente', ...exact })).toBeVisible();
    await fieldOf(dialog, 'Nome').fill('');
    await createButton(dialog).click();
    await expect(dialog.getByText('Tecnolgia Obrigatória', exact)).toBeVisible();
    // Shows the older toast, too.
    await toastWith(page, 'Erro ao cadastrar a tecnologia').hover();
    await expectAccessible(page);
  });

  test('the profile is accessible and Portuguese, with errors and dialogs (M-001)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await logInElsewhere(backstage, person);
    await refuse(page, 'PUT', '**/profile', 401, { code: 'unauthenticated' });
    await openProfile(page, person);
    await page.getByRole('switch').click();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await fieldOf(page, 'Bio').fill('');
    await buttonOf(page, 'Salvar dados').click();
    await buttonOf(page, 'Alterar a senha').click();
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    await expect(page.getByText('Bio obrigatória', exact)).toBeVisible();
    await expectAccessible(page);
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    for (const [opener, send] of [
      ['Adicionar projeto', 'Salvar projeto'],
      [`Excluir ${WORK.title}`],
      ['Apagar minha conta', 'Apagar tudo para sempre'],
    ] as const) {
      await buttonOf(page, opener).click();
      if (send !== undefined) await buttonOf(page, send).click();
      await expectAccessible(page, '[role=dialog]');
      await page.keyboard.press('Escape');
    }
  });

  test.describe('when a part of the app cannot be fetched', () => {
    test.use({ expectedComplaints: ['dynamically imported module', 'Error occurred in'] });

    test('the page about the failure is accessible and Portuguese (M-001)', async ({ page, backstage }) => {
      await page.route('**/assets/dashboard-*.js', (route) => route.abort());
      await openAs(page, await backstage.signUp());
      await expect(headingOf(page, 'Algo deu errado')).toBeVisible();
      await expectAccessible(page);
    });
  });
});

async function typeInto(field: Locator, text: string) {
  await tabTo(field);
  await field.page().keyboard.press('ControlOrMeta+A');
  await field.page().keyboard.type(text);
}

/** Presses Tab until the focus leaves the page or comes round, and returns the names of the controls. */
async function readTabStops(page: Page) {
  const names = new Set<string>();
  const focused = page.locator(':focus');
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) === 0) break;
    const [, name = ''] = /"(.*?)"/.exec(await focused.ariaSnapshot()) ?? [];
    if (names.has(name)) break;
    names.add(name);
  }
  return [...names];
}

test.describe('the keyboard', () => {
  test('is enough for everything from the sign-up to "Sair"', async ({ page }) => {
    const person = aPerson();
    const { keyboard } = page;
    const field = (label: string) => fieldOf(page, label);
    const press = async (button: Locator, key = 'Enter') => {
      await tabTo(button);
      await keyboard.press(key);
    };

    await page.goto('/');
    await typeInto(field('Nome'), person.name);
    await typeInto(field('Email'), person.email);
    await typeInto(field('Senha'), person.password);
    await typeInto(field('Confirmar senha'), person.password);
    await press(field('Módulo do curso'), 'ArrowDown');
    await typeInto(field('Bio'), person.bio);
    await typeInto(field('Contato'), person.contact);
    await press(buttonOf(page, 'Cadastrar'));

    await expect(headingOf(page, 'Login')).toBeVisible();
    await typeInto(field('Email'), person.email);
    await typeInto(field('Senha'), person.password);
    await keyboard.press('Enter');

    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
    await press(buttonOf(page, '+'), 'Space');
    await expect(field('Nome')).toBeFocused();
    await keyboard.type('React');
    await press(field('Selecionar status'), 'ArrowDown');
    await press(createButton(page.getByRole('dialog')));
    await expect(rowOf(page, 'React')).toContainText('Iniciante');

    await press(buttonOf(rowOf(page, 'React'), 'React Iniciante'));
    await expect(field('Nome do projeto')).toBeFocused();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Preact');
    await keyboard.press('Enter');
    await expect(rowOf(page, 'Preact')).toBeVisible();

    await press(buttonOf(page, 'Excluir Preact'));
    await press(buttonOf(page, 'Sim'));
    await expect(rowOf(page, 'Preact')).toHaveCount(0);
    await press(buttonOf(page, 'Sair'));
    await expect(page).toHaveURL('/login');
  });

  test('goes through the sign-up, the dashboard and a dialog in reading order', async ({ page, backstage }) => {
    await page.goto('/');
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    const password = ['Senha', 'Mostrar o que digitei', 'Confirmar senha', 'Mostrar a repetição'];
    const fields = ['Nome', 'Email', ...password, 'Módulo do curso', 'Bio', 'Contato'];
    const links = ['Privacidade', 'Acessibilidade', 'API'];
    expect(await readTabStops(page)).toEqual([...fields, 'Cadastrar', 'Login', ...links]);

    await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
    const header = ['Pular para o conteúdo', 'Trilha', 'Mais', 'Sair'];
    expect(await readTabStops(page)).toEqual([...header, '+', 'React Intermediário', 'Excluir React']);
    const dialog = await openCreate(page);
    await dialog.evaluate((element) => element.focus());
    expect(await readTabStops(page)).toEqual(['X', 'Nome', 'Selecionar status', 'Cadastrar Tecnologia']);
  });
});

/** Widens the spacing of text as WCAG 1.4.12 has it. */
async function spaceText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule('p { margin-bottom: 2em !important }');
    sheet.insertRule('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Lists the boxes that hide a part of their text, and the buttons that their text sticks out of. */
function listCut(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((box) => box.checkVisibility() && !box.closest('.sr-only, input, select, textarea, svg'))
      .filter((box) => box.matches('button') || getComputedStyle(box).overflow === 'hidden')
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
}

async function expectReachable(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await expect(control).toBeInViewport({ ratio: 1 });
}

test.describe('at four times the size', () => {
  // A window of 1280 by 1024, magnified to 400 %.
  test.use({ viewport: { width: 320, height: 256 } });

  test('forms and pages fit the width and cut no text, with wide spacing too', async ({ page }) => {
    for (const [path, last] of [['/', 'Login'], ['/nada'], ['/acessibilidade'], ['/login', 'Cadastre-se']] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/') {
        await sendSignUp(page);
        await expect(fieldOf(page, 'Nome')).toBeFocused();
      }
      await expectNoSidewaysScroll(page);
      if (last !== undefined) await expectReachable(buttonOf(page, last));
      await spaceText(page);
      await expectNoSidewaysScroll(page);
      expect(await listCut(page), path).toEqual([]);
    }
    await logIn(page, aPerson());
    await anyToast(page).hover();
    expect(await listCut(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

  test('the dashboard and its dialogs fit and cut no text, with wide spacing too', async ({ page, backstage }) => {
    const long = 'T'.repeat(100);
    await openNine(page, backstage, long);
    await expectNoSidewaysScroll(page);
    for (const name of ['Sair', `Excluir ${long}`]) await expectReachable(buttonOf(page, name));
    for (const role of ['searchbox', 'combobox'] as const) await expectReachable(page.getByRole(role));
    await buttonOf(page, 'Mais').click();
    await expectReachable(page.getByRole('link', { name: 'Acessibilidade', ...exact }));
    await page.keyboard.press('Escape');
    await spaceText(page);
    await expectNoSidewaysScroll(page);
    expect(await listCut(page)).toEqual([]);
    for (const open of [openCreate, openEdit, openDelete]) {
      await expect(await open(page, 'Node')).toBeVisible();
      await expectNoSidewaysScroll(page);
      expect(await listCut(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
});
