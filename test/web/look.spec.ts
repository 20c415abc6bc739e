import type { Locator, Page } from '@playwright/test';
import { COURSE_MODULES } from '#contract/choices.ts';
import { aPerson } from '../helpers/make.ts';
import {
  createButton,
  cut,
  fillSignUp,
  hold,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';
import { readAlong, WORDS } from '../helpers/words.ts';

const SCREENS = ['/', '/login'];
const TOAST_MS = 5000;

/** The box that a form of a screen of its own sits in. */
function cardOf(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.locator('form') });
}

/** Makes a toast appear at once: the login's failure. */
async function failToLogIn(page: Page) {
  await cut(page, 'POST', '**/sessions');
  await logIn(page, { email: 'ana@example.com', password: 'senha123' });
  return toastWith(page, 'Verifique os dados do login');
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the page');
  return box;
}

function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

async function expectPortuguese(page: Page, heard: () => Promise<string[]>) {
  expect((await heard()).filter((text) => !WORDS.has(text))).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
}

/** The browser's own messages about a field are in the browser's language: a form must not let them show. */
function expectNoBubbles(page: Page) {
  return expect(page.locator('form')).toHaveJSProperty('noValidate', true);
}

test.describe('everything the product says is Portuguese', () => {
  test('the sign-up speaks Portuguese, whatever goes wrong (M-001)', async ({ page }) => {
    await page.clock.install();
    const heard = await readAlong(page);
    await page.goto('/');
    await expectNoBubbles(page);
    await sendSignUp(page);
    await expect(page.getByText('Link do contato obrigatório')).toBeVisible();
    await fillSignUp(page, aPerson({ email: 'ana', password: 'abc', contact: 'ana' }));
    await expect(page.getByText('Link do contato inválido')).toBeVisible();

    await fillSignUp(page, aPerson({ name: 'A'.repeat(121) }));
    await page.getByLabel('Confirmar senha').fill('outra123');
    await expect(page.getByText('A senha deve ser a mesma')).toBeVisible();
    await page.getByLabel('Confirmar senha').fill('senha123');
    await sendSignUp(page);
    await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
    await expect(page.getByText('No máximo 120 caracteres')).toBeVisible();

    const letGo = await hold(page, 'POST', '**/users');
    await page.getByLabel('Nome', { exact: true }).fill('Ana Souza');
    await sendSignUp(page);
    await expect(page.getByText('Enviando…')).toBeVisible();
    await page.clock.fastForward(8000);
    await expect(page.getByText('Isso está demorando mais que o normal…')).toBeVisible();
    letGo();
    await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();
    await expectPortuguese(page, heard);
  });

  test('the login and a page that does not exist speak Portuguese (M-001)', async ({ page, backstage }) => {
    await page.clock.install();
    const ana = await backstage.signUp();
    const heard = await readAlong(page);
    await page.goto('/nada');
    await page.getByRole('link', { name: 'Voltar ao início' }).click();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expectNoBubbles(page);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Password obrigatório')).toBeVisible();
    await logIn(page, { email: ana.email, password: 'outra123' });
    await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
    await logIn(page, ana);
    await expect(page.getByRole('heading', { name: 'Olá, Ana Souza' })).toBeVisible();
    await page.clock.fastForward(1500);
    await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
    await expectPortuguese(page, heard);
  });

  test('the dashboard speaks Portuguese while it loads, and in the dialog that adds (M-001)', async ({
    page,
    backstage,
  }) => {
    const ana = await backstage.signUp();
    const heard = await readAlong(page);
    const user = `**/users/${ana.id}`;
    await cut(page, 'GET', user);
    const letGo = await hold(page, 'GET', user);
    await openAs(page, ana);
    await expect(page.getByText('Carregando tecnologias')).toBeAttached();
    letGo();
    await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeVisible();
    await page.unroute(user);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText(/^Você ainda não cadastrou nenhuma tecnologia/)).toBeVisible();

    const dialog = await openCreate(page);
    await expectNoBubbles(page);
    await createButton(dialog).click();
    await expect(page.getByText('Tecnolgia Obrigatória')).toBeVisible();
    await sendCreate(dialog, { title: 'Redes', status: 'Intermediário' });
    await expect(toastWith(page, 'Tecnologia cadastrada com sucesso')).toBeVisible();
    await sendCreate(await openCreate(page), { title: 'Redes', status: 'Iniciante' });
    await expect(page.getByText('Você já tem esta tecnologia')).toBeVisible();
    await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
    await createButton(dialog).click();
    await expect(dialog.getByText('Sua sessão expirou.')).toBeVisible();
    await expectPortuguese(page, heard);
  });

  test('the dialogs that change and delete speak Portuguese (M-001)', async ({ page, backstage }) => {
    await page.clock.install();
    const ana = await backstage.signUp();
    await backstage.addTechnology(ana, { title: 'Redes' });
    const heard = await readAlong(page);
    await openAs(page, ana);

    await cut(page, 'PUT', '**/users/techs/*');
    const edit = await openEdit(page, 'Redes');
    await expectNoBubbles(page);
    await sendEdit(edit, { status: 'Avançado' });
    await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
    await cut(page, 'DELETE', '**/users/techs/*');
    await sendDelete(await openDelete(page, 'Redes'));
    await expect(toastWith(page, 'Erro ao deletar tecnologia')).toBeVisible();
    await page.unroute('**/users/techs/*');

    await sendEdit(await openEdit(page, 'Redes'), { status: 'Avançado' });
    await expect(rowOf(page, 'Redes')).toContainText('Avançado');
    await page.clock.fastForward(1500);
    await expect(toastWith(page, 'Tecnologia atualizada')).toBeVisible();
    await sendDelete(await openDelete(page, 'Redes'));
    await expect(rowOf(page, 'Redes')).toHaveCount(0);
    await page.clock.fastForward(1500);
    await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();
    await expectPortuguese(page, heard);
  });

  test.describe('when a part of the app cannot be fetched', () => {
    test.use({ expectedComplaints: ['dynamically imported module', 'Error occurred in'] });

    test('the page that says so speaks Portuguese (M-001)', async ({ page, backstage }) => {
      const ana = await backstage.signUp();
      const heard = await readAlong(page);
      await page.route('**/assets/dashboard-*.js', (route) => route.abort());
      await openAs(page, ana);
      await expect(page.getByRole('heading', { name: 'Algo deu errado' })).toBeVisible();
      await expectPortuguese(page, heard);
    });
  });
});

