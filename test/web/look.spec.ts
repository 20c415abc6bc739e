import type { Locator, Page } from '@playwright/test';
import {
  boxOf,
  buttonOf,
  createButton,
  fieldOf,
  openCreate,
  openEdit,
  openWith,
  sendCreate,
  sendSignUp,
} from '../helpers/acts.ts';
import { cut, hold, TECHNOLOGIES } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { anyToast } from '../helpers/toasts.ts';

const exact = { exact: true };

/** The box of a form that has a screen of its own. */
function cardOf(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.locator('form') });
}

function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

test('screens are black with white text, from a palette of seven named colours (M-009, M-010, M-012)', async ({
  page,
  backstage,
}) => {
  const expectDark = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await expect(page.locator('body')).toHaveCSS('background-image', 'none');
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(255, 255, 255)');
  };
  await page.goto('/');
  await expectDark();
  const palette = await page.locator(':root').evaluate((root) => {
    const names = ['grey1', 'grey2', 'grey3', 'purple', 'pink', 'green', 'red'];
    return names.map((name) => getComputedStyle(root).getPropertyValue(`--${name}`));
  });
  for (const colour of palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/i);
  expect(new Set(palette).size).toBe(7);
  await openAs(page, await backstage.signUp());
  await expectDark();
});

test('all text is drawn in Inter, from one file of the own server (M-011)', async ({ page, baseURL }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const families = await page
    .locator('body, h1, p, label, input, select, textarea, button')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontFamily.split(',')[0]));
  expect(new Set(families)).toEqual(new Set(['Inter']));
  // The text shows in another font until Inter arrives.
  const displays = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family === 'Inter').map(({ display }) => display),
  );
  expect(new Set(displays)).toEqual(new Set(['swap']));

  // The fonts that the browser has really drawn the letters with.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  for (const selector of ['h1', 'label', 'button[type=submit]']) {
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts).toMatchObject([{ isCustomFont: true, familyName: expect.stringContaining('Inter') }]);
  }
  // Portuguese needs no second file.
  await fieldOf(page, 'Nome').fill('João Conceição');
  expect(urls.filter((url) => url.endsWith('.woff2'))).toHaveLength(1);
  expect(urls.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([]);
});

