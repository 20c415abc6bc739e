import type { Page } from '@playwright/test';
import { buttonOf, goBack, headingOf, logIn, rowOf } from '../helpers/acts.ts';
import { hold, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';

const exact = { exact: true };

/** Opens an address as if it were typed, then reloads it: both must be answered with the app. */
async function openAndReload(page: Page, path: string, heading: string) {
  for (const answer of [await page.goto(path), await page.reload()]) {
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['content-type']).toContain('text/html');
    await expect(headingOf(page, heading)).toBeVisible();
    await expect(page).toHaveURL(path);
  }
}

const SCREENS = [
  { path: '/', title: 'Cadastro · Trilha', heading: 'Crie sua Conta' },
  { path: '/login', title: 'Login · Trilha', heading: 'Login' },
  { path: '/acessibilidade', title: 'Acessibilidade · Trilha', heading: 'Acessibilidade' },
  { path: '/privacidade', title: 'Privacidade · Trilha', heading: 'Privacidade' },
  { path: '/nada', title: 'Página não encontrada · Trilha', heading: 'Página não encontrada' },
  { path: '/dashboard', title: 'Minhas tecnologias · Trilha', heading: 'Olá, Ana Souza' },
];

test.describe('a visitor', () => {
  test('finds the sign-up at / and the login at /login, also on reload, and stays there (M-023, M-024, M-031)', async ({
    page,
  }) => {
    await openAndReload(page, '/', 'Crie sua Conta');
    await expect(page.getByRole('button', { name: 'Cadastrar', ...exact })).toBeVisible();
    await openAndReload(page, '/login', 'Login');
    await expect(page.getByRole('button', { name: 'Entrar', ...exact })).toBeVisible();
  });

  test('is sent from /dashboard to the login, sees nothing of it and asks the server for nobody, and so from /perfil (M-027, X-71)', async ({
    page,
  }) => {
    const calls = recordCalls(page);
    await page.goto('/dashboard');
    await expect(headingOf(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.waitForLoadState('networkidle');
    for (const text of ['Sair', '+', 'Tecnologias']) await expect(page.getByText(text, exact)).toHaveCount(0);
    await page.goto('/perfil');
    await expect(page).toHaveURL('/login');
    await expect(headingOf(page, 'Login')).toBeVisible();
    expect(calls.map(nameOf)).toEqual([]);
  });
});

test.describe('a user with a session', () => {
  test('finds the dashboard at /dashboard, also on reload, and stays there; its first stop, "Pular para o conteúdo", skips the header, and a link to the page that one is on makes no step in the history (M-025, M-026, M-030, X-69, X-473)', async ({
    page,
    ana,
  }) => {
    await openAndReload(page, '/dashboard', `Olá, ${ana.name}`);
    await expect(page.getByRole('button', { name: 'Sair', ...exact })).toBeVisible();

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

    const steps = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: 'Trilha', ...exact }).click();
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(steps);

    for (const visit of ['the first', 'a second']) {
      await buttonOf(page, 'Mais').click();
      await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
      await expect(headingOf(page, 'Meu perfil')).toBeVisible();
      expect(await page.evaluate(() => history.length), visit).toBe(steps + 1);
    }
  });

  test('is sent from / and from /login to the dashboard (M-028, M-029)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    for (const path of ['/', '/login']) {
      await openAs(page, ana, path);
      await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
    }
  });
});

test('a change of screen puts the focus on its heading and changes the tab’s title, the first screen takes no focus; whoever logs in and goes back to the forms is sent on to the dashboard (A-29, X-67, X-68)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.goto('/');
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.getByRole('button', { name: 'Login', ...exact }).click();
  await expect(headingOf(page, 'Login')).toBeFocused();
  await expect(page).toHaveTitle('Login · Trilha');
  await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
  await expect(headingOf(page, 'Crie sua Conta')).toBeFocused();
  await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
  await expect(headingOf(page, 'Acessibilidade')).toBeFocused();
  await page.goBack();
  await page.getByRole('button', { name: 'Login', ...exact }).click();
  await logIn(page, person);
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeFocused();
  await expect(page).toHaveTitle('Minhas tecnologias · Trilha');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sair', ...exact }).click();
  await expect(headingOf(page, 'Login')).toBeFocused();
  await page.reload();
  await expect(headingOf(page, 'Login')).toBeVisible();
  await expect(headingOf(page, 'Login')).not.toBeFocused();
});

test('each screen has a title, one first heading and one main part; an unknown address says so, with a way home and the status 404 (A-02, A-27, X-67, X-69, X-75)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp({ name: 'Ana Souza' });
  for (const { path, title, heading } of SCREENS) {
    if (path === '/dashboard') await openAs(page, person);
    else await page.goto(path);
    await expect(headingOf(page, heading)).toBeVisible();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
  }
  await expect(page.getByRole('banner')).toHaveCount(1);

  expect((await page.goto('/nada/aqui'))?.status()).toBe(404);
  await expect(headingOf(page, 'Página não encontrada')).toBeVisible();
  await expect(page).toHaveURL('/nada/aqui');
  await page.getByRole('link', { name: 'Voltar ao início', ...exact }).click();
  // Home is the dashboard of whoever has a session.
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
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

test('a screen that is still on its way leaves the one before in place, and says after a moment that it loads (X-549)', async ({
  page,
  ana,
}) => {
  const arrive = await hold(page, 'GET', '**/assets/profile*');
  await page.getByRole('button', { name: 'Mais', ...exact }).click();
  await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
  await expect(page.getByText('Carregando…', exact)).toBeVisible();
  await expect(page).toHaveURL('/perfil');
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await expect(page).toHaveTitle('Minhas tecnologias · Trilha');
  arrive();
  await expect(headingOf(page, 'Meu perfil')).toBeFocused();
  await expect(page.getByText('Carregando…', exact)).toBeHidden();
});

test('a screen begins at its top, and whoever comes back before the next one is there finds it as new (X-554)', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const back = page.getByRole('link', { name: 'Voltar ao início', ...exact });
  // The second time its script is there.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
    await expect(headingOf(page, 'Privacidade')).toBeFocused();
    await expect(back).toBeInViewport({ ratio: 1 });
    await back.click();
    await expect(headingOf(page, 'Crie sua Conta')).toBeInViewport({ ratio: 1 });
  }

  await openAs(page, await backstage.signUp(), '/perfil');
  const bio = page.getByLabel('Bio', exact);
  await bio.fill('Outra bio');
  await hold(page, 'GET', '**/assets/dashboard*');
  await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
  await buttonOf(page, 'Descartar').click();
  await expect(page).toHaveURL('/dashboard');
  await goBack(page);
  await expect(page).toHaveURL('/perfil');
  await expect(bio).not.toHaveValue('Outra bio');
});