test.describe('what it is for', () => {
  test('a visitor signs up with name, email, password, bio, contact and module, and nothing else (M-002)', async ({
    page,
    backstage,
  }) => {
    const ana = aPerson({ bio: 'Gosto de redes.', course_module: COURSE_MODULES[2] });
    await page.goto('/');
    await fillSignUp(page, ana);
    const signUp = page.waitForRequest('**/users');
    await sendSignUp(page);
    expect((await signUp).postDataJSON()).toEqual(ana);
    await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();

    const { password, ...person } = ana;
    const loggedIn = await backstage.request.post('/sessions', { data: { email: ana.email, password } });
    expect((await loggedIn.json()).user).toMatchObject(person);
  });

  test('a registered user logs in and reads a greeting and their module (M-003, M-004)', async ({
    page,
    backstage,
  }) => {
    const ana = await backstage.signUp({ name: 'Zé da Silva', course_module: COURSE_MODULES[1] });
    await page.goto('/login');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Olá, Zé da Silva', exact: true })).toBeVisible();
    await expect(page.getByText(COURSE_MODULES[1], { exact: true })).toBeVisible();
  });

  test('a new technology appears in the list with its title and status (M-005, M-008)', async ({
    page,
    ana,
    backstage,
  }) => {
    await sendCreate(await openCreate(page), { title: 'React', status: 'Avançado' });
    await expect(rowOf(page, 'React').getByText('Avançado', { exact: true })).toBeVisible();
    expect(await backstage.readTechnologies(ana)).toMatchObject([{ title: 'React', status: 'Avançado' }]);
  });

  test('a technology gets another title and another status (M-006, M-008)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    const { id } = await backstage.addTechnology(ana, { title: 'React', status: 'Iniciante' });
    await openAs(page, ana);
    await sendEdit(await openEdit(page, 'React'), { title: 'Redes', status: 'Avançado' });
    await expect(rowOf(page, 'Redes').getByText('Avançado', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'React')).toHaveCount(0);
    expect(await backstage.readTechnologies(ana)).toMatchObject([{ id, title: 'Redes', status: 'Avançado' }]);
  });

  test('a deleted technology leaves the list and the server (M-007)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await backstage.addTechnology(ana, { title: 'React' });
    const kept = await backstage.addTechnology(ana, { title: 'Redes' });
    await openAs(page, ana);
    await sendDelete(await openDelete(page, 'React'));
    await expect(rowOf(page, 'React')).toHaveCount(0);
    await expect(rowOf(page, 'Redes')).toBeVisible();
    expect(await backstage.readTechnologies(ana)).toEqual([kept]);
  });
});

