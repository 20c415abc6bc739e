import type { Locator } from '@playwright/test';
import {
  boxOf,
  buttonOf,
  createButton,
  fieldOf,
  fillSignUp,
  headingOf,
  openCreate,
  sendCreate,
  sendSignUp,
} from '../helpers/acts.ts';
import { cut, refuse, TECHNOLOGIES } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { anyToast, failToLogIn, isRunning, toastWith } from '../helpers/toasts.ts';
import { serveBuilt } from './harness/serve.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The bar in a toast whose animation is its clock. */
const clockOf = (toast: Locator) => toast.locator('.toast-clock');

test.describe('with five seconds, not an hour', () => {
  test.use({ toastsStay: false });

  test('a toast closes by itself after five seconds (M-020)', async ({ page }) => {
    await page.goto('/login');
    // The page itself takes the times: the test may look late.
    const life = await page.evaluateHandle(() => {
      const seen = { added: 0, ms: 0, removed: 0 };
      let clock: Element | null = null;
      new MutationObserver(() => {
        if (clock !== null) {
          if (seen.removed === 0 && !clock.isConnected) seen.removed = performance.now();
          return;
        }
        clock = document.querySelector('.toast-clock');
        if (clock === null) return;
        seen.added = performance.now();
        seen.ms = Number(clock.getAnimations()[0]?.effect?.getComputedTiming().endTime);
        // A busy Chromium reports an end at zero, which must close nothing.
        clock.dispatchEvent(new AnimationEvent('animationend', { bubbles: true, elapsedTime: 0 }));
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    });
    await failToLogIn(page);
    await page.waitForFunction(({ removed }) => removed > 0, life);
    const { added, ms, removed } = await life.jsonValue();
    expect(removed - added).toBeGreaterThanOrEqual(4850);
    // A busy machine may close it later than this.
    expect(ms).toBeGreaterThanOrEqual(4850);
    expect(ms).toBeLessThanOrEqual(5150);
  });
});

test('a toast waits while the pointer is over it, and goes on from there (M-021)', async ({ page }) => {
  await page.goto('/login');
  const toast = await failToLogIn(page);
  await expect.poll(() => isRunning(toast)).toBe(true);
  await toast.hover();
  const clock = clockOf(toast);
  await expect(clock).toHaveCSS('animation-play-state', 'paused');
  await clock.evaluate((bar) => {
    const [animation] = bar.getAnimations();
    // Back to five seconds, of which the last tenth is left.
    document.adoptedStyleSheets = [];
    if (animation !== undefined) animation.currentTime = 4900;
  });
  const readTime = () =>
    clock.evaluate((bar) => new Promise(requestAnimationFrame).then(() => bar.getAnimations()[0]?.currentTime));
  for (let frames = 0; frames < 3; frames += 1) expect(await readTime()).toBe(4900);
  const ended = clock.evaluate((bar) => bar.getAnimations()[0]?.finished.then(({ currentTime }) => currentTime));
  await page.mouse.move(100, 700);
  expect(await ended).toBe(5000);
  await expect(toast).toHaveCount(0);
});

test('a toast waits while it has the focus, but not while another window has it (A-37)', async ({ page }) => {
  await page.goto('/login');
  const toast = await failToLogIn(page);
  await expect.poll(() => isRunning(toast)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  expect(await isRunning(toast)).toBe(true);
  for (const [key, focused] of [
    ['F6', toast],
    ['Tab', buttonOf(toast, 'Fechar notificação')],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toBeFocused();
    await expect.poll(() => isRunning(toast)).toBe(false);
  }
  await fieldOf(page, 'Email').focus();
  await expect.poll(() => isRunning(toast)).toBe(true);
});

/** Where in the window a toast stands, once it has come in; in the middle only when it is centred to the pixel. */
async function placeOf(toast: Locator) {
  const { x, y, width, height } = await boxOf(toast);
  const [across, down] = await toast.evaluate(() => [innerWidth, innerHeight]);
  const isCentred = Math.abs(x + width / 2 - across / 2) <= 1;
  const side = x < across / 2 ? 'left' : 'right';
  return `${y + height / 2 < down / 2 ? 'top' : 'bottom'}-${isCentred ? 'center' : side}`;
}

/** The share of a control's surface that nothing covers, from 0 to 1. */
function visibleShare(control: Locator) {
  return control.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const spots = [0.05, 0.25, 0.5, 0.75, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const seen = spots.filter(([x, y]) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return hit !== null && (node.contains(hit) || hit.contains(node));
    });
    return seen.length / spots.length;
  });
}

test('a toast appears at the top right, and stays on the next screen (M-019)', async ({ page }) => {
  await page.goto('/login');
  const toast = await failToLogIn(page);
  await expect(toast).toBeVisible();
  expect(await placeOf(toast)).toBe('top-right');
  const { x, y, width, height } = await boxOf(toast);
  expect(x).toBeGreaterThan(640);
  expect(1280 - x - width).toBeLessThanOrEqual(40);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThan(200);

  const element = await toast.elementHandle();
  await buttonOf(page, 'Cadastre-se').click();
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('toasts span the width but for 8 px, and hide no focused control', async ({ page }) => {
    await page.goto('/login');
    await failToLogIn(page);
    const main = page.getByRole('main');
    const controls = [...(await main.getByRole('textbox').all()), ...(await main.getByRole('button').all())];
    expect(controls.length).toBeGreaterThanOrEqual(5);
    for (const count of [1, 2, 3]) {
      await expect(anyToast(page)).toHaveCount(count);
      for (const control of controls) {
        await control.focus();
        await expect.poll(() => visibleShare(control)).toBeGreaterThan(0);
      }
      if (count < 3) await buttonOf(page, 'Entrar').press('Enter');
    }
    for (const toast of await anyToast(page).all()) {
      const { x, width } = await boxOf(toast);
      expect([x, width]).toEqual([8, 304]);
    }
  });

  test('toasts go to the bottom for a covered control, not for a heading', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 320 });
    await page.goto('/login');
    const toast = await failToLogIn(page);
    const [heading, password] = [headingOf(page, 'Login'), fieldOf(page, 'Senha')];
    for (const [element, edge] of [
      [heading, 'top'],
      [password, 'bottom'],
    ] as const) {
      const { y } = await boxOf(toast);
      await element.evaluate((node, top) => window.scrollBy(0, node.getBoundingClientRect().top - top - 8), y);
      await element.evaluate((node) => node.focus({ preventScroll: true }));
      await expect.poll(() => placeOf(toast)).toContain(edge);
    }
    // Its own button lies on the rest.
    await expect.poll(() => visibleShare(password)).toBeGreaterThanOrEqual(0.8);
    await buttonOf(page, 'Cadastre-se').focus();
    await expect.poll(() => placeOf(toast)).toContain('top');
  });

  test('older toasts show 8 px below the newest, until pointer or focus fans them out', async ({ page, ana }) => {
    const dialog = await openCreate(page);
    await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
    const news = toastWith(page, 'Tecnologia cadastrada com sucesso');
    await expect(news).toBeVisible();
    await cut(page, 'POST', TECHNOLOGIES);
    await sendCreate(await openCreate(page), { title: 'Redes', status: 'Iniciante' });
    await expect(anyToast(page)).toHaveCount(2);
    await createButton(dialog).click();
    await expect(anyToast(page)).toHaveCount(3);
    const heights = () => anyToast(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
    const isFanned = async () => Math.min(...(await heights())) >= 52;
    // In the page's order: the news first, then the errors from the newest on.
    const [newsHeight, newest = 0, ...older] = await heights();
    expect([newsHeight, ...older]).toEqual([8, 8]);
    expect(newest).toBeGreaterThanOrEqual(52);
    expect((await boxOf(page.locator('#toasts'))).height).toBe(newest + 2 * 8);
    expect(await visibleShare(buttonOf(dialog, 'X'))).toBeGreaterThan(0.5);

    await page.locator('[data-top]').hover();
    await expect.poll(isFanned).toBe(true);
    await expect(news.getByText('Tecnologia cadastrada com sucesso')).toBeInViewport();
    // On the gap below it.
    const { y } = await boxOf(page.locator('[data-top]'));
    await page.mouse.move(160, y + newest + 4);
    expect(await isFanned()).toBe(true);
    for (const toast of await anyToast(page).all()) expect(await isRunning(toast)).toBe(false);
    await page.mouse.move(160, 630);
    await expect.poll(async () => Math.min(...(await heights()))).toBe(8);
    for (const toast of await anyToast(page).all()) expect(await isRunning(toast)).toBe(true);
    await page.keyboard.press('F6');
    expect(await isFanned()).toBe(true);
  });
});

