import type { Locator, Page } from '@playwright/test';
import {
  createButton,
  expectMessageUnder,
  fieldOf,
  fillSignUp,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rowOf,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { answer, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { anyToast, closeToast, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

const SLOW = 'Isso está demorando mais que o normal…';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, ...exact });

/** A user who knows React, on their dashboard. */
async function openDashboard(page: Page, backstage: Backstage) {
  await openWith(page, backstage, [{ title: 'React', status: 'Intermediario' }]);
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

test('every field has a label of its own that one can see and press, and type of 16 px or more (X-01, X-12)', async ({
  page,
  backstage,
}) => {
  const counted: number[] = [];
  for await (const form of forms(page, backstage)) {
    const controls = await controlsOf(form).all();
    counted.push(controls.length);
    for (const control of controls) {
      const size = await control.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      expect(size).toBeGreaterThanOrEqual(16);
      const label = form.locator(`label[for="${await control.getAttribute('id')}"]`);
      await expect(label).toBeVisible();
      await expect(control).toHaveAccessibleName((await label.innerText()).trim());
      await label.click();
      await expect(control).toBeFocused();
    }
  }
  expect(counted).toEqual([7, 2, 2, 2]);
});

const EMAIL = { type: 'email', name: 'email', inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' };

async function expectAttributes(field: Locator, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) await expect(field).toHaveAttribute(name, value);
}

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

test('Enter in a field sends the form; in the bio it makes a new line (X-06)', async ({ page, ana }) => {
  const dialog = await openCreate(page);
  await dialog.getByLabel('Selecionar status', { exact: true }).selectOption({ label: 'Iniciante' });
  await dialog.getByLabel('Nome', { exact: true }).fill(ana.name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, ana.name)).toBeVisible();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
  const bio = page.getByLabel('Bio', { exact: true });
  await bio.fill('uma linha');
  await bio.press('Enter');
  await expect(bio).toHaveValue('uma linha\n');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
});

test('what is wrong is told in the product’s words, never in the browser’s own bubble, and the button stays pressable (X-07, X-25)', async ({
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
    await expect(submit).toBeEnabled();
    await submit.click();
    await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
    await expect(submit).toBeEnabled();
    await expect(submit).not.toHaveAttribute('aria-disabled');
    await expect(page).not.toHaveTitle('the browser spoke');
  }
  expect(submits).toEqual(['Cadastrar', 'Entrar', 'Cadastrar Tecnologia', 'Salvar Alterações']);
});

test('one can paste into every field, passwords included, and none sets a maximum length (M-164, X-08, X-15)', async ({
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
      await field.fill('x'.repeat(3000));
      await expect(field).toHaveValue('x'.repeat(3000));
      await expect(field).toHaveJSProperty('maxLength', -1);
      pasted += 1;
    }
  }
  expect(pasted).toBe(6 + 2 + 1 + 1);
});