test.describe('when the script of a page cannot be fetched', () => {
  test.use({ expectedComplaints: ['dynamically imported module', 'Unable to preload CSS', 'Error occurred in'] });

  test('the page says so, Back leads out of it, and later it is fetched whole (X-410)', async ({ page, ana }) => {
    let lost = true;
    await page.route('**/assets/profile*', (route) => (lost ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
    await expect(headingOf(page, 'Algo deu errado')).toBeFocused();
    await expect(page).toHaveTitle('Algo deu errado · Trilha');
    await goBack(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();

    lost = false;
    await page.evaluate(() => history.forward());
    await expect(headingOf(page, 'Meu perfil')).toBeVisible();
    const section = page.getByRole('region', { name: 'Dados', ...exact });
    await expect(section).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });

  test('without a network it says so, leads back, and opens by itself once there is one (X-532)', async ({
    page,
    context,
    ana,
  }) => {
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
    await expect(headingOf(page, 'Algo deu errado')).toBeFocused();
    await expect(page.getByText('Você está sem internet, e esta página ainda não tinha sido carregada.')).toBeVisible();
    await buttonOf(page, 'Voltar').click();
    await expect(page).toHaveURL('/dashboard');

    await page.evaluate(() => history.forward());
    await expect(headingOf(page, 'Algo deu errado')).toBeVisible();
    await context.setOffline(false);
    await expect(headingOf(page, 'Meu perfil')).toBeVisible();
  });

  test('a dialog says so above the dashboard, and opens once there is a network (X-470)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await backstage.addTechnology(person, { title: 'React' });
    let lost = true;
    await page.route('**/{dashboard,assets/dialogs*}', (route) =>
      lost && !route.request().isNavigationRequest() ? route.abort() : route.continue(),
    );
    await openAs(page, person);
    const dialog = page.getByRole('dialog');
    for (const open of [buttonOf(page, '+'), rowOf(page, 'React').getByRole('button').first()]) {
      await open.click();
      await expect(dialog).toContainText('Não foi possível carregar esta janela.');
      await expect(dialog).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(open).toBeFocused();
    }
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();

    await buttonOf(page, '+').click();
    const retry = buttonOf(dialog, 'Tentar de novo');
    // The last that a try asks for: only then is it over.
    const lostPage = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/dashboard'));
    await retry.click();
    await lostPage;
    await expect(retry).not.toHaveAttribute('aria-disabled', 'true');
    lost = false;
    await retry.click();
    await expect(dialog).toHaveAccessibleName('Cadastrar Tecnologia');
    await expect(dialog.getByLabel('Nome', exact)).toBeFocused();
    // Its style sheet has come, too.
    await dialog.getByLabel('Nome', exact).fill('phyton');
    const suggestion = buttonOf(dialog, 'Você quis dizer Python?');
    await expect(suggestion).toHaveCSS('text-decoration-line', 'underline');
  });

  test('a tab from before a deploy fetches the new version by itself (X-471)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    // What the deploy has taken away, and the page that it has put in place.
    let deployed = false;
    await page.route('**/assets/dashboard-*', (route) =>
      deployed ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    );
    await page.goto('/login');
    await expect(buttonOf(page, 'Entrar')).toBeVisible();
    deployed = true;
    await page.route('**/dashboard', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      deployed = !route.request().isNavigationRequest();
      // The script that runs here is named by the new version no more.
      const body = deployed ? text.replaceAll('/assets/index-', '/assets/index-new-') : text;
      await route.fulfill({ response: answer, body });
    });
    await logIn(page, person);
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  });
});

test.describe('when the app’s first script cannot be fetched', () => {
  const SCRIPT = '**/assets/index-*.js';

  test('the page says so, and keeps what was typed (X-472)', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(SCRIPT, async (route) => {
      await promise;
      await route.fulfill({ status: 404, json: {} });
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email', exact).fill('ana@example.com');
    resolve();
    await expect(page.getByRole('alert')).toContainText('Não foi possível carregar a Trilha. Recarregue a página.');
    await expect(page.getByLabel('Email', exact)).toHaveValue('ana@example.com');
  });

  test('a dashboard, which is black until then, says so (X-472)', async ({ page, backstage }) => {
    await openAs(page, await backstage.signUp(), '/favicon.svg');
    await page.route(SCRIPT, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/');
    const words = page.getByText('Não foi possível carregar a Trilha. Recarregue a página.', exact);
    await expect(words).toBeVisible();
    await expect(words).toBeInViewport();
  });
});
