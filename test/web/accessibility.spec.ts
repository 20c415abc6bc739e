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
import { cut, hold, nameOf, recordCalls, refuse } from '../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { addWork, chooseFile, logInElsewhere, NOTICE, openProfile, PNG, WORK } from '../helpers/profile.ts';
import { anyToast, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

const PUBLIC = ['/', '/login', '/acessibilidade', '/privacidade', '/nada'];

/** The same while this toast is shown: the pointer over it keeps it from going. */
async function expectAccessibleWith(page: Page, toast: Locator) {
  await toast.hover();
  await expectAccessible(page, '#toasts');
  await expect(toast).toBeVisible();
}

/** A user who knows two technologies, on their dashboard. */
function openList(page: Page, backstage: Backstage) {
  return openWith(page, backstage, [
    { title: 'React', status: 'Intermediario' },
    { title: 'Node', status: 'Avançado' },
  ]);
}

/** A user whose list is long enough to have its own tools, on their dashboard. */
function openNine(page: Page, backstage: Backstage) {
  const titles = ['React', 'Node', 'CSS', 'HTML', 'Vue', 'Svelte', 'Astro', 'Zod', 'Redes'];
  return openWith(
    page,
    backstage,
    titles.map((title) => ({ title, status: 'Intermediario' as const })),
  );
}

async function typeInto(field: Locator, text: string) {
  await tabTo(field);
  await field.page().keyboard.press('ControlOrMeta+A');
  await field.page().keyboard.type(text);
}

type Stop = { name: string; left: number; top: number; bottom: number };

/** Where the Tab key leads from the place of the focus, until it leaves the page or comes round. */
async function readTabStops(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return undefined;
      const { left, top, bottom } = focused.getBoundingClientRect();
      const label = focused instanceof HTMLButtonElement ? undefined : (focused as HTMLInputElement).labels?.[0];
      const text = (label ?? focused).textContent.trim() || focused.querySelector('img')?.alt;
      const name = focused.getAttribute('aria-label') || text || focused.getAttribute('title') || '';
      // The page may have scrolled to what has the focus.
      return { name, left, top: top + scrollY, bottom: bottom + scrollY };
    });
    if (stop === undefined || stops.some(({ name, top }) => name === stop.name && top === stop.top)) break;
    stops.push(stop);
  }
  return stops;
}

/** That these are the stops, each to the right of the one before it or below it. */
function expectReadingOrder(stops: Stop[], names: string[]) {
  expect(stops.map(({ name }) => name)).toEqual(names);
  const backwards = stops.slice(1).filter((stop, index) => {
    const before = stops[index];
    if (before === undefined) return true;
    const sameLine = stop.top < before.bottom && before.top < stop.bottom;
    return sameLine ? stop.left <= before.left : stop.top < before.bottom;
  });
  expect(backwards).toEqual([]);
}