for (const { path, title, subtitle, fields } of [
  { path: '/', title: 'Crie sua Conta', subtitle: 'Rápido e grátis, vamos nessa', fields: 7 },
  { path: '/login', title: 'Login', subtitle: '', fields: 2 },
]) {
  test(`the card of ${path} is 23em wide, with logo, title, subtitle and labels (M-013, M-014, M-018)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 1400 });
    await page.goto(path);
    const logo = page.getByRole('img', { name: 'Trilha', ...exact });
    await expect(logo).toBeVisible();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const card = cardOf(page);
    await expect(card.getByRole('heading', { name: title, ...exact })).toBeVisible();
    await expect(card.locator('header')).toHaveText(title + subtitle);
    const controls = card.locator('input, select, textarea');
    await expect(controls).toHaveCount(fields);
    for (const control of await controls.all()) {
      const label = card.locator(`label[for="${await control.getAttribute('id')}"]`);
      await expect(label).toHaveText(/\w/);
      const { y, height } = await boxOf(label);
      expect(y + height).toBeLessThanOrEqual((await boxOf(control)).y);
    }
    const em = Number.parseFloat(await styleOf(card, 'font-size'));
    const { width } = await boxOf(card);
    expect(width).toBeGreaterThanOrEqual(22 * em);
    expect(width).toBeLessThanOrEqual(24 * em);

    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(async () => (await boxOf(card)).width).toBeLessThanOrEqual(320);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

async function expectSmallAndRed(message: Locator, field: Locator) {
  const [red = 0, green = 255, blue = 255] = (await styleOf(message, 'color')).match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(200);
  expect(Math.max(green, blue)).toBeLessThan(130);
  const size = Number.parseFloat(await styleOf(message, 'font-size'));
  expect(size).toBeLessThan(Number.parseFloat(await styleOf(field, 'font-size')));
  expect(size).toBeLessThanOrEqual(13);
  const [note, control] = [await boxOf(message), await boxOf(field)];
  expect(note.y).toBeGreaterThanOrEqual(control.y + control.height - 1);
  expect(note.y).toBeLessThan(control.y + control.height + 10);
}

test('the message of a field stands below it, small and red (M-015)', async ({ page, backstage }) => {
  await page.goto('/');
  await sendSignUp(page);
  await expectSmallAndRed(page.getByText('Bio obrigatória'), fieldOf(page, 'Bio'));
  await openAs(page, await backstage.signUp());
  await createButton(await openCreate(page)).click();
  await expectSmallAndRed(page.getByText('Tecnolgia Obrigatória'), fieldOf(page, 'Nome'));
});

test('main buttons are as wide as the card; one flag chooses their two colours (M-016, M-017)', async ({ page }) => {
  await page.goto('/login');
  const room = await cardOf(page).evaluate((card) => {
    const { paddingLeft, paddingRight } = getComputedStyle(card);
    return card.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  });
  const [first, second] = [buttonOf(page, 'Entrar'), buttonOf(page, 'Cadastre-se')];
  for (const button of [first, second]) expect(Math.abs((await boxOf(button)).width - room)).toBeLessThan(1);

  const primary = await styleOf(first, 'background-color');
  const secondary = await styleOf(second, 'background-color');
  expect(primary).not.toBe(secondary);
  for (const colour of [primary, secondary]) expect(colour).toMatch(/^rgb\(/);
  await expect(first).toHaveAttribute('data-tone', 'primary');
  await expect(second).toHaveAttribute('data-tone', 'secondary');
  await first.evaluate((button) => (button.dataset['tone'] = 'secondary'));
  await second.evaluate((button) => (button.dataset['tone'] = 'primary'));
  await expect(first).toHaveCSS('background-color', secondary);
  await expect(second).toHaveCSS('background-color', primary);
});

/** Presses Tab this often, and expects a white ring each time. */
async function expectRings(page: Page, presses: number) {
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveCSS('outline', 'rgb(255, 255, 255) solid 2px');
  }
}

test('the focused control has a white ring, with a black gap on pink', async ({ page, backstage }) => {
  await page.goto('/login');
  await expectRings(page, 4);
  await expect(buttonOf(page, 'Entrar')).toBeFocused();
  await expect(buttonOf(page, 'Entrar')).toHaveCSS('outline-offset', '2px');
  await expect(buttonOf(page, 'Entrar')).toHaveCSS('box-shadow', 'rgb(0, 0, 0) 0px 0px 0px 2px');
  await openWith(page, backstage, [{ title: 'React' }]);
  await expectRings(page, 7);
  for (const open of [openCreate, openEdit]) {
    await expect(await open(page, 'React')).toBeVisible();
    await expectRings(page, 2);
    await page.keyboard.press('Escape');
  }
});

/** Lists what has a transition or an animation of its place, one that is over included, and not just a jump. */
function listMoving(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudo) => {
        const { animationName, animationDuration, animationTimingFunction, transitionProperty, transitionDuration } =
          getComputedStyle(element, pseudo);
        const isAnimated =
          animationName !== 'none' &&
          parseFloat(animationDuration) > 0.001 &&
          !animationTimingFunction.startsWith('step');
        const isMoved = /all|transform|translate|left/.test(transitionProperty) && parseFloat(transitionDuration) > 0;
        return isAnimated || isMoved ? [element.outerHTML.slice(0, 80) + pseudo] : [];
      }),
    ),
  );
}

test('nothing moves with reduced motion, whether it loads, sends or switches', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const release = await hold(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  await expect(page.getByText('Carregando tecnologias')).toBeAttached();
  expect(await listMoving(page)).toEqual([]);
  release();
  const letGo = await hold(page, 'POST', TECHNOLOGIES);
  await sendCreate(await openCreate(page), { title: 'Node', status: 'Iniciante' });
  await expect(page.getByText('Enviando…')).toBeVisible();
  expect(await listMoving(page)).toEqual([]);
  // With motion, the same look finds some.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => listMoving(page)).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  letGo();
  await expect(anyToast(page)).toBeVisible();
  expect(await listMoving(page)).toEqual([]);

  await openAs(page, person, '/perfil');
  await page.getByRole('switch').click();
  expect(await listMoving(page)).toEqual([]);
});

test('fields, dialogs, buttons and toasts have an edge in forced colours', async ({ page, ana }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await cut(page, 'POST', TECHNOLOGIES);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  const name = fieldOf(dialog, 'Nome');
  const canvas = await styleOf(page.locator('body'), 'background-color');
  for (const element of [dialog, name, createButton(dialog), anyToast(page)]) {
    await expect(element).toHaveCSS('border-right-style', 'solid');
    await expect(element).not.toHaveCSS('border-right-width', '0px');
    await expect(element).not.toHaveCSS('border-right-color', canvas);
  }
  await name.focus();
  await expect(name).toHaveCSS('outline-style', 'solid');
});
