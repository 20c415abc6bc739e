import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { aPerson } from '../helpers/make.ts';
import { anyToast, createButton, cut, logIn, openCreate, sendCreate } from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';

const exact = { exact: true };
const OFFLINE = 'Você está sem internet';

const SCREENS = [
  { path: '/', title: 'Cadastro · Trilha', heading: 'Crie sua Conta' },
  { path: '/login', title: 'Login · Trilha', heading: 'Login' },
  { path: '/acessibilidade', title: 'Acessibilidade · Trilha', heading: 'Acessibilidade' },
  { path: '/privacidade', title: 'Privacidade · Trilha', heading: 'Privacidade' },
  { path: '/nada', title: 'Página não encontrada · Trilha', heading: 'Página não encontrada' },
  { path: '/dashboard', title: 'Minhas tecnologias · Trilha', heading: 'Olá, Ana Souza' },
];

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, ...exact });

test('each screen has its own title in the browser’s tab, also after a change of screen (X-67)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp({ name: 'Ana Souza' });
  for (const { path, title } of SCREENS.filter((screen) => screen.path !== '/dashboard')) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', ...exact }).click();
  await expect(page).toHaveTitle('Login · Trilha');
  await logIn(page, person);
  await expect(page).toHaveTitle('Minhas tecnologias · Trilha');
  await page.getByRole('button', { name: 'Sair', ...exact }).click();
  await expect(page).toHaveTitle('Login · Trilha');
});

test('a change of screen puts the focus on its heading, the first screen takes none (X-68)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.goto('/');
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.getByRole('button', { name: 'Login', ...exact }).click();
  await expect(headingOf(page, 'Login')).toBeFocused();
  await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
  await expect(headingOf(page, 'Crie sua Conta')).toBeFocused();
  await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
  await expect(headingOf(page, 'Acessibilidade')).toBeFocused();
  await page.goBack();
  await page.getByRole('button', { name: 'Login', ...exact }).click();
  await logIn(page, person);
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeFocused();
  await page.getByRole('button', { name: 'Sair', ...exact }).click();
  await expect(headingOf(page, 'Login')).toBeFocused();
  await page.reload();
  await expect(headingOf(page, 'Login')).toBeVisible();
  await expect(headingOf(page, 'Login')).not.toBeFocused();
});

test('each screen has one first heading, one main part, and nothing outside its landmarks (X-69)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp({ name: 'Ana Souza' });
  for (const { path, heading } of SCREENS) {
    if (path === '/dashboard') await openAs(page, person);
    else await page.goto(path);
    await expect(headingOf(page, heading)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    const rules = ['region', 'page-has-heading-one', 'bypass', 'landmark-one-main', 'landmark-unique'];
    const { violations, passes } = await new AxeBuilder({ page }).withRules(rules).analyze();
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
    expect(passes.map(({ id }) => id)).toContain('region');
  }
  await expect(page.getByRole('banner')).toHaveCount(1);
});

test('"Pular para o conteúdo" is the dashboard’s first stop, shows itself there, and skips the header (X-69)', async ({
  page,
  ana,
}) => {
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo', ...exact });
  await expect(skip).toHaveCSS('clip-path', 'inset(50%)');
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toHaveCSS('clip-path', 'none');
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: '+', ...exact })).toBeFocused();
});

test('a redirect leaves no step in the history: Back does not bounce (X-70)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await page.goto('/favicon.svg');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page).toHaveURL('/favicon.svg');

  await page.goto('/login');
  await logIn(page, person);
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/favicon.svg');
});

test('someone with a session never sees the form screens flash by (X-71)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    requestAnimationFrame(function look() {
      const heading = document.querySelector('h1');
      if (heading?.checkVisibility({ visibilityProperty: true })) seen.add(heading.textContent);
      requestAnimationFrame(look);
    });
  });
  for (const path of ['/', '/login']) {
    await openAs(page, person, path);
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toContain(`Olá, ${person.name}`);
    expect(seen.filter((text) => ['Crie sua Conta', 'Login'].includes(text))).toEqual([]);
  }
});

