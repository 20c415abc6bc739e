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
} from '../helpers/actions.ts';
import { cut, refuse, TECHNOLOGIES } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { anyToast, failToLogIn, isRunning, toastWith } from '../helpers/toasts.ts';
import { openToasts } from './harness/toasts.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

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

/** The position of a toast after its animation; "middle" only when it is centred to the pixel. */
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

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
    await buttonOf(page, 'Cadastre-se').focus();
    await expect.poll(() => placeOf(toast)).toContain('top');
  });

  test('older toasts fold below the newest, until pointer or focus fans them out', async ({ page, ana }) => {
    const dialog = await openCreate(page);
    await cut(page, 'POST', TECHNOLOGIES);
    await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
    for (const count of [1, 2]) {
      await expect(anyToast(page)).toHaveCount(count);
      await createButton(dialog).click();
    }
    await expect(anyToast(page)).toHaveCount(3);
    const heights = () => anyToast(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
    const isFanned = async () => Math.min(...(await heights())) >= 52;
    await expect.poll(heights).toEqual([expect.any(Number), 8, 8]);
    expect(await visibleShare(buttonOf(dialog, 'X'))).toBeGreaterThan(0.5);

    await page.locator('[data-newest]').hover();
    await expect.poll(isFanned).toBe(true);
    for (const toast of await anyToast(page).all()) expect(await isRunning(toast)).toBe(false);
    await page.mouse.move(160, 630);
    await expect.poll(isFanned).toBe(false);
    for (const toast of await anyToast(page).all()) await expect.poll(() => isRunning(toast)).toBe(true);
    await page.keyboard.press('F6');
    await expect.poll(isFanned).toBe(true);
  });
});

test('only a long drag sends a toast away, not a short one or a click', async ({ page }) => {
  await page.goto('/login');
  const toast = await failToLogIn(page);
  await toast.hover();
  const { x, y, width, height } = await boxOf(toast);
  const middle = { x: x + width / 2, y: y + height / 2 };
  const pull = async (by: number) => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + by, middle.y, { steps: 8 });
  };
  await pull(40);
  await expect.poll(async () => (await toast.boundingBox())?.x).toBeGreaterThan(x + 20);
  await page.mouse.up();
  await expect.poll(async () => (await toast.boundingBox())?.x).toBe(x);
  await page.mouse.click(middle.x - 20, middle.y);
  await expect(toast).toHaveCSS('opacity', '1');
  await pull(-width);
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
});

test('F6 moves the focus to the newest toast and back, as does closing it', async ({ page }) => {
  await page.goto('/login');
  const submit = buttonOf(page, 'Entrar');
  await page.keyboard.press('F6');
  const toast = await failToLogIn(page);
  await expect(anyToast(page)).toHaveCount(1);
  await expect(submit).toBeFocused();
  await page.keyboard.press('F6');
  await expect(toast).toBeFocused();
  await expect(toast).toHaveAccessibleName('Erro');
  await expect(toast).toHaveAccessibleDescription(/^Verifique os dados do login/);
  await page.keyboard.press('F6');
  await submit.press('Enter');
  await expect(anyToast(page)).toHaveCount(2);
  await page.keyboard.press('F6');
  await expect(page.locator('.toast[data-newest]')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(anyToast(page)).toHaveCount(1);
  await expect(submit).toBeFocused();
});

test('each message goes to an existing live region, errors and others separate', async ({ page }) => {
  await page.goto('/');
  for (const role of ['status', 'alert']) await expect(page.locator(`#toasts > [role=${role}]:empty`)).toHaveCount(1);
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

test('toasts have five types, each with its own look, and six positions (M-161, M-162)', async ({ page }) => {
  await openToasts(page);
  const looks = new Set<string>();
  for (const type of ['info', 'success', 'warning', 'error', 'default'] as const) {
    await page.evaluate((name) => window.toasts.toast[name](`um ${name}`), type);
    const toast = toastWith(page, `um ${type}`);
    looks.add(await toast.evaluate((element) => getComputedStyle(element).getPropertyValue('--tone')));
  }
  expect(looks.size).toBe(5);
  for (const edge of ['top', 'bottom'] as const) {
    for (const side of ['left', 'right', 'center'] as const) {
      const position = `${edge}-${side}` as const;
      await page.evaluate((place) => window.toasts.toast.info(`em ${place}`, { position: place }), position);
      expect(await placeOf(toastWith(page, `em ${position}`))).toBe(position);
    }
  }
});
