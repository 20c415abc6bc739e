import type { Locator, Page } from '@playwright/test';
import { aPerson } from '../helpers/make.ts';
import {
  createButton,
  expectMessageUnder,
  fillSignUp,
  hold,
  logIn,
  nameOf,
  openCreate,
  openDelete,
  openEdit,
  recordCalls,
  refuse,
  rowOf,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test, type Backstage } from '../helpers/fixtures.ts';

const exact = { exact: true };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, ...exact });

/** A person who knows React, on their dashboard. */
async function openDashboard(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Intermediario' });
  await openAs(page, person);
  await expect(rowOf(page, 'React')).toBeVisible();
  return person;
}

/** Opens each of the app's four forms in turn. */
async function* forms(page: Page, backstage: Backstage): AsyncGenerator<Locator> {
  await page.goto('/');
  yield page.locator('form');
  await page.goto('/login');
  yield page.locator('form');
  await openDashboard(page, backstage);
  for (const open of [openCreate, openEdit]) {
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    yield dialog.locator('form');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

const controlsOf = (form: Locator) => form.locator('input, select, textarea');

test('every field has a label of its own that one can see and press (X-01)', async ({ page, backstage }) => {
  const counted: number[] = [];
  for await (const form of forms(page, backstage)) {
    const controls = await controlsOf(form).all();
    counted.push(controls.length);
    for (const control of controls) {
      const label = form.locator(`label[for="${await control.getAttribute('id')}"]`);
      await expect(label).toBeVisible();
      await expect(control).toHaveAccessibleName((await label.innerText()).trim());
      await label.click();
      await expect(control).toBeFocused();
    }
  }
  expect(counted).toEqual([7, 2, 2, 2]);
});

async function expectAttributes(field: Locator, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) await expect(field).toHaveAttribute(name, value);
}

const EMAIL = { type: 'email', name: 'email', inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' };

test('a browser and its password manager know the two fields of the login (X-02, X-03)', async ({ page }) => {
  await page.goto('/login');
  await expectAttributes(page.getByLabel('Email', exact), { ...EMAIL, autocomplete: 'username' });
  await expectAttributes(page.getByLabel('Senha', exact), {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
  });
});

test('a browser knows which of the sign-up’s fields it can fill in (X-04)', async ({ page }) => {
  await page.goto('/');
  await expectAttributes(page.getByLabel('Email', exact), EMAIL);
  for (const [label, autocomplete] of [
    ['Nome', 'name'],
    ['Email', 'email'],
    ['Senha', 'new-password'],
    ['Confirmar senha', 'new-password'],
    ['Módulo do curso', 'off'],
    ['Bio', 'off'],
    ['Contato', 'url'],
  ] as const) {
    await expect(page.getByLabel(label, exact)).toHaveAttribute('autocomplete', autocomplete);
  }
});

test('login and sign-up are one form each, with one button that sends it, and gone after success (X-05)', async ({
  page,
  backstage,
}) => {
  const { email, password } = await backstage.signUp();
  const form = page.locator('form');
  await page.goto('/');
  await expect(form).toHaveCount(1);
  await expect(form.locator('[type=submit]')).toHaveText('Cadastrar');
  await expect(page.locator('input, select, textarea')).toHaveCount(await controlsOf(form).count());
  const signUp = await form.elementHandle();
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  await expect(heading(page, 'Login')).toBeVisible();
  expect(await signUp?.evaluate(({ isConnected }) => isConnected)).toBe(false);

  await expect(form).toHaveCount(1);
  await expect(form.locator('[type=submit]')).toHaveText('Entrar');
  await expect(page.locator('input, select, textarea')).toHaveCount(await controlsOf(form).count());
  await logIn(page, { email, password });
  await expect(page).toHaveURL('/dashboard');
  await expect(form).toHaveCount(0);
});

/** Presses Enter in each of these fields; each press sends the form once, and the server refuses it. */
async function expectEnterSends(page: Page, fields: Locator[], call: string) {
  const calls = recordCalls(page);
  for (const [index, field] of fields.entries()) {
    await field.press('Enter');
    await expect.poll(() => calls.map(nameOf)).toEqual(Array.from({ length: index + 1 }, () => call));
    await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false');
  }
  expect(calls).toHaveLength(fields.length);
}

test('Enter sends the sign-up and the login from each of their fields (X-06)', async ({ page }) => {
  await refuse(page, 'POST', '**/users');
  await refuse(page, 'POST', '**/sessions');
  const field = (label: string) => page.getByLabel(label, exact);
  await page.goto('/');
  await fillSignUp(page, aPerson());
  const signUp = ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Contato'].map(field);
  await expectEnterSends(page, signUp, 'POST /users');
  await page.goto('/login');
  await field('Email').fill('ana@example.com');
  await field('Senha').fill('senha123');
  await expectEnterSends(page, ['Email', 'Senha'].map(field), 'POST /sessions');
});

test('Enter in the title saves a change (X-06)', async ({ page, backstage }) => {
  await openDashboard(page, backstage);
  const dialog = await openEdit(page, 'React');
  await dialog.getByLabel('Nome do projeto', exact).fill('Preact');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Preact')).toBeVisible();
});

test('what is wrong is told in the product’s words, never in the browser’s own bubble (X-07)', async ({
  page,
  backstage,
}) => {
  await page.addInitScript(() => {
    // The browser tells a field that it is invalid right before it shows its bubble.
    document.addEventListener('invalid', () => (document.title = 'the browser spoke'), true);
  });
  const submits: string[] = [];
  for await (const form of forms(page, backstage)) {
    await expect(form).toHaveJSProperty('noValidate', true);
    const submit = form.locator('[type=submit]');
    submits.push(await submit.innerText());
    await form.locator('input').first().fill('');
    const url = form.getByLabel('Contato', exact);
    if (await url.isVisible()) await url.fill('isto não é um link');
    await submit.click();
    await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
    await expect(page).not.toHaveTitle('the browser spoke');
  }
  expect(submits).toEqual(['Cadastrar', 'Entrar', 'Cadastrar Tecnologia', 'Salvar Alterações']);
});

test('one can paste into every field, the passwords and the confirmation included (X-08)', async ({
  page,
  backstage,
}) => {
  await page.goto('/');
  const source = page.getByLabel('Nome', exact);
  await source.fill('a1b2c3');
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+C');
  let pasted = 0;
  for await (const form of forms(page, backstage)) {
    for (const field of await form.locator('input, textarea').all()) {
      await field.focus();
      await field.press('ControlOrMeta+A');
      await field.press('ControlOrMeta+V');
      await expect(field).toHaveValue('a1b2c3');
      pasted += 1;
    }
  }
  expect(pasted).toBe(6 + 2 + 1 + 1);
});

test('"Mostrar" shows what is typed until the form is sent, which it does not do itself (X-09)', async ({ page }) => {
  await page.goto('/');
  const calls = recordCalls(page);
  await fillSignUp(page, aPerson());
  const pairs = [
    { field: page.getByLabel('Senha', exact), name: 'Mostrar o que digitei' },
    { field: page.getByLabel('Confirmar senha', exact), name: 'Mostrar a repetição' },
  ].map((pair) => ({ ...pair, show: page.getByRole('button', { name: pair.name, ...exact }) }));
  for (const { field, show } of pairs) {
    await expectAttributes(show, {
      type: 'button',
      'aria-pressed': 'false',
      'aria-controls': String(await field.getAttribute('id')),
    });
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await expect(field).toHaveAttribute('type', 'text');
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', 'false');
    await expect(field).toHaveAttribute('type', 'password');
    await show.click();
  }
  expect(calls).toEqual([]);

  const release = await hold(page, 'POST', '**/users');
  await sendSignUp(page);
  await expect(page.getByText('Enviando…')).toBeVisible();
  for (const { field, show } of pairs) {
    await expect(field).toHaveAttribute('type', 'password');
    await expect(show).toHaveAttribute('aria-pressed', 'false');
  }
  release();
  await expect(heading(page, 'Login')).toBeVisible();
});

test('no button but the one that sends a form sends it (X-10)', async ({ page, backstage }) => {
  const others = page.locator('button:not([type=button])');
  await page.goto('/');
  await expect(others).toHaveText(['Cadastrar']);
  await page.goto('/login');
  await expect(others).toHaveText(['Entrar']);
  await page.getByRole('button', { name: 'Mostrar o que digitei', ...exact }).click();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
  await expect(heading(page, 'Crie sua Conta')).toBeVisible();
  await page.getByLabel('Email', exact).fill('isto não é um email');
  await page.getByRole('button', { name: 'Mostrar a repetição', ...exact }).click();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);

  await openDashboard(page, backstage);
  await expect(page.getByRole('button', { name: '+', ...exact })).toBeVisible();
  await expect(others).toHaveCount(0);
  for (const { open, texts } of [
    { open: openCreate, texts: ['Cadastrar Tecnologia'] },
    { open: openEdit, texts: ['Salvar Alterações'] },
    { open: openDelete, texts: [] },
  ]) {
    await expect(await open(page, 'React')).toBeVisible();
    await expect(others).toHaveText(texts);
    await page.keyboard.press('Escape');
  }
});

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
      const name = focused.getAttribute('aria-label') ?? (label ?? focused).textContent.trim();
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

test('the Tab key goes through each screen as one reads it (X-11)', async ({ page, backstage }) => {
  await page.goto('/');
  await expect(heading(page, 'Crie sua Conta')).toBeVisible();
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
  await expect(heading(page, 'Login')).toBeVisible();
  expectReadingOrder(await readTabStops(page), [
    'Email',
    'Senha',
    'Mostrar o que digitei',
    'Entrar',
    'Cadastre-se',
    'Privacidade',
    'Acessibilidade',
    'API',
  ]);
  await openDashboard(page, backstage);
  const dashboard = await readTabStops(page);
  expectReadingOrder(dashboard, ['Pular para o conteúdo', 'Mais', 'Sair', '+', 'React Intermediário', 'Excluir React']);
  const dialog = await openCreate(page);
  await dialog.evaluate((element) => element.focus());
  expectReadingOrder(await readTabStops(page), ['X', 'Nome', 'Selecionar status', 'Cadastrar Tecnologia']);
  await expect(page.locator('[tabindex]:not([tabindex="-1"], [tabindex="0"])')).toHaveCount(0);
});

test('the text of every field is 16 px at least, so that no phone zooms in (X-12)', async ({ page, backstage }) => {
  const sizes: number[] = [];
  for await (const form of forms(page, backstage)) {
    sizes.push(
      ...(await controlsOf(form).evaluateAll((all) =>
        all.map((control) => Number.parseFloat(getComputedStyle(control).fontSize)),
      )),
    );
  }
  expect(sizes).toHaveLength(13);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
});

test('module and level are chosen from the device’s own lists (X-13)', async ({ page, backstage }) => {
  await page.goto('/');
  await expect(page.getByLabel('Módulo do curso', exact)).toHaveJSProperty('tagName', 'SELECT');
  await openDashboard(page, backstage);
  for (const { open, label } of [
    { open: openCreate, label: 'Selecionar status' },
    { open: openEdit, label: 'Status' },
  ]) {
    const dialog = await open(page, 'React');
    await expect(dialog.getByLabel(label, exact)).toHaveJSProperty('tagName', 'SELECT');
    await page.keyboard.press('Escape');
  }
});

test('the rule for the password is told before one breaks it, and again after (X-14)', async ({ page }) => {
  await page.goto('/');
  const password = page.getByLabel('Senha', exact);
  await expectMessageUnder(password, 'Mínimo de 6 letras ou números');
  await sendSignUp(page);
  await expectMessageUnder(password, 'Senha obrigatória');
  await password.fill('senha123');
  await expectMessageUnder(password, 'Mínimo de 6 letras ou números');
});

test('Enter does not send a form twice, nor one that is wrong (X-06, X-26)', async ({ page, ana }) => {
  const calls = recordCalls(page);
  const dialog = await openCreate(page);
  await dialog.getByLabel('Nome', exact).press('Enter');
  await expectMessageUnder(dialog.getByLabel('Nome', exact), 'Tecnolgia Obrigatória');
  expect(calls).toEqual([]);
  const release = await hold(page, 'POST', '**/users/techs');
  await dialog.getByLabel('Selecionar status', exact).selectOption({ label: 'Iniciante' });
  await dialog.getByLabel('Nome', exact).fill(ana.name);
  await page.keyboard.press('Enter');
  await expect(createButton(dialog)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  release();
  await expect(rowOf(page, ana.name)).toHaveCount(1);
  expect(calls.map(nameOf)).toEqual(['POST /users/techs']);
});