test('the notice of an old session leads to the login, and forgets the session alone (X-73)', async ({ page, ana }) => {
  await page.route('**/users/techs', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', message: 'x', code: 'unauthenticated' } }),
  );
  await page.evaluate(() => localStorage.setItem('de-outro', 'fica'));
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Avançado' });
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expect(dialog.getByRole('status').filter({ hasText: 'Sua sessão expirou.' })).toBeVisible();
  await expect(dialog.getByLabel('Nome', exact)).toHaveValue(ana.name);
  await dialog.getByRole('link', { name: 'Entrar novamente', ...exact }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['de-outro']);
});

test('"Você está sem internet" stands there for as long as that is so, and is announced (X-74)', async ({
  page,
  context,
}) => {
  for (const path of ['/', '/login', '/acessibilidade']) {
    await page.goto(path);
    await expect(page.getByText(OFFLINE, exact)).toHaveCount(0);
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible();
    await expect(anyToast(page)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText(OFFLINE, exact)).toHaveCount(0);
  }
});

test('without a network a failure is told as ever, and works once the network is back (X-74)', async ({
  page,
  context,
  ana,
}) => {
  const dialog = await openCreate(page);
  await dialog.getByLabel('Nome', exact).fill(ana.name);
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE, exact)).toBeVisible();
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expect(page.getByText(OFFLINE, exact)).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await createButton(dialog).click();
  await expect(page.getByRole('listitem').filter({ hasText: ana.name })).toBeVisible();
});

test('a browser that blocks its storage shows the login, and a session lasts as long as the page (X-76)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await logIn(page, person);
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sair', ...exact }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/dashboard');
  await expect(headingOf(page, 'Login')).toBeVisible();
});

test.describe('the pages beyond the specification', () => {
  test('the dashboard has them behind "Mais", which opens and closes with pointer and keyboard', async ({
    page,
    ana,
  }) => {
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    const more = page.getByRole('banner').getByRole('button', { name: 'Mais', ...exact });
    const menu = page.getByRole('navigation', { name: 'Mais páginas', ...exact });
    await expect(menu).toBeHidden();
    await more.click();
    await expect(menu).toBeVisible();
    await expect(menu).toBeInViewport({ ratio: 1 });
    await page.mouse.click(20, 700);
    await expect(menu).toBeHidden();
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    for (const name of ['Meu perfil', 'Privacidade', 'Acessibilidade']) {
      await page.keyboard.press('Tab');
      await expect(menu.getByRole('link', { name, ...exact })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/acessibilidade');
    await expect(headingOf(page, 'Acessibilidade')).toBeFocused();
    await page.getByRole('link', { name: 'Voltar ao início', ...exact }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('the sign-up and the login have them below the card, and anyone can read them', async ({ page, backstage }) => {
    for (const path of ['/', '/login']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
      await expect(page).toHaveURL('/acessibilidade');
      await page.goBack();
      await expect(page).toHaveURL(path);
    }
    const answer = await page.goto('/acessibilidade');
    expect(answer?.status()).toBe(200);
    await page.getByRole('link', { name: 'Voltar ao início', ...exact }).click();
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    // Someone with a session stays there as well.
    await openAs(page, await backstage.signUp(), '/acessibilidade');
    await expect(headingOf(page, 'Acessibilidade')).toBeVisible();
    await expect(page).toHaveURL('/acessibilidade');
  });

  test('"Acessibilidade" explains every shortcut there is, and what the toasts do', async ({ page }) => {
    await page.goto('/acessibilidade');
    await expect(page.getByRole('term')).toHaveText(['F6', 'Ctrl + Z', 'Esc']);
    await expect(page.getByRole('definition')).toHaveCount(3);
    await expect(page.getByText('As notificações somem depois de cinco segundos.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'O que você pode esperar',
      'Atalhos',
      'Limites conhecidos',
    ]);
  });

  test('a login that fails for want of a network says so twice: in the line and in the toast', async ({
    page,
    context,
  }) => {
    await page.goto('/login');
    await page.getByLabel('Email', exact).focus();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await cut(page, 'POST', '**/sessions');
    await logIn(page, aPerson());
    await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
    await expect(page.getByText(OFFLINE, exact)).toBeVisible();
  });
});