async function expectSmallAndRed(message: Locator, field: Locator) {
  await expect(message).toBeVisible();
  const [red, green, blue] = (await styleOf(message, 'color')).match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(200);
  expect(green).toBeLessThan(130);
  expect(blue).toBeLessThan(130);
  const size = Number.parseFloat(await styleOf(message, 'font-size'));
  expect(size).toBeLessThan(Number.parseFloat(await styleOf(field, 'font-size')));
  expect(size).toBeLessThanOrEqual(13);
  const control = await boxOf(field);
  const { y } = await boxOf(message);
  expect(y).toBeGreaterThanOrEqual(control.y + control.height - 1);
  expect(y).toBeLessThan(control.y + control.height + 10);
}

test.describe('the look', () => {
  test('every screen is black with white text (M-009, M-010)', async ({ page, backstage }) => {
    async function expectDark() {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await styleOf(page.locator('html'), 'background-color')).toBe('rgb(0, 0, 0)');
      expect(await styleOf(page.locator('body'), 'background-color')).toBe('rgb(0, 0, 0)');
      expect(await styleOf(page.locator('body'), 'background-image')).toBe('none');
      expect(await styleOf(page.locator('body'), 'color')).toBe('rgb(255, 255, 255)');
    }
    for (const path of SCREENS) {
      await page.goto(path);
      await expectDark();
    }
    await openAs(page, await backstage.signUp());
    await expectDark();
  });

  test('everything is set in Inter, which comes from the product’s own server (M-011)', async ({ page, baseURL }) => {
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready);
    const stacks = await page
      .locator('body, h1, p, label, input, select, textarea, button')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontFamily.split(',')[0]));
    expect(new Set(stacks)).toEqual(new Set(['Inter']));

    // What the browser says that it has really drawn the letters with.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    for (const selector of ['h1', 'label', 'button[type=submit]']) {
      const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
      expect(fonts).toMatchObject([{ isCustomFont: true, familyName: expect.stringContaining('Inter') }]);
    }

    expect(asked.some(({ pathname }) => pathname.endsWith('.woff2'))).toBe(true);
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([new URL(baseURL ?? '').origin]));
  });

  test('the palette has its seven colours under their own names (M-012)', async ({ page }) => {
    await page.goto('/');
    const palette = await page.locator(':root').evaluate((root) => {
      const names = ['grey1', 'grey2', 'grey3', 'purple', 'pink', 'green', 'red'];
      return names.map((name) => getComputedStyle(root).getPropertyValue(`--${name}`));
    });
    for (const colour of palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/i);
    expect(new Set(palette).size).toBe(7);
  });

  test('a form’s card is about 23em wide, and never wider than the window (M-013)', async ({ page }) => {
    for (const path of SCREENS) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path);
      const card = cardOf(page);
      const em = Number.parseFloat(await styleOf(card, 'font-size'));
      const { width } = await boxOf(card);
      expect(width).toBeGreaterThanOrEqual(22 * em);
      expect(width).toBeLessThanOrEqual(24 * em);

      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(async () => (await boxOf(card)).width).toBeLessThanOrEqual(320);
      const narrow = await boxOf(card);
      expect(narrow.x).toBeGreaterThanOrEqual(0);
      expect(narrow.x + narrow.width).toBeLessThanOrEqual(320);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  });

  test('a form’s card shows its title, its subtitle and a label for each field (M-014)', async ({ page }) => {
    const cards = [
      { path: '/', title: 'Crie sua Conta', subtitle: 'Rápido e grátis, vamos nessa', fields: 7 },
      { path: '/login', title: 'Login', fields: 2 },
    ];
    for (const { path, title, subtitle, fields } of cards) {
      await page.goto(path);
      const card = cardOf(page);
      await expect(card.getByRole('heading', { name: title, exact: true })).toBeVisible();
      if (subtitle !== undefined) await expect(card.getByText(subtitle, { exact: true })).toBeVisible();
      const controls = card.locator('input, select, textarea');
      await expect(controls).toHaveCount(fields);
      const labels = await controls.evaluateAll((all) =>
        all.map((control) => {
          const [label] = (control as HTMLInputElement).labels ?? [];
          return label?.checkVisibility() ? label.innerText.trim() : '';
        }),
      );
      expect(labels).not.toContain('');
      expect(new Set(labels).size).toBe(fields);
      for (const label of labels) {
        const above = await boxOf(card.locator('label').getByText(label, { exact: true }));
        expect(above.y + above.height).toBeLessThanOrEqual((await boxOf(card.getByLabel(label, { exact: true }))).y);
      }
    }
  });

  test('what is wrong with a field is said below it, small and red (M-015)', async ({ page, backstage }) => {
    await openAs(page, await backstage.signUp());
    await createButton(await openCreate(page)).click();
    await expectSmallAndRed(page.getByText('Tecnolgia Obrigatória'), page.getByLabel('Nome', { exact: true }));
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expectSmallAndRed(page.getByText('Password obrigatório'), page.getByLabel('Senha', { exact: true }));

    await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
    await sendSignUp(page);
    await expectSmallAndRed(page.getByText('Bio obrigatória'), page.getByLabel('Bio', { exact: true }));
  });

  test('the main buttons are as wide as the card has room for (M-016)', async ({ page }) => {
    const buttons = { '/': ['Cadastrar', 'Login'], '/login': ['Entrar', 'Cadastre-se'] };
    for (const [path, names] of Object.entries(buttons)) {
      await page.goto(path);
      const room = await cardOf(page).evaluate((card) => {
        const { paddingLeft, paddingRight } = getComputedStyle(card);
        return card.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      });
      for (const name of names) {
        const { width } = await boxOf(page.getByRole('button', { name, exact: true }));
        expect(Math.abs(width - room)).toBeLessThan(1);
      }
    }
  });

  test('one flag chooses between the main button’s two colour schemes (M-017)', async ({ page }) => {
    await page.goto('/login');
    const entrar = page.getByRole('button', { name: 'Entrar', exact: true });
    const cadastreSe = page.getByRole('button', { name: 'Cadastre-se', exact: true });
    const primary = await styleOf(entrar, 'background-color');
    const secondary = await styleOf(cadastreSe, 'background-color');
    expect(primary).not.toBe(secondary);
    for (const colour of [primary, secondary]) expect(colour).toMatch(/^rgb\(/);
    await expect(entrar).toHaveAttribute('data-tone', 'primary');
    await expect(cadastreSe).toHaveAttribute('data-tone', 'secondary');

    await entrar.evaluate((button) => (button.dataset['tone'] = 'secondary'));
    await cadastreSe.evaluate((button) => (button.dataset['tone'] = 'primary'));
    await expect(entrar).toHaveCSS('background-color', secondary);
    await expect(cadastreSe).toHaveCSS('background-color', primary);
  });

  test('the logo stands on the sign-up and on the login (M-018)', async ({ page }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      const logo = page.getByRole('img', { name: 'Trilha', exact: true });
      await expect(logo).toBeVisible();
      await expect(logo).toHaveJSProperty('complete', true);
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
  });
});

