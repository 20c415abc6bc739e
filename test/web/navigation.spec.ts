import type { Page } from '@playwright/test';
import { buttonOf, exact, goBack, headingOf, logIn, rowOf } from '../helpers/actions.ts';
import { hold, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';

async function expectTitle(page: Page, path: string, heading: string, title: string) {
  await page.goto(path);
  await expect(headingOf(page, heading)).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Trilha`);
}

async function openMenuLink(page: Page, name: string) {
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name, ...exact }).click();
}

test.describe('a visitor', () => {
  test('opens the sign-up and the login, each with its title', async ({ page }) => {
    await expectTitle(page, '/', 'Crie sua Conta', 'Cadastro');
    await expect(buttonOf(page, 'Cadastrar')).toBeVisible();
    // The first screen takes no focus.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await expectTitle(page, '/login', 'Login', 'Login');
    await expect(buttonOf(page, 'Entrar')).toBeVisible();
  });

  test('is sent from the dashboard to the login without a step in the history', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const calls = recordCalls(page);
    await page.goto('/favicon.svg');
    for (const path of ['/dashboard', '/perfil']) {
      await page.goto(path);
      await expect(headingOf(page, 'Login')).toBeVisible();
      await expect(page).toHaveURL('/login');
    }
    await page.waitForLoadState('networkidle');
    expect(calls.map(nameOf)).toEqual([]);
    await goBack(page);
    await expect(page).toHaveURL('/login');
    await goBack(page);
    await expect(page).toHaveURL('/favicon.svg');
    await page.goto('/login');
    await logIn(page, person);
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
    await goBack(page);
    await expect(page).toHaveURL('/favicon.svg');
  });
});

test.describe('a user', () => {
  test('opens the dashboard, which has its title', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await openAs(page, ana);
    await expectTitle(page, '/dashboard', `Olá, ${ana.name}`, 'Minhas tecnologias');
    await expect(buttonOf(page, 'Sair')).toBeVisible();
  });

  test('skips the header, and steps back past links to the same page (X-473)', async ({ page, ana }) => {
    const skip = page.getByRole('link', { name: 'Pular para o conteúdo', ...exact });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(buttonOf(page, '+')).toBeFocused();

    const steps = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: 'Trilha', ...exact }).click();
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(steps);
    for (let visit = 0; visit < 2; visit += 1) {
      await openMenuLink(page, 'Minha página');
      await expect(headingOf(page, 'Minha página')).toBeVisible();
      expect(await page.evaluate(() => history.length)).toBe(steps + 1);
    }
  });

  test('sees the 404 page at an unknown address, with a link home (A-02, A-27)', async ({ page, ana }) => {
    expect((await page.goto('/nada/aqui'))?.status()).toBe(404);
    await expect(headingOf(page, 'Página não encontrada')).toBeVisible();
    await expect(page).toHaveURL('/nada/aqui');
    await page.getByRole('link', { name: 'Voltar ao início', ...exact }).click();
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a change of screen moves the focus to its heading (A-29)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await page.goto('/');
  await buttonOf(page, 'Login').click();
  await expect(headingOf(page, 'Login')).toBeFocused();
  await buttonOf(page, 'Cadastre-se').click();
  await expect(headingOf(page, 'Crie sua Conta')).toBeFocused();
  await buttonOf(page, 'Login').click();
  await logIn(page, person);
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeFocused();
  await buttonOf(page, 'Sair').click();
  await expect(headingOf(page, 'Login')).toBeFocused();
});

test('the previous screen stays visible while the next one loads', async ({ page, ana }) => {
  const arrive = await hold(page, 'GET', '**/assets/profile*');
  await openMenuLink(page, 'Minha página');
  const notice = page.getByText('Carregando…', exact);
  await expect(notice).toBeVisible();
  // The notice appears late, and until then no empty band.
  await expect(notice.locator('..')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page).toHaveURL('/perfil');
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  arrive();
  await expect(headingOf(page, 'Minha página')).toBeFocused();
  await expect(page.getByText('Carregando…', exact)).toBeHidden();
});

test('a screen begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const back = page.getByRole('link', { name: 'Voltar ao início', ...exact });
  // On the second visit the script is already loaded.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
    await expect(headingOf(page, 'Privacidade')).toBeFocused();
    await expect(back).toBeInViewport({ ratio: 1 });
    await back.click();
    await expect(headingOf(page, 'Crie sua Conta')).toBeInViewport({ ratio: 1 });
  }
});

test.describe('without the script of a screen', () => {
  test.use({ expectedComplaints: ['dynamically imported module', 'Unable to preload CSS', 'Error occurred in'] });

  test('Back works offline, and the screen opens when the network returns (X-410)', async ({ page, context, ana }) => {
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await context.setOffline(true);
    await openMenuLink(page, 'Minha página');
    await expect(headingOf(page, 'Algo deu errado')).toBeFocused();
    for (const leave of [() => goBack(page), () => buttonOf(page, 'Voltar').click()]) {
      await leave();
      await expect(page).toHaveURL('/dashboard');
      await expect(headingOf(page, 'Algo deu errado')).toHaveCount(0);
      await expect(buttonOf(page, 'Sair')).toBeVisible();
      await page.evaluate(() => history.forward());
      await expect(headingOf(page, 'Algo deu errado')).toBeVisible();
    }

    await context.setOffline(false);
    await expect(headingOf(page, 'Minha página')).toBeVisible();
  });

  test('a dialog says so above the dashboard, and opens on a retry (X-470)', async ({ page, backstage }) => {
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
    await expect(dialog).toContainText('Não foi possível carregar esta janela.');
    lost = false;
    await buttonOf(dialog, 'Tentar de novo').click();
    // A browser that caches the failed import reloads the page, which closes the dialog.
    await expect(async () => {
      if (!(await dialog.isVisible())) await buttonOf(page, '+').click({ timeout: 1_000 });
      await expect(dialog).toHaveAccessibleName('Cadastrar Tecnologia', { timeout: 1_000 });
    }).toPass();
    await expect(dialog.getByLabel('Nome', exact)).toBeFocused();
  });

  test('a tab from before a deploy loads the new version (X-471)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
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
      // The new version no longer names the script that runs here.
      const body = deployed ? text.replaceAll('/assets/index-', '/assets/index-new-') : text;
      await route.fulfill({ response: answer, body });
    });
    await logIn(page, person);
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  });

  test('a page whose first script fails shows an error and keeps typed text', async ({ page }) => {
    const lost = page.getByText('Não foi possível carregar a Trilha. Recarregue a página.', exact);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await promise;
      await route.fulfill({ status: 404, json: {} });
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email', exact).fill('ana@example.com');
    resolve();
    await expect(page.getByRole('alert').filter({ has: lost })).toBeVisible();
    await expect(page.getByLabel('Email', exact)).toHaveValue('ana@example.com');
  });
});
