import type { Page } from '@playwright/test';
import { nameOf, recordCalls } from '../helpers/acts.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { readAlong } from '../helpers/words.ts';

function headingOf(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** Opens an address as a person does who types it, then reloads it: both must be answered with the app. */
async function openAndReload(page: Page, path: string, heading: string) {
  for (const answer of [await page.goto(path), await page.reload()]) {
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()['content-type']).toContain('text/html');
    await expect(headingOf(page, heading)).toBeVisible();
    await expect(page).toHaveURL(path);
  }
}

test.describe('a visitor', () => {
  test('finds the sign-up at / (M-023)', async ({ page }) => {
    await page.goto('/');
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cadastrar', exact: true })).toBeVisible();
  });

  test('finds the login at /login (M-024)', async ({ page }) => {
    await page.goto('/login');
    await expect(headingOf(page, 'Login')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  });

  test('opens and reloads the sign-up and the login, and stays there (M-026, M-031)', async ({ page }) => {
    await openAndReload(page, '/', 'Crie sua Conta');
    await openAndReload(page, '/login', 'Login');
  });

  test('is sent from /dashboard to the login, sees nothing of it and asks the server for nobody (M-027, X-71)', async ({
    page,
  }) => {
    const calls = recordCalls(page);
    const seen = await readAlong(page);
    await page.goto('/dashboard');
    await expect(headingOf(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.waitForLoadState('networkidle');
    const texts = await seen();
    expect(texts).toContain('Entrar');
    for (const text of ['Sair', '+', 'Tecnologias', 'Carregando', 'Carregando tecnologias', 'Olá']) {
      expect(texts).not.toContain(text);
    }
    expect(texts.join('\n')).not.toContain('Olá');
    expect(calls.map(nameOf)).toEqual([]);
  });
});

test.describe('someone with a session', () => {
  test('finds the dashboard at /dashboard (M-025)', async ({ page, ana }) => {
    await expect(page).toHaveURL('/dashboard');
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sair', exact: true })).toBeVisible();
  });

  test('opens and reloads the dashboard, and stays there (M-026, M-030)', async ({ page, ana }) => {
    await openAndReload(page, '/dashboard', `Olá, ${ana.name}`);
  });

  test('is sent from / to the dashboard (M-028)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await openAs(page, ana, '/');
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  test('is sent from /login to the dashboard (M-029)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await openAs(page, ana, '/login');
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });
});