test.describe('dragging', () => {
  test.use({ hasTouch: true });

  test('a long drag sends a toast away, a short one or a click does not (M-022)', async ({ page }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await toast.hover();
    const { x, y, width, height } = await boxOf(toast);
    const middle = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 40, middle.y, { steps: 4 });
    await expect.poll(async () => (await toast.boundingBox())?.x).toBeGreaterThan(x + 20);
    await page.mouse.up();
    await expect.poll(async () => (await toast.boundingBox())?.x).toBe(x);
    await page.mouse.click(middle.x - 20, middle.y);
    await expect(toast).toHaveCSS('opacity', '1');

    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x - width, middle.y, { steps: 8 });
    await page.mouse.up();
    await expect(toast).toHaveCount(0);
  });

  test('a finger drags a toast away (M-022)', async ({ page }) => {
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

test('F6 moves the focus to the newest toast and back, as does closing it', async ({ page }) => {
  await page.goto('/login');
  const password = fieldOf(page, 'Senha');
  await password.focus();
  await page.keyboard.press('F6');
  await expect(password).toBeFocused();

  const toast = await failToLogIn(page);
  const submit = buttonOf(page, 'Entrar');
  await expect(anyToast(page)).toHaveCount(1);
  await expect(submit).toBeFocused();
  await page.keyboard.press('F6');
  await expect(toast).toBeFocused();
  await expect(toast).toHaveAccessibleName('Erro');
  await expect(toast).toHaveAccessibleDescription(/^Verifique os dados do login/);
  await page.keyboard.press('F6');
  await expect(submit).toBeFocused();

  await submit.press('Enter');
  await expect(anyToast(page)).toHaveCount(2);
  await page.keyboard.press('F6');
  await expect(page.locator('.Toastify__toast[data-top]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(anyToast(page)).toHaveCount(1);
  await expect(submit).toBeFocused();
});

test('each text stands in one live region, news and errors apart, that was there before', async ({ page }) => {
  await page.goto('/');
  const regions = await page
    .locator('#toasts > *')
    .evaluateAll((all) => all.map((region) => [region.getAttribute('role'), region.childElementCount]));
  expect(regions).toEqual([
    ['status', 0],
    ['alert', 0],
  ]);
  await refuse(page, 'POST', '**/users');
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
  await page.unroute('**/users');
  await sendSignUp(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Erro ao realizar o cadastro' })).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Cadastro realizado com sucesso' })).toHaveCount(1);
  // A live region in another announces its text twice.
  await expect(page.locator('#toasts > * :is([aria-live], [role=alert], [role=status], [role=log])')).toHaveCount(0);
});

test('the toast component has five types, each with its own look, and six positions (M-161, M-162)', async ({
  page,
}) => {
  await serveBuilt(page, 'http://toasts.test', { root: 'test/web/harness' });
  await page.goto('http://toasts.test/');
  const looks = new Set<string>();
  for (const type of ['info', 'success', 'warning', 'error', 'default']) {
    await buttonOf(page, type).click();
    const toast = toastWith(page, `um ${type}`);
    looks.add(await toast.evaluate((element) => getComputedStyle(element).getPropertyValue('--tone')));
    await expect(toast.locator('svg')).toHaveCount(type === 'default' ? 1 : 2);
  }
  expect(looks.size).toBe(5);
  for (const position of ['top-left', 'top-right', 'top-center', 'bottom-left', 'bottom-right', 'bottom-center']) {
    await buttonOf(page, position).click();
    expect(await placeOf(toastWith(page, `em ${position}`))).toBe(position);
  }
});