test('no button but the one that sends a form sends it (X-10)', async ({ page, backstage }) => {
  const others = page.locator('button:not([type=button])');
  await page.goto('/');
  await expect(others).toHaveText(['Cadastrar']);
  await page.goto('/login');
  await expect(others).toHaveText(['Entrar']);
  await page.getByRole('button', { name: 'Mostrar o que digitei', ...exact }).click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
  await expect(heading(page, 'Crie sua Conta')).toBeVisible();
  await page.getByLabel('Email', exact).fill('isto não é um email');
  await page.getByRole('button', { name: 'Mostrar a repetição', ...exact }).click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);

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

test('levels and modules are chosen from the device’s own lists: three and four, beside the empty choice (M-107, M-163, X-13)', async ({
  page,
  backstage,
}) => {
  await page.goto('/');
  const modules = page.getByLabel('Módulo do curso', exact);
  await expect(modules).toHaveJSProperty('tagName', 'SELECT');
  await expect(modules.getByRole('option')).toHaveText([
    'Escolha um módulo',
    'Primeiro Módulo (Introdução ao Front End)',
    'Segundo módulo (Frontend Avançado)',
    'Terceiro módulo (Introdução ao Backend)',
    'Quarto módulo (Backend Avançado)',
  ]);
  await openDashboard(page, backstage);
  for (const { open, label } of [
    { open: openCreate, label: 'Selecionar status' },
    { open: openEdit, label: 'Status' },
  ]) {
    const levels = (await open(page, 'React')).getByLabel(label, exact);
    await expect(levels).toHaveJSProperty('tagName', 'SELECT');
    await expect(levels.getByRole('option')).toHaveText(['Escolha um nível', 'Iniciante', 'Intermediário', 'Avançado']);
    await page.keyboard.press('Escape');
  }
});

test('all that is wrong in a form is told at the same time (M-131)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expectMessageUnder(page.getByLabel('Email', { exact: true }), 'Email obrigatório');
  await expectMessageUnder(page.getByLabel('Senha', { exact: true }), 'Password obrigatório');

  await page.goto('/');
  await sendSignUp(page);
  for (const { label, message } of [
    { label: 'Nome', message: 'Nome Obrigatório' },
    { label: 'Email', message: 'Email obrigatório' },
    { label: 'Senha', message: 'Senha obrigatória' },
    { label: 'Confirmar senha', message: 'Confirmação de senha obrigatória' },
    { label: 'Módulo do curso', message: 'Módulo obrigatório' },
    { label: 'Bio', message: 'Bio obrigatória' },
    { label: 'Contato', message: 'Link do contato obrigatório' },
  ]) {
    await expectMessageUnder(page.getByLabel(label, { exact: true }), message);
  }

  await openAs(page, person);
  const dialog = await openCreate(page);
  await createButton(dialog).click();
  await expectMessageUnder(dialog.getByLabel('Nome', { exact: true }), 'Tecnolgia Obrigatória');
  await expectMessageUnder(dialog.getByLabel('Selecionar status', { exact: true }), 'Status obrigatório');
});

/** Goes to the form that holds this button, and sends it empty. */
async function sendEmpty(page: Page, path: string, button: string) {
  await page.goto(path);
  await page.getByRole('button', { name: button, ...exact }).click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
}

test('the first wrong field of the screen gets the focus, whichever else is wrong (X-18)', async ({ page }) => {
  await sendEmpty(page, '/login', 'Entrar');
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await fieldOf(page, 'Email').fill('ana@example.com');
  await page.getByRole('button', { name: 'Entrar', ...exact }).click();
  await expect(fieldOf(page, 'Senha')).toBeFocused();

  await sendEmpty(page, '/', 'Cadastrar');
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await fillSignUp(page, aPerson({ bio: '' }));
  await fieldOf(page, 'Módulo do curso').selectOption('');
  await sendSignUp(page);
  await expect(fieldOf(page, 'Módulo do curso')).toBeFocused();
});

/** Where the button stands on the page, however far that has been scrolled. */
function topOf(button: Locator) {
  return button.evaluate((element) => element.getBoundingClientRect().top + scrollY);
}