test.describe('the rules of WCAG', () => {
  test('sign-up, login and the page about an unknown address break no rule of WCAG, neither empty, wrong, waiting, nor refused (X-69, X-86)', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', exact: true })).toBeVisible();
    await expectAccessible(page);
    await sendSignUp(page);
    await expect(page.getByText('Nome Obrigatório', { exact: true })).toBeVisible();
    await expectAccessible(page, 'main');
    await refuse(page, 'POST', '**/users');
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await expectAccessibleWith(page, toastWith(page, 'Erro ao realizar o cadastro'));

    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Password obrigatório', { exact: true })).toBeVisible();
    await expectAccessible(page, 'main');
    const release = await hold(page, 'POST', '**/sessions');
    await logIn(page, aPerson());
    await expect(page.getByText('Enviando…')).toBeVisible();
    await expectAccessible(page, 'main');
    release();
    await expectAccessibleWith(page, toastWith(page, 'Verifique os dados do login'));

    await page.goto('/nada');
    await expect(page.getByRole('heading', { name: 'Página não encontrada', exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('the dashboard breaks no rule of WCAG, neither full, empty, nor when it cannot be read (X-69, X-86)', async ({
    page,
    backstage,
  }) => {
    const { person } = await openList(page, backstage);
    await expectAccessible(page);
    await rowOf(page, 'React').hover();
    await expectAccessible(page, 'main');

    await openAs(page, await backstage.signUp());
    await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
    await expectAccessible(page);

    await cut(page, 'GET', `**/users/${person.id}`);
    await openAs(page, person);
    await expect(page.getByRole('button', { name: 'Tentar de novo', exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('the three dialogs break no rule of WCAG, neither empty, wrong nor waiting, nor under the toasts of their ends (X-86)', async ({
    page,
    backstage,
  }) => {
    await openList(page, backstage);
    const edit = await openEdit(page, 'React');
    await expect(edit).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await sendEdit(edit, { title: '' });
    await expect(edit.getByText('Tecnolgia Obrigatória', { exact: true })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');

    const release = await hold(page, 'DELETE', '**/users/techs/*');
    const confirm = await openDelete(page, 'React');
    await expect(confirm).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await sendDelete(confirm);
    await expect(confirm.getByText('Enviando…')).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    release();
    const deleted = toastWith(page, 'Tecnologia deletada com sucesso');
    await expectAccessibleWith(page, deleted);
    await deleted.getByRole('button', { name: 'Fechar notificação', ...exact }).click();

    const dialog = await openCreate(page);
    await expect(dialog).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await createButton(dialog).click();
    await expect(dialog.getByText('Status obrigatório', { exact: true })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await refuse(page, 'POST', '**/users/techs', 401, { code: 'unauthenticated' });
    await sendCreate(dialog, { title: 'Vue', status: 'Iniciante' });
    await expect(dialog.getByRole('link', { name: 'Entrar novamente', exact: true })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectAccessibleWith(page, toastWith(page, 'Erro ao cadastrar a tecnologia'));
  });

  test('what the specification does not have breaks no rule of WCAG either (X-86)', async ({
    page,
    backstage,
    context,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/acessibilidade');
    await expect(page.getByRole('heading', { name: 'Acessibilidade', ...exact })).toBeVisible();
    await expectAccessible(page);
    await openNine(page, backstage);
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await expect(page.getByRole('link', { name: 'Acessibilidade', ...exact })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('nada disso');
    await expect(page.getByText('Nenhuma tecnologia com este filtro.')).toBeVisible();
    const dialog = await openCreate(page);
    await dialog.getByLabel('Nome', exact).fill('Pyhton');
    await expect(dialog.getByRole('button', { name: /Você quis dizer/ })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('Você está sem internet', exact)).toBeVisible();
    await expectAccessible(page);
  });

  test('no state of the profile breaks a rule of WCAG (X-86)', async ({ page, backstage }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const person = await backstage.signUp();
    await openProfile(page, person);
    await expectAccessible(page);
    await addWork(backstage, person);
    await logInElsewhere(backstage, person);
    await page.reload();
    await page.getByRole('switch').click();
    await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
    await fieldOf(page, 'Bio').fill('');
    await buttonOf(page, 'Salvar dados').click();
    await buttonOf(page, 'Alterar a senha').click();
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    await expect(page.getByText('Bio obrigatória', exact)).toBeVisible();
    await expectAccessible(page);
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    for (const { opener, send } of [
      { opener: 'Adicionar projeto', send: 'Salvar projeto' },
      { opener: `Excluir ${WORK.title}`, send: undefined },
      { opener: 'Apagar minha conta', send: 'Apagar tudo para sempre' },
    ]) {
      await buttonOf(page, opener).click();
      if (send !== undefined) await buttonOf(page, send).click();
      await expectAccessible(page, '[role=dialog]');
      await page.keyboard.press('Escape');
    }
    await refuse(page, 'PUT', '**/profile', 401, { code: 'unauthenticated' });
    await page.getByRole('switch').click();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expectAccessible(page, 'main');
  });
});

test.describe('the keyboard', () => {
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

  test('everything on the profile can be done with the keyboard alone (X-85)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    // The page's own choice of a file is held up for as long as somebody listens.
    const choices: unknown[] = [];
    page.on('filechooser', (chooser) => choices.push(chooser));
    await openProfile(page, person);
    const { keyboard } = page;
    await tabTo(fieldOf(page, 'Nome'));
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Ana Maria');
    await keyboard.press('Enter');
    await expect(toastWith(page, 'Dados salvos')).toBeVisible();
    await tabTo(buttonOf(page, 'Escolher foto'));
    await keyboard.press('Enter');
    await expect.poll(() => choices.length).toBe(1);
    await tabTo(buttonOf(page, 'Adicionar projeto'));
    await keyboard.press('Enter');
    for (const text of [WORK.title, WORK.description, WORK.deploy_url]) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await expect(buttonOf(page, `Editar ${WORK.title}`)).toBeVisible();
    await tabTo(page.getByRole('switch'));
    await keyboard.press('Enter');
    await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
    await tabTo(buttonOf(page, 'Apagar minha conta'));
    await keyboard.press('Enter');
    await keyboard.type(person.password);
    await tabTo(fieldOf(page, 'Digite APAGAR para confirmar'));
    await keyboard.type('APAGAR');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
  });

  test('the Tab key goes through each screen as one reads it, and no key does anything by itself outside a field (X-11, X-84)', async ({
    page,
    backstage,
  }) => {
    await page.goto('/');
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    expectReadingOrder(await readTabStops(page), [
      'Nome',
      'Email',
      'Senha',
      'Mostrar o que digitei',
      'Confirmar senha',
      'Mostrar a repetição',
      'Módulo do curso',
      'Bio',
      'Contato',
      'Cadastrar',
      'Login',
      'Privacidade',
      'Acessibilidade',
      'API',
    ]);
    await page.goto('/login');
    await expect(headingOf(page, 'Login')).toBeVisible();
    expectReadingOrder(await readTabStops(page), [
      'Email',
      'Senha',
      'Mostrar o que digitei',
      'Entrar',
      'Cadastre-se',
      'Esqueci minha senha',
      'Privacidade',
      'Acessibilidade',
      'API',
    ]);
    await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
    const calls = recordCalls(page);
    const before = await page.getByRole('main').innerHTML();
    for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789?/+-.*') await page.keyboard.press(key);
    expect(await page.getByRole('main').innerHTML()).toBe(before);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    expect(calls.map(nameOf)).toEqual([]);

    const dashboard = await readTabStops(page);
    expectReadingOrder(dashboard, [
      'Pular para o conteúdo',
      'Trilha',
      'Mais',
      'Sair',
      '+',
      'React Intermediário',
      'Excluir React',
    ]);
    const dialog = await openCreate(page);
    await dialog.evaluate((element) => element.focus());
    expectReadingOrder(await readTabStops(page), ['X', 'Nome', 'Selecionar status', 'Cadastrar Tecnologia']);
    await expect(page.locator('[tabindex]:not([tabindex="-1"], [tabindex="0"])')).toHaveCount(0);
  });
});

async function expectReachable(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await expect(control).toBeInViewport({ ratio: 1 });
}

test.describe('at four times the size', () => {
  // A window of 1280 by 1024 that is magnified to 400 % has this much room.
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  test('no screen scrolls sideways, and the last control of each is within reach, the menu and the line that filters, too (X-78, X-79)', async ({
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

    await page.goto('/acessibilidade');
    await expect(page.getByRole('heading', { name: 'Acessibilidade', ...exact })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await openNine(page, backstage);
    await expectNoSidewaysScroll(page);
    for (const control of [
      page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact }),
      page.getByRole('combobox', { name: 'Ordenar', ...exact }),
      page.getByRole('button', { name: 'Sair', ...exact }),
      page.getByRole('button', { name: 'Mais', ...exact }),
    ]) {
      await control.scrollIntoViewIfNeeded();
      await expect(control).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await expect(page.getByRole('link', { name: 'Acessibilidade', ...exact })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });
});

/** The wider spacing of text that a person may need, as WCAG 1.4.12 has it. */
async function spaceText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** The texts of which a part cannot be seen, because their box, or one around it, ends before they do. */
function cutTexts(page: Page) {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const own = node.parentElement;
      if (!own?.checkVisibility() || own.closest('.sr-only, noscript, script, select') || !node.nodeValue?.trim())
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box: Element | null = own; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box);
        if (clipPath !== 'none') break;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const clips = overflowX === 'hidden' && (text.left < left - 1 || text.right > right + 1);
        const cuts = overflowY === 'hidden' && (text.top < top - 1 || text.bottom > bottom + 1);
        const leaves = box.matches('button') && (text.left < left - 1 || text.right > right + 1);
        if (clips || cuts || leaves) found.push(`${node.nodeValue} in ${box.outerHTML.slice(0, 80)}`);
      }
    }
    return found;
  });
}

const WIDTHS = [1280, 320];

test.describe('with wider spacing', () => {
  test('no text of a form, a text page or a toast is cut, on a wide screen or on one of 320 px (X-80)', async ({
    page,
  }) => {
    for (const path of PUBLIC) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/') await sendSignUp(page);
      await spaceText(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await cutTexts(page), `${path} at ${width}`).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
    }
    await page.goto('/login');
    await cut(page, 'POST', '**/sessions');
    await logIn(page, aPerson());
    await spaceText(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await anyToast(page).hover();
      expect(await cutTexts(page), `a toast at ${width}`).toEqual([]);
    }
  });

  test('no text of the dashboard and its dialogs is cut, on a wide screen or on one of 320 px (X-80)', async ({
    page,
    backstage,
  }) => {
    await openNine(page, backstage);
    await spaceText(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await cutTexts(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
      // No word is broken in two.
      const level = page.getByText('Intermediário', { exact: true }).first();
      const lines = await level.evaluate((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
      for (const open of [openCreate, openEdit, openDelete]) {
        await open(page, 'React');
        expect(await cutTexts(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
    }
  });
});
