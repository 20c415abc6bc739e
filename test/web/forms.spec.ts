import type { Locator, Page } from '@playwright/test';
import {
  buttonOf,
  expectMessageUnder,
  fieldOf,
  fillSignUp,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { hold, nameOf, recordCalls, refuse } from '../helpers/calls.ts';
import { type Backstage, expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { anyToast } from '../helpers/toasts.ts';

const exact = { exact: true };

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

test('every field has a visible label, large type and no maximum length (M-164)', async ({ page, backstage }) => {
  await page.goto('/');
  const source = fieldOf(page, 'Nome');
  await source.fill('a1b2c3');
  await source.press('ControlOrMeta+A');
  await source.press('ControlOrMeta+C');
  const counts: number[] = [];
  for await (const form of openForms(page, backstage)) {
    counts.push(await expectFields(form));
    // One can paste into it, passwords included.
    for (const field of await form.locator('input, textarea').all()) {
      await field.focus();
      await field.press('ControlOrMeta+A');
      await field.press('ControlOrMeta+V');
      await expect(field).toHaveValue('a1b2c3');
    }
  }
  expect(counts).toEqual([7, 2, 2, 2]);
});

test('a form leaves validation to the product and has one button that sends (M-131)', async ({ page, backstage }) => {
  await page.addInitScript(() => {
    // Chromium fires this event right before it shows its own bubble.
    document.addEventListener('invalid', () => (document.title = 'the browser spoke'), true);
  });
  const senders = page.locator('button:not([type=button])');
  const sent: string[] = [];
  const invalid: number[] = [];
  for await (const form of openForms(page, backstage)) {
    await expect(senders).toHaveCount(1);
    sent.push(await senders.innerText());
    for (const show of await form.getByRole('button', { name: /^Mostrar/ }).all()) await show.click();
    for (const field of await form.locator('input').all()) await field.fill('');
    await form.locator('input').first().press('Enter');
    await expect(form.locator('[aria-invalid=true]').first()).toBeFocused();
    invalid.push(await form.locator('[aria-invalid=true]').count());
    await expect(senders).toBeEnabled();
    await expect(senders).not.toHaveAttribute('aria-disabled');
    await expect(page).not.toHaveTitle('the browser spoke');
  }
  // The level of the edited technology is still chosen.
  expect(invalid).toEqual([7, 2, 2, 1]);
  expect(sent).toEqual(['Cadastrar', 'Entrar', 'Cadastrar Tecnologia', 'Salvar Alterações']);
  await expect(await openDelete(page, 'React')).toBeVisible();
  await expect(senders).toHaveCount(0);
});

async function expectAttributes(field: Locator, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) await expect(field).toHaveAttribute(name, value);
}

/** The accessible names of the fields that have a property before anything was sent. */
async function readFields(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const namesWith = (property: string, isSo: (value: unknown) => boolean) =>
    nodes
      .filter(({ properties }) => properties?.some(({ name, value }) => name === property && isSo(value.value)))
      .map(({ name }) => name?.value as unknown);
  return {
    invalid: namesWith('invalid', (value) => value !== 'false'),
    required: namesWith('required', (value) => value === true),
  };
}

test('password managers and screen readers recognize the fields', async ({ page }) => {
  const email = { type: 'email', name: 'email', inputmode: 'email', autocapitalize: 'none', spellcheck: 'false' };
  await page.goto('/login');
  await expectAttributes(fieldOf(page, 'Email'), { ...email, autocomplete: 'username' });
  await expectAttributes(fieldOf(page, 'Senha'), { name: 'password', autocomplete: 'current-password' });
  expect(await readFields(page)).toEqual({ invalid: [], required: ['Email', 'Senha'] });

  await page.goto('/');
  await expectAttributes(fieldOf(page, 'Email'), email);
  for (const [label, autocomplete] of [
    ['Nome', 'name'],
    ['Email', 'email'],
    ['Senha', 'new-password'],
    ['Confirmar senha', 'new-password'],
    ['Módulo do curso', 'off'],
    ['Bio', 'off'],
    ['Contato', 'url'],
  ] as const) {
    await expectAttributes(fieldOf(page, label), { autocomplete });
  }
  const { invalid, required } = await readFields(page);
  expect(invalid).toEqual([]);
  // Chromium's tree omits it for a select.
  expect(required).toEqual(expect.arrayContaining(['Nome', 'Email', 'Senha', 'Confirmar senha', 'Bio', 'Contato']));
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
    const id = String(await field.getAttribute('id'));
    await expectAttributes(show, { type: 'button', 'aria-pressed': 'false', 'aria-controls': id });
    for (const [pressed, type] of [
      ['true', 'text'],
      ['false', 'password'],
      ['true', 'text'],
    ] as const) {
      await show.click();
      await expect(show).toHaveAttribute('aria-pressed', pressed);
      await expect(field).toHaveAttribute('type', type);
    }
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

test('Enter sends the sign-up and the login from each field, except the bio', async ({ page }) => {
  await refuse(page, 'POST', '**/users');
  await refuse(page, 'POST', '**/sessions');
  await page.goto('/');
  await fieldOf(page, 'Bio').fill('uma linha');
  await fieldOf(page, 'Bio').press('Enter');
  await expect(fieldOf(page, 'Bio')).toHaveValue('uma linha\n');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await fillSignUp(page, aPerson());
  const calls = recordCalls(page);
  const expectEnterSends = async (labels: string[], call: string) => {
    calls.length = 0;
    for (const [index, label] of labels.entries()) {
      await fieldOf(page, label).press('Enter');
      await expect.poll(() => calls.map(nameOf)).toEqual(Array.from({ length: index + 1 }, () => call));
      await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false');
    }
  };
  await expectEnterSends(['Nome', 'Email', 'Senha', 'Confirmar senha', 'Contato'], 'POST /users');
  await page.goto('/login');
  await fieldOf(page, 'Email').fill('ana@example.com');
  await fieldOf(page, 'Senha').fill('senha123');
  await expectEnterSends(['Email', 'Senha'], 'POST /sessions');
});

for (const [path, name] of [
  ['/', 'Cadastrar'],
  ['/login', 'Entrar'],
] as const) {
  test(`no message moves the button "${name}" by as much as a line`, async ({ page }) => {
    await page.goto(path);
    const top = () => buttonOf(page, name).evaluate((button) => button.getBoundingClientRect().top + scrollY);
    const readTops = async () => {
      const tops = [];
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        tops.push(await top());
      }
      return tops;
    };
    const before = await readTops();
    if (path === '/') await fieldOf(page, 'Email').fill('ana');
    await buttonOf(page, name).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(path === '/' ? 7 : 2);
    for (const [index, after] of (await readTops()).entries()) {
      expect(Math.abs(after - (before[index] ?? NaN))).toBeLessThan(16);
    }
  });
}

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

test('"Enviando…" never appears for an invalid form, however slow the network', async ({ page }) => {
  const release = await hold(page, 'GET', '**/assets/rules-*.js');
  await page.goto('/login');
  await page.evaluate(() => {
    new MutationObserver(() => {
      const form = document.querySelector('form');
      const busy = form?.textContent.includes('Enviando') || form?.ariaBusy === 'true';
      if (busy) document.documentElement.dataset['busy'] = '';
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await buttonOf(page, 'Entrar').click();
  await expect(buttonOf(page, 'Entrar')).not.toHaveAttribute('aria-disabled');
  release();
  await expect(page.getByText('Password obrigatório')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-busy');
  const letGo = await hold(page, 'POST', '**/sessions');
  await logIn(page, aPerson());
  await expect(page.locator('html')).toHaveAttribute('data-busy');
  letGo();
  await expect(page.getByText('Enviando…')).toHaveCount(0);
});

test('a form that went offline untouched still names what is missing', async ({ page, context }) => {
  const fetched = page.waitForEvent('requestfinished', (request) => /\/rules-[^/]+\.js$/.test(request.url()));
  await page.goto('/login');
  await fetched;
  await context.setOffline(true);
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  await expectMessageUnder(fieldOf(page, 'Email'), 'Email obrigatório');
  await expect(anyToast(page)).toHaveCount(0);
});
