import type { Locator, Page } from '@playwright/test';
import {
  buttonOf,
  exact,
  expectMessageUnder,
  fieldOf,
  fillSignUp,
  headingOf,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rememberRegions,
  sendSignUp,
  stopClock,
} from '../helpers/actions.ts';
import { hold, recordCalls, refuse } from '../helpers/calls.ts';
import { type Backstage, expect, test } from '../helpers/fixtures.ts';
import { aPicture } from '../helpers/images.ts';
import { aPerson } from '../helpers/make.ts';
import { chooseFile, openProfile } from '../helpers/profile.ts';
import { anyToast } from '../helpers/toasts.ts';

/** Opens each of the app's four forms in turn. */
async function* openForms(page: Page, backstage: Backstage): AsyncGenerator<Locator> {
  await page.goto('/');
  yield page.locator('form');
  await page.goto('/login');
  yield page.locator('form');
  await openWith(page, backstage, [{ title: 'React' }]);
  for (const open of [openCreate, openEdit]) {
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    yield dialog.locator('form');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

/** Each field's label, which is visible and gives it the focus. */
async function expectFields(form: Locator) {
  const fields = await form.locator('input, select, textarea').evaluateAll((all) =>
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
    await expect(fieldOf(form, label)).toBeFocused();
    await expect(fieldOf(form, label)).toHaveAccessibleName(label);
  }
  return fields.length;
}

test('every form has labelled fields without a limit, and validates them itself', async ({ page, backstage }) => {
  await page.addInitScript(() => {
    // Chromium fires this event right before it shows its own bubble.
    document.addEventListener('invalid', () => (document.title = 'the browser spoke'), true);
  });
  const senders = page.locator('button:not([type=button])');
  const seen: unknown[] = [];
  for await (const form of openForms(page, backstage)) {
    await expect(senders).toHaveCount(1);
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(0);
    const fields = await expectFields(form);
    for (const field of await form.locator('input').all()) await field.fill('');
    // Enter sends a form, and in a text of several lines begins another.
    for (const text of await form.locator('textarea').all()) await text.press('Enter');
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(0);
    await form.locator('input').first().press('Enter');
    await expect(form.locator('[aria-invalid=true]').first()).toBeFocused();
    await expect(senders).not.toHaveAttribute('aria-disabled');
    seen.push([await senders.innerText(), fields, await form.locator('[aria-invalid=true]').count()]);
    await expect(page).not.toHaveTitle('the browser spoke');
  }
  expect(seen).toEqual([
    ['Cadastrar', 7, 7],
    ['Entrar', 2, 2],
    ['Cadastrar Tecnologia', 2, 2],
    // Only the title is empty: the edit dialog keeps the level.
    ['Salvar Alterações', 2, 1],
  ]);
  await expect(await openDelete(page, 'React')).toBeVisible();
  await expect(senders).toHaveCount(0);
});

async function expectAttributes(field: Locator, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) await expect(field).toHaveAttribute(name, value);
}

test('password managers recognize the fields', async ({ page }) => {
  const email = { type: 'email', name: 'email', inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' };
  await page.goto('/login');
  await expectAttributes(fieldOf(page, 'Email'), { ...email, autocomplete: 'username' });
  await expectAttributes(fieldOf(page, 'Senha'), { name: 'password', autocomplete: 'current-password' });

  await page.goto('/');
  await expectAttributes(fieldOf(page, 'Email'), email);
  for (const [label, autocomplete] of [
    ['Nome', 'name'],
    ['Email', 'email'],
    ['Senha', 'new-password'],
    ['Confirmar senha', 'new-password'],
    ['Contato', 'url'],
  ] as const) {
    await expectAttributes(fieldOf(page, label), { autocomplete });
  }
  await expect(page.getByText('Todos os campos são obrigatórios', exact)).toBeVisible();
});

test('"Mostrar" reveals a password until the form is sent, and sends nothing', async ({ page }) => {
  await page.goto('/');
  const calls = recordCalls(page);
  await fillSignUp(page, aPerson());
  const pairs = [
    { field: fieldOf(page, 'Senha'), show: buttonOf(page, 'Mostrar o que digitei') },
    { field: fieldOf(page, 'Confirmar senha'), show: buttonOf(page, 'Mostrar a repetição') },
  ];
  for (const { field, show } of pairs) {
    await expect(field).toHaveAttribute('type', 'password');
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await expect(field).toHaveAttribute('type', 'text');
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
  await expect(headingOf(page, 'Login')).toBeVisible();
});

test.describe('while its call runs', () => {
  const SLOW = 'Isso está demorando mais que o normal…';

  for (const { path, name, call, fill } of [
    { path: '/', name: 'Cadastrar', call: '**/users', fill: (page: Page) => fillSignUp(page, aPerson()) },
    {
      path: '/login',
      name: 'Entrar',
      call: '**/sessions',
      fill: async (page: Page) => {
        await fieldOf(page, 'Email').fill('ana@example.com');
        await fieldOf(page, 'Senha').fill('senha123');
      },
    },
  ]) {
    test(`"${name}" sends once, keeps focus and size, and reports a delay after 8 s (A-25)`, async ({ page }) => {
      await page.clock.install();
      await page.goto(path);
      await stopClock(page);
      await fill(page);
      await refuse(page, 'POST', call);
      const release = await hold(page, 'POST', call);
      const calls = recordCalls(page);
      const [form, button] = [page.locator('form'), buttonOf(page, name)];
      const box = await button.boundingBox();
      await button.dblclick();
      const status = page.getByRole('status').filter({ hasText: /Enviando|demorando/ });
      await expect(status).toHaveText('Enviando…');
      await expect(form).toHaveAttribute('aria-busy', 'true');
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveJSProperty('disabled', false);
      await expect(button).toBeFocused();
      expect(await button.boundingBox()).toMatchObject({ width: box?.width, height: box?.height });
      await button.press('Enter');
      await form.locator('input').first().press('Enter');
      await page.clock.runFor(7849);
      await expect(status).toHaveText('Enviando…');
      await page.clock.runFor(301);
      await expect(status).toHaveText(SLOW);
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      release();
      await expect(anyToast(page)).toHaveCount(1);
      expect(calls.map((request) => request.method())).toEqual(['POST']);
      await expect(page.getByText(/Enviando|demorando/)).toHaveCount(0);
      await expect(button).not.toHaveAttribute('aria-disabled');
      await expect(form).toHaveAttribute('aria-busy', 'false');
    });
  }
});

test('an untouched form that goes offline still names the missing fields', async ({ page, context }) => {
  const fetched = page.waitForEvent('requestfinished', (request) => /\/rules-[^/]+\.js$/.test(request.url()));
  await page.goto('/login');
  await fetched;
  await context.setOffline(true);
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  await expectMessageUnder(fieldOf(page, 'Email'), 'Email obrigatório');
  await expect(anyToast(page)).toHaveCount(0);
});

test('offline before the rules have loaded, an empty form names the missing fields', async ({ page }) => {
  await page.route(/\/rules-[^/]+\.js$/, (route) => route.abort());
  await page.goto('/login');
  await buttonOf(page, 'Entrar').click();
  await expectMessageUnder(fieldOf(page, 'Email'), 'Email obrigatório');
  await expectMessageUnder(fieldOf(page, 'Senha'), 'Password obrigatório');
  await expect(anyToast(page)).toHaveCount(0);
});

test('Enter in an empty dialog is reported in a live region, each time', async ({ page, backstage }) => {
  await openWith(page, backstage, []);
  const dialog = await openCreate(page);
  const name = fieldOf(dialog, 'Nome');
  await expect(name).toBeFocused();
  const wasThere = await rememberRegions(dialog);
  const status = dialog.getByRole('status').filter({ hasText: 'atenção' });
  await name.press('Enter');
  await expect(status).toHaveText('2 campos precisam de atenção');
  expect(await wasThere(status)).toBe(true);
  await status.evaluate((region) => {
    new MutationObserver(() => (document.title = 'announced again')).observe(region, { childList: true });
  });
  await name.press('Enter');
  await expect(page).toHaveTitle('announced again');
  await expect(status).toHaveText('2 campos precisam de atenção');
  await name.fill('Elm');
  await expect(status).toHaveText('1 campo precisa de atenção');
  await fieldOf(dialog, 'Selecionar status').selectOption('Iniciante');
  await expect(status).toHaveCount(0);
});

test('an avatar can be neither changed nor discarded while it is being sent', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: await aPicture() }, 'Escolher foto');
  const release = await hold(page, 'PATCH', '**/users/avatar');
  const sent = page.waitForRequest('**/users/avatar');
  await buttonOf(page, 'Usar esta foto').click();
  await sent;
  const calls = recordCalls(page);
  for (const name of ['Descartar', 'Escolher outra foto']) {
    await expect(buttonOf(page, name)).toHaveAttribute('aria-disabled', 'true');
    await buttonOf(page, name).click({ force: true });
    await buttonOf(page, name).press('Enter');
  }
  expect(calls).toEqual([]);
  release();
  await expect(buttonOf(page, 'Descartar')).toHaveCount(0);
  await expect(buttonOf(page, 'Escolher outra foto')).not.toHaveAttribute('aria-disabled');
});
