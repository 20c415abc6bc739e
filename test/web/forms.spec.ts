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
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { answer, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { type Backstage, expect, test } from '../helpers/fixtures.ts';
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

/** What the eye, the pointer, the clipboard and the device meet in each field. */
async function expectFields(form: Locator) {
  const fields = await controlsOf(form).evaluateAll((all) =>
    all.map((control) => {
      const field = control as HTMLInputElement;
      const [label, another] = field.labels ?? [];
      return {
        label: label?.checkVisibility() && another === undefined ? label.innerText.trim() : '',
        small: Number.parseFloat(getComputedStyle(field).fontSize) < 16,
        required: field.required,
        maxLength: field.maxLength ?? -1,
      };
    }),
  );
  for (const { label, ...field } of fields) {
    expect(field, label).toEqual({ small: false, required: true, maxLength: -1 });
    await form.locator('label').getByText(label, exact).click();
    await expect(form.getByLabel(label, exact)).toBeFocused();
    await expect(form.getByLabel(label, exact)).toHaveAccessibleName(label);
  }
  return fields.length;
}

async function expectPastable(form: Locator) {
  const fields = await form.locator('input, textarea').all();
  for (const field of fields) {
    await field.focus();
    await field.press('ControlOrMeta+A');
    await field.press('ControlOrMeta+V');
    await expect(field).toHaveValue('a1b2c3');
    await field.fill('x'.repeat(3000));
    await expect(field).toHaveValue('x'.repeat(3000));
  }
  return fields.length;
}

test('every field has a label of its own that one can see and press, type of 16 px or more, and no maximum length; one can paste into it, passwords included (M-164, X-01, X-08, X-12, X-15, X-188)', async ({
  page,
  backstage,
}) => {
  await page.goto('/');
  const source = page.getByLabel('Nome', exact);
  await source.fill('a1b2c3');
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+C');
  const [counted, pasted]: [number[], number[]] = [[], []];
  for await (const form of forms(page, backstage)) {
    counted.push(await expectFields(form));
    pasted.push(await expectPastable(form));
  }
  expect(counted).toEqual([7, 2, 2, 2]);
  expect(pasted).toEqual([6, 2, 1, 1]);
});

/** The messages under the fields of each form that is sent empty. */
const MISSING: readonly (readonly (readonly [label: string, message: string])[])[] = [
  [
    ['Nome', 'Nome Obrigatório'],
    ['Email', 'Email obrigatório'],
    ['Senha', 'Senha obrigatória'],
    ['Confirmar senha', 'Confirmação de senha obrigatória'],
    ['Módulo do curso', 'Módulo obrigatório'],
    ['Bio', 'Bio obrigatória'],
    ['Contato', 'Link do contato obrigatório'],
  ],
  [
    ['Email', 'Email obrigatório'],
    ['Senha', 'Password obrigatório'],
  ],
  [
    ['Nome', 'Tecnolgia Obrigatória'],
    ['Selecionar status', 'Status obrigatório'],
  ],
  [['Nome do projeto', 'Tecnolgia Obrigatória']],
];

test('all that is wrong is told at once, in the product’s words, never in the browser’s own bubble; only the button that sends a form does, which stays pressable (M-131, X-07, X-10, X-25)', async ({
  page,
  backstage,
}) => {
  await page.addInitScript(() => {
    // The browser tells a field that it is invalid right before it shows its bubble.
    document.addEventListener('invalid', () => (document.title = 'the browser spoke'), true);
  });
  const submits: string[] = [];
  const others = page.locator('button:not([type=button])');
  const wrong = page.locator('[aria-invalid=true]');
  for await (const form of forms(page, backstage)) {
    await expect(form).toHaveJSProperty('noValidate', true);
    const submit = form.locator('[type=submit]');
    submits.push(await submit.innerText());
    await expect(others).toHaveText([submits.at(-1) ?? '']);
    const email = form.getByLabel('Email', exact);
    if (await email.isVisible()) await email.fill('isto não é um email');
    for (const show of await form.getByRole('button', { name: /^Mostrar/ }).all()) await show.click();
    await expect(wrong).toHaveCount(0);

    for (const field of await form.locator('input').all()) await field.fill('');
    await expect(submit).toBeEnabled();
    await submit.click();
    for (const [label, message] of MISSING[submits.length - 1] ?? []) {
      await expectMessageUnder(form.getByLabel(label, exact), message);
    }
    await expect(submit).toBeEnabled();
    await expect(submit).not.toHaveAttribute('aria-disabled');
    const url = form.getByLabel('Contato', exact);
    if (await url.isVisible()) {
      await url.fill('isto não é um link');
      await submit.click();
      await expectMessageUnder(url, 'Link do contato inválido');
    }
    await expect(page).not.toHaveTitle('the browser spoke');
  }
  expect(submits).toEqual(['Cadastrar', 'Entrar', 'Cadastrar Tecnologia', 'Salvar Alterações']);
  await expect(others).toHaveCount(0);
  await expect(await openDelete(page, 'React')).toBeVisible();
  await expect(others).toHaveCount(0);
});

const EMAIL = { type: 'email', name: 'email', inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' };
const NEW_PASSWORD = { autocomplete: 'new-password' };

async function expectAttributes(field: Locator, attributes: Record<string, string>) {
  const names = Object.keys(attributes);
  await expect(field).toBeVisible();
  const held = await field.evaluate((element, all) => all.map((name) => [name, element.getAttribute(name)]), names);
  expect(Object.fromEntries(held)).toEqual(attributes);
}

/** What a screen reader is told of the fields, before anything was sent. */
async function readFields(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const those = (property: string, isSo: (value: unknown) => boolean) =>
    nodes
      .filter(({ properties }) => properties?.some(({ name, value }) => name === property && isSo(value.value)))
      .map(({ name }) => name?.value as unknown);
  return {
    wrong: those('invalid', (value) => value !== 'false'),
    required: those('required', (value) => value === true),
  };
}

test('a browser and its password manager know the fields of the login and of the sign-up, and a screen reader that they are required, and not wrong (X-02, X-03, X-04, X-17, X-188)', async ({
  page,
}) => {
  await page.goto('/login');
  await expectAttributes(page.getByLabel('Email', exact), { ...EMAIL, autocomplete: 'username' });
  await expectAttributes(page.getByLabel('Senha', exact), {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
  });
  expect(await readFields(page)).toEqual({ wrong: [], required: ['Email', 'Senha'] });

  await page.goto('/');
  for (const [label, attributes] of [
    ['Nome', { autocomplete: 'name' }],
    ['Email', { ...EMAIL, autocomplete: 'email' }],
    ['Senha', NEW_PASSWORD],
    ['Confirmar senha', NEW_PASSWORD],
    ['Módulo do curso', { autocomplete: 'off' }],
    ['Bio', { autocomplete: 'off' }],
    ['Contato', { autocomplete: 'url' }],
  ] as const) {
    await expectAttributes(page.getByLabel(label, exact), attributes);
  }
  const { wrong, required } = await readFields(page);
  expect(wrong).toEqual([]);
  // Of a select, Chromium's tree does not tell.
  expect(required.length).toBeGreaterThanOrEqual(6);
  await expect(page.getByText('Todos os campos são obrigatórios', { exact: true })).toBeVisible();
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

test('Enter sends the sign-up and the login from each of their fields; in the bio it makes a new line (X-06)', async ({
  page,
}) => {
  await refuse(page, 'POST', '**/users');
  await refuse(page, 'POST', '**/sessions');
  const field = (label: string) => page.getByLabel(label, exact);
  await page.goto('/');
  await field('Bio').fill('uma linha');
  await field('Bio').press('Enter');
  await expect(field('Bio')).toHaveValue('uma linha\n');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await fillSignUp(page, aPerson());
  const signUp = ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Contato'].map(field);
  await expectEnterSends(page, signUp, 'POST /users');
  await page.goto('/login');
  await field('Email').fill('ana@example.com');
  await field('Senha').fill('senha123');
  await expectEnterSends(page, ['Email', 'Senha'].map(field), 'POST /sessions');
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

test('no message moves the button by as much as a line, on a wide screen or on one of 320 px (X-23)', async ({
  page,
}) => {
  for (const { path, name } of [
    { path: '/', name: 'Cadastrar' },
    { path: '/login', name: 'Entrar' },
  ]) {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const button = page.getByRole('button', { name, ...exact });
      const before = await topOf(button);
      if (path === '/') {
        await fillSignUp(page, aPerson({ name: '', email: 'ana', password: 'abc', bio: '', contact: 'x' }));
        await fieldOf(page, 'Confirmar senha').fill('abd');
      }
      await button.click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(path === '/' ? 6 : 2);
      expect(Math.abs((await topOf(button)) - before), `${path} at ${width}`).toBeLessThan(16);
    }
  }
});

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

test('while its call runs, the button of each form keeps focus, size and name, and sends nothing more (X-26, X-27)', async ({
  page,
  backstage,
}) => {
  for (const { method, path, fillOut } of [
    { method: 'POST', path: '**/users', fillOut: fillOutSignUp },
    { method: 'POST', path: '**/sessions', fillOut: fillOutLogIn },
    { method: 'POST', path: TECHNOLOGIES, fillOut: fillOutCreate },
    { method: 'PUT', path: TECHNOLOGY, fillOut: fillOutEdit },
  ] as const) {
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
    await page.unroute(path);
  }
});

/** That nothing is said or done any more about a call that has ended. */
async function expectIdle({ form, submit }: Filled) {
  await expect(submit).not.toHaveAttribute('aria-disabled');
  await expect(form).toHaveAttribute('aria-busy', 'false');
  await expect(form.getByText('Enviando…')).toHaveCount(0);
}

test('login and sign-up have failed without an answer, can be sent again after any failure, and are as new after a success (M-159, X-28)', async ({
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
      await expect(toastWith(page, toast)).toHaveClass(/Toastify__toast--error/);
      await expect(anyToast(page)).toHaveCount(1);
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

test('"Entrar" and "Cadastrar" say after 8 s that it takes long, and go on waiting (A-25, X-29)', async ({ page }) => {
  await page.clock.install();
  for (const [path, call, name] of [
    ['/login', '**/sessions', 'Entrar'],
    ['/', '**/users', 'Cadastrar'],
  ] as const) {
    await page.goto(path);
    await stopClock(page);
    const release = await hold(page, 'POST', call);
    if (path === '/') await fillSignUp(page, aPerson());
    else await logIn(page, aPerson());
    const button = page.getByRole('button', { name, exact: true });
    if (path === '/') await button.click();
    const status = page.getByRole('status').filter({ hasText: /Enviando|demorando/ });
    await expect(status).toHaveText('Enviando…');
    await page.clock.runFor(7849);
    await expect(status).toHaveText('Enviando…');
    await page.clock.runFor(301);
    await expect(status).toHaveText(SLOW);
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect(anyToast(page)).toHaveCount(1);
    await expect(page.getByText(SLOW)).toHaveCount(0);
    await page.clock.resume();
  }
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

test('an empty form that goes offline untouched says what is missing (X-187)', async ({ page, context }) => {
  for (const path of ['/', '/login']) {
    const fetched = page.waitForEvent('requestfinished', (request) => /\/rules-[^/]+\.js$/.test(request.url()));
    await page.goto(path);
    await fetched;
    await context.setOffline(true);
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    await expect(page.getByText('Email obrigatório')).toBeVisible();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    await context.setOffline(false);
  }
});
