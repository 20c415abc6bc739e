import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import {
  buttonOf,
  exact,
  fieldOf,
  headingOf,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rowOf,
  sendCreate,
  sendEdit,
  sendSignUp,
} from '../helpers/actions.ts';
import { cut, refuse, TECHNOLOGIES } from '../helpers/calls.ts';
import { fillClass, openClass } from '../helpers/classes.ts';
import { type Backstage, expect, openAs, test } from '../helpers/fixtures.ts';
import {
  addWork,
  chooseFile,
  logInElsewhere,
  NOTICE,
  openAccount,
  openProfile,
  PNG,
  WORK,
} from '../helpers/profile.ts';
import { failToLogIn, toastWith } from '../helpers/toasts.ts';

/** Opens the dashboard of a user whose list is long enough to be filtered and sorted. */
function openNine(page: Page, backstage: Backstage, first = 'React') {
  const titles = [first, 'Node', 'CSS', 'HTML', 'Vue', 'Svelte', 'Astro', 'Zod', 'Redes'];
  const technologies = titles.map((title) => ({ title, status: 'Intermediario' as const }));
  return openWith(page, backstage, technologies);
}

test('the visitors’ pages are accessible and in Portuguese, failed forms included (M-001)', async ({ page }) => {
  for (const [path, fail] of [
    ['/', () => sendSignUp(page)],
    ['/login', () => failToLogIn(page)],
    ['/nada', undefined],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await fail?.();
    if (fail) await expect(page.locator('[aria-invalid=true], .toast').first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('the dashboard is accessible and Portuguese, also when empty or failed (M-001)', async ({ page, backstage }) => {
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

test('a long list is accessible and Portuguese, with menu, filter and suggestion, offline (M-001)', async ({
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
  const dialog = await openCreate(page);
  await fieldOf(dialog, 'Nome').fill('Pyhton');
  await expect(dialog.getByRole('button', { name: /Você quis dizer/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Você está sem internet', exact)).toBeVisible();
  await expectAccessible(page);
});

test('the three dialogs are accessible and Portuguese, with errors and a toast (M-001)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
  await expect(await openDelete(page, 'React')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  const edit = await openEdit(page, 'React');
  await sendEdit(edit, { title: '' });
  await expect(edit.getByText('Tecnolgia Obrigatória', exact)).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await refuse(page, 'POST', TECHNOLOGIES, 401, { code: 'unauthenticated' });
  const create = await openCreate(page);
  await sendCreate(create, { title: 'Vue', status: 'Iniciante' });
  await expect(create.getByRole('link', { name: 'Entrar novamente', ...exact })).toBeVisible();
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expectAccessible(page);
});

test('the page’s screen is accessible and Portuguese, with errors and dialogs (M-001)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await addWork(backstage, person);
  await refuse(page, 'PUT', '**/profile', 401, { code: 'unauthenticated' });
  await openProfile(page, person);
  await page.getByRole('switch').click();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await fieldOf(page, 'Bio').fill('');
  await buttonOf(page, 'Salvar dados').click();
  await expect(page.getByText('Bio obrigatória', exact)).toBeVisible();
  await expectAccessible(page);
  await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
  for (const [opener, send] of [['Adicionar projeto', 'Salvar projeto'], [`Excluir ${WORK.title}`]] as const) {
    await buttonOf(page, opener).click();
    if (send !== undefined) await buttonOf(page, send).click();
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');
  }
});

test('the account is accessible and Portuguese, with errors and a dialog (M-001)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await logInElsewhere(backstage, person);
  await openAccount(page, person);
  await buttonOf(page, 'Alterar a senha').click();
  await expect(page.getByText('Senha atual obrigatória', exact)).toBeVisible();
  await expectAccessible(page);
  await buttonOf(page, 'Apagar minha conta').click();
  await buttonOf(page, 'Apagar tudo para sempre').click();
  await expectAccessible(page, '[role=dialog]');
});

test('a class, its dialogs and its invitation are accessible and Portuguese (M-001)', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await page.goto(`/turma/${taught.code}`);
  await expect(buttonOf(page, 'Criar conta')).toBeVisible();
  await expectAccessible(page);
  await openAs(page, teacher, '/turmas');
  await expect(page.getByRole('link', { name: taught.name, ...exact })).toBeVisible();
  await buttonOf(page, 'Abrir turma').click();
  await expect(page.getByText('Nome da turma obrigatório', exact)).toBeVisible();
  await expectAccessible(page);
  const other = await openClass(backstage, await backstage.signUp());
  for (const [{ code }, button] of [
    [taught, 'Abrir a turma'],
    [other, 'Participar da turma'],
  ] as const) {
    await page.goto(`/turma/${code}`);
    await expect(buttonOf(page, button)).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/turmas/nada');
  await expect(headingOf(page, 'Turma não encontrada')).toBeVisible();
  await expectAccessible(page);

  await fillClass(backstage, taught, [{ name: 'Bia Lima', technologies: { React: 'Avançado', Elm: 'Iniciante' } }]);
  await page.goto(`/turmas/${taught.id}`);
  await buttonOf(page, 'React').click();
  await buttonOf(page, '1 avançada · 1 iniciante').click();
  await expectAccessible(page);
  for (const [opener, dialog] of [
    ['Convidar', 'Convite'],
    ['Mudar o nome', 'Nome da turma'],
    ['Encerrar turma', 'Encerrar a turma?'],
    ['Remover Bia Lima', 'Remover da turma?'],
  ] as const) {
    await buttonOf(page, opener).click();
    await expect(page.getByRole('dialog', { name: dialog, ...exact })).toBeVisible();
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

/** Presses Tab until the focus leaves the page or wraps, and returns the names of the controls. */
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

test('Tab goes through the sign-up, the dashboard and a dialog in reading order', async ({ page, backstage }) => {
  await page.goto('/');
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  const password = ['Senha', 'Mostrar o que digitei', 'Confirmar senha', 'Mostrar a repetição'];
  const fields = ['Nome', 'Email', ...password, 'Módulo do curso', 'Bio', 'Contato'];
  const links = ['Pessoas', 'Privacidade', 'Acessibilidade', 'API'];
  expect(await readTabStops(page)).toEqual([...fields, 'Cadastrar', 'Login', ...links]);

  await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
  const header = ['Pular para o conteúdo', 'Trilha', 'Mais', 'Sair'];
  expect(await readTabStops(page)).toEqual([...header, '+', 'React Intermediário', 'Excluir React']);
  const dialog = await openCreate(page);
  await dialog.evaluate((element) => element.focus());
  expect(await readTabStops(page)).toEqual(['X', 'Nome', 'Selecionar status', 'Cadastrar Tecnologia']);
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

/** Expects that the page fits the width, no box hides a part of its text, and no text sticks out of a button. */
async function expectNothingCut(page: Page) {
  await expectNoSidewaysScroll(page);
  const cutOff = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((box) => box.checkVisibility() && !box.closest('.sr-only, input, select, textarea, svg'))
      .filter((box) => box.matches('button') || getComputedStyle(box).overflow === 'hidden')
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(cutOff).toEqual([]);
}

test.describe('at four times the size, with wide spacing', () => {
  // A window of 1280 by 1024, magnified to 400 %.
  test.use({ viewport: { width: 320, height: 256 } });

  test('forms, pages and a toast fit the width and cut no text', async ({ page }) => {
    for (const path of ['/', '/nada', '/acessibilidade', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/') {
        await sendSignUp(page);
        await expect(fieldOf(page, 'Nome')).toBeFocused();
      }
      await spaceText(page);
      await expectNothingCut(page);
    }
    await (await failToLogIn(page)).hover();
    await expectNothingCut(page);
  });

  test('classes, an invitation and its dialog fit the width and cut no text', async ({ page, backstage }) => {
    const teacher = await backstage.signUp();
    const taught = await openClass(backstage, teacher, 'T'.repeat(80));
    const other = await openClass(backstage, await backstage.signUp(), 'U'.repeat(80));
    const technologies = { ['R'.repeat(100)]: 'Avançado', React: 'Iniciante' };
    await fillClass(backstage, taught, [{ name: 'B'.repeat(120), technologies }]);
    await openAs(page, teacher, '/turmas');
    for (const [path, text] of [
      ['/turmas', taught.name],
      [`/turma/${taught.code}`, 'Abrir a turma'],
      [`/turma/${other.code}`, teacher.name],
      [`/turmas/${taught.id}`, '1 avançada · 1 iniciante'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(text, exact)).toBeVisible();
      await spaceText(page);
      await expectNothingCut(page);
    }
    await buttonOf(page, 'R'.repeat(100)).click();
    await expectNothingCut(page);
    await buttonOf(page, 'Convidar').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNothingCut(page);
  });

  test('the dashboard, its menu and its dialogs fit the width and cut no text', async ({ page, backstage }) => {
    await openNine(page, backstage, 'T'.repeat(100));
    await buttonOf(page, 'Mais').click();
    const link = page.getByRole('link', { name: 'Acessibilidade', ...exact });
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await spaceText(page);
    await expectNothingCut(page);
    for (const open of [openCreate, openEdit, openDelete]) {
      await expect(await open(page, 'Node')).toBeVisible();
      await expectNothingCut(page);
      await page.keyboard.press('Escape');
    }
  });
});