/** Follows the next toast on the page's own clock, and how long the page hung: what is drawn late, beyond two frames. */
function followToast(page: Page) {
  return page.evaluateHandle(() => {
    const life = { added: 0, left: 0, removed: 0, hung: 0 };
    let toast: Element | null = null;
    new MutationObserver(() => {
      if (toast === null) {
        toast = document.querySelector('.Toastify__toast');
        if (toast !== null) life.added = performance.now();
        toast?.addEventListener('mouseleave', () => (life.left = performance.now()));
      } else if (life.removed === 0 && !toast.isConnected) life.removed = performance.now();
    }).observe(document.body, { childList: true, subtree: true });
    let drawn = performance.now();
    requestAnimationFrame(function watch(now) {
      if (life.added > 0) life.hung += Math.max(0, now - drawn - 34);
      drawn = now;
      if (life.removed === 0) requestAnimationFrame(watch);
    });
    return life;
  });
}

function expectTime(expected: number, shown: number, hung: number) {
  expect(shown).toBeGreaterThanOrEqual(expected - 150);
  expect(shown - hung).toBeLessThanOrEqual(expected + 600);
}

test.describe('toasts', () => {
  test('a toast appears at the top right (M-019)', async ({ page }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await expect(toast).toBeVisible();
    await expect.poll(async () => 1280 - (await boxOf(toast)).x - (await boxOf(toast)).width).toBeLessThanOrEqual(40);
    const { x, y, height } = await boxOf(toast);
    expect(x).toBeGreaterThan(640);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThan(200);
  });

  test.describe('with five seconds, not an hour', () => {
    test.use({ toastsStay: false });

    test('a toast closes by itself after five seconds (M-020)', async ({ page }) => {
      await page.goto('/login');
      const life = await followToast(page);
      await failToLogIn(page);
      await page.waitForFunction(({ removed }) => removed > 0, life);
      const { added, removed, hung } = await life.jsonValue();
      expectTime(TOAST_MS, removed - added, hung);
    });
  });

  test('a toast stays when the browser starts its clock over (M-020)', async ({ page }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await expect(toast).toBeVisible();
    // As Chromium does by itself on a busy machine, where it then tells of an end after no time at all.
    const toldAt = await toast.locator('.toast-clock').evaluate((element) => {
      const [clock] = element.getAnimations();
      return new Promise<number>((resolve) => {
        element.addEventListener('animationend', () => resolve(performance.now()), { once: true });
        if (clock !== undefined) clock.currentTime = -200;
      });
    });
    await page.waitForFunction((told) => performance.now() - told > 500, toldAt);
    await expect(toast).toBeVisible();
  });

  test('a toast waits while the pointer is over it, and goes on when it leaves (M-021, X-48)', async ({ page }) => {
    await page.goto('/login');
    const life = await followToast(page);
    const toast = await failToLogIn(page);
    await toast.hover();
    const bar = toast.locator('.toast-clock');
    await expect(bar).toHaveCSS('animation-play-state', 'paused');
    // From here on it has its own five seconds again, of which one and a half are left.
    const heldAt = await bar.evaluate((element) => {
      const [clock] = element.getAnimations();
      if (clock !== undefined) clock.currentTime = 3500;
      document.adoptedStyleSheets = [];
      return performance.now();
    });
    // By now it would have closed.
    await page.waitForFunction((held) => performance.now() - held > 2300, heldAt);
    await expect(toast).toBeVisible();
    await page.evaluate((seen) => (seen.hung = 0), life);
    await page.mouse.move(100, 700);
    await page.waitForFunction(({ removed }) => removed > 0, life);
    const { left, removed, hung } = await life.jsonValue();
    expectTime(1500, removed - left, hung);
  });

  test('a toast is dragged away with the mouse (M-022, X-51)', async ({ page }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await toast.hover();
    const { x, y, width, height } = await boxOf(toast);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - width, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(toast).toHaveCount(0);
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true });

    test('a toast is dragged away with a finger (M-022, X-51)', async ({ page }) => {
      await page.goto('/login');
      const toast = await failToLogIn(page);
      await expect(toast).toBeVisible();
      const { x, y, width, height } = await boxOf(toast);
      const finger = { x: x + width * 0.6, y: y + height / 2 };
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
      for (let step = 1; step <= 8; step += 1) {
        const moved = { x: finger.x - (width * step) / 8, y: finger.y };
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [moved] });
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(toast).toHaveCount(0);
    });
  });
});
