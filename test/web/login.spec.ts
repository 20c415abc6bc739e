import { nameOf, recordCalls } from '../helpers/acts.ts';
import { expect, test } from '../helpers/fixtures.ts';

const exact = { exact: true };

test.beforeEach(async ({ page }) => {
  await page.goto('/login');
});

test('the login’s title is "Login" (M-044)', async ({ page }) => {
  await expect(page.getByRole('heading')).toHaveText('Login', { useInnerText: true });
});

test('the login asks for "Email" and "Senha", and does not show the password (M-045, M-046)', async ({ page }) => {
  await expect(page.locator('form label')).toHaveText(['Email', 'Senha'], { useInnerText: true });
  const email = page.getByRole('textbox', { name: 'Email', ...exact });
  await email.fill('ana@example.com');
  await expect(email).toHaveValue('ana@example.com');
  const password = page.getByLabel('Senha', exact);
  await password.fill('senha123');
  await expect(password).toHaveValue('senha123');
  await expect(password).toHaveAttribute('type', 'password');
});

test('"Entrar" sends what was typed (M-047)', async ({ page }) => {
  await page.getByLabel('Email', exact).fill('ninguem@example.com');
  await page.getByLabel('Senha', exact).fill('senha123');
  const submit = page.getByRole('button', { name: 'Entrar', ...exact });
  await expect(submit).toHaveText('Entrar', { useInnerText: true });
  const sent = page.waitForRequest('**/sessions');
  await submit.click();
  expect((await sent).postDataJSON()).toEqual({ email: 'ninguem@example.com', password: 'senha123' });
});

test('the login asks "Ainda não possui uma conta?" (M-048)', async ({ page }) => {
  await expect(page.getByText('Ainda não possui uma conta?', exact)).toBeVisible();
});

test('"Cadastre-se" goes back to the sign-up and sends nothing, whatever has been typed (M-049)', async ({ page }) => {
  const calls = recordCalls(page);
  await page.getByLabel('Email', exact).fill('ana@example.com');
  await page.getByLabel('Senha', exact).fill('senha123');
  const back = page.getByRole('button', { name: 'Cadastre-se', ...exact });
  await expect(back).toHaveText('Cadastre-se', { useInnerText: true });
  await back.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
  expect(calls.map(nameOf)).toEqual([]);
});