for (const width of [1280, 320]) {
  test(`on a screen ${width} px wide no message moves the button by as much as a line (X-23)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const { path, name } of [
      { path: '/', name: 'Cadastrar' },
      { path: '/login', name: 'Entrar' },
    ]) {
      await page.goto(path);
      const button = page.getByRole('button', { name, ...exact });
      const before = await topOf(button);
      if (path === '/') {
        await fillSignUp(page, aPerson({ name: '', email: 'ana', password: 'abc', bio: '', contact: 'x' }));
        await fieldOf(page, 'Confirmar senha').fill('abd');
      }
      await button.click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(path === '/' ? 6 : 2);
      expect(Math.abs((await topOf(button)) - before)).toBeLessThan(16);
    }
  });
}

type Filled = { submit: Locator; form: Locator };

async function fillOutSignUp(page: Page): Promise<Filled> {
  await page.goto('/');
  await fillSignUp(page, aPerson());
  return { form: page.locator('form'), submit: page.getByRole('button', { name: 'Cadastrar', ...exact }) };
}

async function fillOutLogIn(page: Page): Promise<Filled> {
  await page.goto('/login');
  await page.getByLabel('Email', exact).fill('ana@example.com');
  await page.getByLabel('Senha', exact).fill('senha123');
  return { form: page.locator('form'), submit: page.getByRole('button', { name: 'Entrar', ...exact }) };
}

async function fillOutCreate(page: Page, backstage: Backstage): Promise<Filled> {
  await openDashboard(page, backstage);
  const dialog = await openCreate(page);
  await dialog.getByLabel('Nome', exact).fill('Vue');
  await dialog.getByLabel('Selecionar status', exact).selectOption({ label: 'Iniciante' });
  return { form: dialog.locator('form'), submit: createButton(dialog) };
}

async function fillOutEdit(page: Page, backstage: Backstage): Promise<Filled> {
  await openDashboard(page, backstage);
  const dialog = await openEdit(page, 'React');
  return { form: dialog.locator('form'), submit: dialog.getByRole('button', { name: 'Salvar Alterações', ...exact }) };
}

async function sizeOf(element: Locator) {
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  return { width: box?.width, height: box?.height };
}

for (const { kind, method, path, fillOut } of [
  { kind: 'the sign-up', method: 'POST', path: '**/users', fillOut: fillOutSignUp },
  { kind: 'the login', method: 'POST', path: '**/sessions', fillOut: fillOutLogIn },
  { kind: 'the create dialog', method: 'POST', path: TECHNOLOGIES, fillOut: fillOutCreate },
  { kind: 'the edit dialog', method: 'PUT', path: TECHNOLOGY, fillOut: fillOutEdit },
] as const) {
  test(`while its call runs, the button of ${kind} keeps focus, size and name, and sends nothing more (X-26, X-27)`, async ({
    page,
    backstage,
  }) => {
    const { form, submit } = await fillOut(page, backstage);
    await refuse(page, method, path);
    const release = await hold(page, method, path);
    const calls = recordCalls(page);
    const name = await submit.innerText();
    const size = await sizeOf(submit);
    await submit.dblclick();
    await expect(page.getByRole('status').filter({ hasText: /^Enviando…$/ })).toBeVisible();
    await expect(form).toHaveAttribute('aria-busy', 'true');
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(submit).toHaveJSProperty('disabled', false);
    await expect(submit).toBeFocused();
    await expect(submit).toHaveAccessibleName(name);
    expect(await sizeOf(submit)).toEqual(size);
    await submit.click({ force: true });
    await submit.press('Enter');
    await form.locator('input').first().press('Enter');
    release();
    await expect(anyToast(page)).toHaveCount(1);
    expect(calls.filter((call) => call.method() === method)).toHaveLength(1);
  });
}

/** That nothing is said or done any more about a call that has ended. */
async function expectIdle({ form, submit }: Filled) {
  await expect(submit).not.toHaveAttribute('aria-disabled');
  await expect(form).toHaveAttribute('aria-busy', 'false');
  await expect(form.getByText('Enviando…')).toHaveCount(0);
}

test('login and sign-up can be sent again after any failure, and are as new after a success (X-28)', async ({
  page,
}) => {
  for (const { path, fillOut, toast, success } of [
    {
      path: '**/users',
      fillOut: fillOutSignUp,
      toast: 'Erro ao realizar o cadastro',
      success: 'Cadastro realizado com sucesso',
    },
    { path: '**/sessions', fillOut: fillOutLogIn, toast: 'Verifique os dados do login', success: 'Logado com sucesso' },
  ]) {
    const filled = await fillOut(page);
    for (const fail of [refuse, cut]) {
      await fail(page, 'POST', path);
      await filled.submit.click();
      await closeToast(page, toast);
      await expectIdle(filled);
    }
    await answer(page, 'POST', path, 201, { token: 'x', user: { id: 'x' } });
    await filled.submit.click();
    await expect(toastWith(page, success)).toBeVisible();
    if (path === '**/sessions') await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expectIdle({ form: page.locator('form'), submit: page.getByRole('button', { name: 'Entrar', ...exact }) });
    await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
    await expectIdle({ form: page.locator('form'), submit: page.getByRole('button', { name: 'Cadastrar', ...exact }) });
  }
});

for (const { path, say, button } of [
  { path: '/login', say: (page: Page) => logIn(page, aPerson()), button: 'Entrar' },
  {
    path: '/',
    say: async (page: Page) => {
      await fillSignUp(page, aPerson());
      await sendSignUp(page);
    },
    button: 'Cadastrar',
  },
]) {
  test(`"${button}" says after 8 s that it takes long, and goes on waiting (A-25, X-29)`, async ({ page }) => {
    await page.clock.install();
    await page.goto(path);
    await stopClock(page);
    const release = await hold(page, 'POST', path === '/' ? '**/users' : '**/sessions');
    await say(page);
    const status = page.getByRole('status').filter({ hasText: /Enviando|demorando/ });
    await expect(status).toHaveText('Enviando…');
    await page.clock.runFor(7849);
    await expect(status).toHaveText('Enviando…');
    await page.clock.runFor(301);
    await expect(status).toHaveText(SLOW);
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect(anyToast(page)).toHaveCount(1);
    await expect(page.getByText(SLOW)).toHaveCount(0);
  });
}

test('a login or a sign-up that gets no answer has failed (M-159)', async ({ page }) => {
  await page.goto('/login');
  await cut(page, 'POST', '**/sessions');
  await logIn(page, aPerson());
  await expect(toastWith(page, 'Verifique os dados do login')).toHaveClass(/Toastify__toast--error/);
  await page.goto('/');
  await cut(page, 'POST', '**/users');
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toHaveClass(/Toastify__toast--error/);
  await expect(anyToast(page)).toHaveCount(1);
});

test('"Enviando…" comes with the request: never for what is wrong, however slow the line (X-186)', async ({ page }) => {
  const release = await hold(page, 'GET', '**/assets/rules-*.js');
  await page.goto('/login');
  const status = page.getByText('Enviando…');
  await page.evaluate(() => {
    new MutationObserver(() => {
      const said = document.querySelector('form')?.textContent.includes('Enviando');
      if (said || document.querySelector('form[aria-busy=true]')) document.documentElement.dataset['busy'] = '';
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).not.toHaveAttribute('aria-disabled');
  release();
  await expect(page.getByText('Password obrigatório')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset['busy'])).toBeUndefined();
  const letGo = await hold(page, 'POST', '**/sessions');
  await logIn(page, aPerson());
  await expect(status).toBeVisible();
  letGo();
  await expect(status).toHaveCount(0);
});

for (const path of ['/', '/login']) {
  test(`an empty form at ${path} that goes offline untouched says what is missing (X-187)`, async ({
    page,
    context,
  }) => {
    const fetched = page.waitForEvent('requestfinished', (request) => /\/rules-[^/]+\.js$/.test(request.url()));
    await page.goto(path);
    await fetched;
    await context.setOffline(true);
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    await expect(page.getByText('Email obrigatório')).toBeVisible();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  });
}

test('each field says that it is required, to everybody, and none is called wrong before it was sent (X-17, X-188)', async ({
  page,
  ana,
}) => {
  const dialog = await openCreate(page);
  for (const field of await dialog.locator('input, select').all()) await expect(field).toHaveAttribute('required');
  await page.getByRole('button', { name: 'X', exact: true }).click();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  expect(ana.name).toBe('Ana Souza');
  for (const path of ['/login', '/']) {
    await page.goto(path);
    const fields = await page.locator('form :is(input, select, textarea)').all();
    expect(fields).toHaveLength(path === '/' ? 7 : 2);
    for (const field of fields) await expect(field).toHaveAttribute('required');
    const devtools = await page.context().newCDPSession(page);
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    const wrong = nodes.filter(({ properties }) =>
      properties?.some(({ name, value }) => name === 'invalid' && value.value !== 'false'),
    );
    expect(wrong.map(({ name }) => name?.value as unknown)).toEqual([]);
    const required = nodes.filter(({ properties }) =>
      properties?.some(({ name, value }) => name === 'required' && value.value === true),
    );
    // Of a select, Chromium's tree does not tell.
    expect(required.length).toBeGreaterThanOrEqual(path === '/' ? 6 : 2);
  }
  await expect(page.getByText('Todos os campos são obrigatórios', { exact: true })).toBeVisible();
});
