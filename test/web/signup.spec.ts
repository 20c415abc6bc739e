import { COURSE_MODULES } from '#contract/choices.ts';
import { aPerson } from '../helpers/make.ts';
import { fillSignUp, nameOf, recordCalls } from '../helpers/acts.ts';
import { expect, test } from '../helpers/fixtures.ts';

const exact = { exact: true };

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('the sign-up’s title is "Crie sua Conta" (M-032)', async ({ page }) => {
  await expect(page.getByRole('heading')).toHaveText('Crie sua Conta', { useInnerText: true });
});

test('the sign-up’s subtitle is "Rápido e grátis, vamos nessa" (M-033)', async ({ page }) => {
  const header = page.locator('header').filter({ has: page.getByRole('heading') });
  await expect(header.locator('p')).toHaveText('Rápido e grátis, vamos nessa', { useInnerText: true });
});

test('the sign-up asks for a name and an email (M-034, M-035)', async ({ page }) => {
  for (const [label, value] of [
    ['Nome', 'Ana Souza'],
    ['Email', 'ana@example.com'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label, ...exact });
    await field.fill(value);
    await expect(field).toHaveValue(value);
  }
  await expect(page.getByRole('textbox', { name: 'Nome', ...exact })).toHaveAttribute('name', 'name');
  await expect(page.getByRole('textbox', { name: 'Email', ...exact })).toHaveAttribute('name', 'email');
});

test('the sign-up asks for a password twice, and shows neither (M-036, M-037)', async ({ page }) => {
  for (const [label, name] of [
    ['Senha', 'password'],
    ['Confirmar senha', 'confirmedPassword'],
  ] as const) {
    const field = page.getByLabel(label, exact);
    await expect(field).toHaveAttribute('name', name);
    await field.fill('senha123');
    await expect(field).toHaveValue('senha123');
    await expect(field).toHaveAttribute('type', 'password');
  }
});

test('the course module is chosen from a list (M-038)', async ({ page }) => {
  const list = page.getByRole('combobox', { name: 'Módulo do curso', ...exact });
  await expect(list).toHaveJSProperty('tagName', 'SELECT');
  await list.selectOption({ label: COURSE_MODULES[1] });
  await expect(list).toHaveValue(COURSE_MODULES[1]);
});

test('the sign-up asks for a bio and a contact (M-039, M-040)', async ({ page }) => {
  for (const [label, value, name] of [
    ['Bio', 'Gosto de redes.', 'bio'],
    ['Contato', 'https://example.com/ana', 'contact'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label, ...exact });
    await expect(field).toHaveAttribute('name', name);
    await field.fill(value);
    await expect(field).toHaveValue(value);
  }
});

test('the fields come in the order of the specification, to the eye and to the keyboard (M-041)', async ({ page }) => {
  const labels = ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Módulo do curso', 'Bio', 'Contato'];
  const controls = page.locator('form').locator('input, select, textarea');
  const fields = await controls.evaluateAll((all) =>
    all.map((control) => ({
      label: (control as HTMLInputElement).labels?.[0]?.textContent,
      top: control.getBoundingClientRect().top,
    })),
  );
  expect(fields.map(({ label }) => label)).toEqual(labels);
  expect(fields.toSorted((a, b) => a.top - b.top).map(({ label }) => label)).toEqual(labels);
});

test('the list offers the four modules after an empty first choice (M-042)', async ({ page }) => {
  const list = page.getByLabel('Módulo do curso', exact);
  await expect(list).toHaveValue('');
  const options = await list
    .locator('option')
    .evaluateAll((all) =>
      all.map((option) => ({ text: option.textContent, value: (option as HTMLOptionElement).value })),
    );
  expect(options.map(({ value }) => value)).toEqual([
    '',
    'Primeiro Módulo (Introdução ao Front End)',
    'Segundo módulo (Frontend Avançado)',
    'Terceiro módulo (Introdução ao Backend)',
    'Quarto módulo (Backend Avançado)',
  ]);
  for (const { text, value } of options.slice(1)) expect(text).toBe(value);
});

test('"Login" goes to the login and sends nothing, whatever has been typed (M-043)', async ({ page }) => {
  const calls = recordCalls(page);
  const login = page.getByRole('button', { name: 'Login', ...exact });
  await login.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();

  await page.goto('/');
  await fillSignUp(page, aPerson());
  await login.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
  expect(calls.map(nameOf)).toEqual([]);
});
