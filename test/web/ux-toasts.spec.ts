import type { Locator, Page } from '@playwright/test';
import { aPerson } from '../helpers/make.ts';
import {
  anyToast,
  cut,
  fillSignUp,
  logIn,
  nameOf,
  openCreate,
  openDelete,
  readRows,
  recordCalls,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith, type Backstage, type SignedUp } from '../helpers/fixtures.ts';

const exact = { exact: true };
const REFUSED = 'Verifique os dados do login';
const DELETED = 'Tecnologia deletada com sucesso';
const RESTORED = 'Tecnologia restaurada';

/** Makes the login fail, and answers its toast. */
async function failToLogIn(page: Page) {
  await cut(page, 'POST', '**/sessions');
  await logIn(page, aPerson());
  return toastWith(page, REFUSED).first();
}

/** Where an element stands, once it has come in. */
async function boxOf(element: Locator) {
  await element.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return box;
}

test.describe('the live regions', () => {
  test('the page comes with a region for news and one for errors, both empty (X-46)', async ({ page, backstage }) => {
    for (const path of ['/', '/login', '/dashboard', '/acessibilidade']) {
      const html = await (await backstage.request.get(path)).text();
      expect(html).toMatch(/<div id="toasts">\s*<div role="status"><\/div>\s*<div role="alert"><\/div>\s*<\/div>/);
    }
    await page.goto('/');
    const regions = page.locator('#toasts > *');
    const [news, errors] = await regions.elementHandles();
    await refuse(page, 'POST', '**/users');
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    const error = await toastWith(page, 'Erro ao realizar o cadastro').elementHandle();
    expect(await errors?.evaluate((region, toast) => region.contains(toast), error)).toBe(true);
    await page.unroute('**/users');
    await sendSignUp(page);
    const success = await toastWith(page, 'Cadastro realizado com sucesso').elementHandle();
    expect(await news?.evaluate((region, toast) => region.contains(toast), success)).toBe(true);
  });

  test('each text stands in one live region alone, so it is announced once (X-47)', async ({ page }) => {
    await page.goto('/');
    await refuse(page, 'POST', '**/users');
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
    await page.unroute('**/users');
    await sendSignUp(page);
    await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();
    for (const [text, role] of [
      ['Erro ao realizar o cadastro', 'alert'],
      ['Cadastro realizado com sucesso', 'status'],
    ] as const) {
      await expect(page.getByText(text, exact)).toHaveCount(1);
      const live = await page.getByText(text, exact).evaluate((element) => {
        const found: string[] = [];
        for (let node: Element | null = element; node !== null; node = node.parentElement) {
          const [itsRole, politeness] = [node.getAttribute('role') ?? '', node.getAttribute('aria-live') ?? 'off'];
          if (['status', 'alert', 'log', 'timer'].includes(itsRole)) found.push(itsRole);
          else if (politeness !== 'off') found.push(politeness);
        }
        return found;
      });
      expect(live).toEqual([role]);
    }
  });
});

test.describe('a toast', () => {
  test('has a button that closes it, whatever it tells (X-49)', async ({ page, ana }) => {
    await refuse(page, 'POST', '**/users/techs');
    const dialog = await openCreate(page);
    await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    await page.unroute('**/users/techs');
    await dialog.getByRole('button', { name: 'Cadastrar Tecnologia', ...exact }).click();
    for (const text of ['Erro ao cadastrar a tecnologia', 'Tecnologia cadastrada com sucesso']) {
      const close = toastWith(page, text).getByRole('button', { name: 'Fechar notificação', ...exact });
      const { width, height } = await boxOf(close);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      await close.click();
      await expect(toastWith(page, text)).toHaveCount(0);
    }
  });

  test('is reached with F6, the newest first, and F6 leads back; by itself it takes no focus (X-50)', async ({
    page,
  }) => {
    await page.goto('/login');
    await failToLogIn(page);
    const entrar = page.getByRole('button', { name: 'Entrar', ...exact });
    await expect(anyToast(page)).toHaveCount(1);
    await expect(entrar).toBeFocused();
    await entrar.press('Enter');
    await expect(anyToast(page)).toHaveCount(2);
    await expect(entrar).toBeFocused();

    const ids = await anyToast(page).evaluateAll((toasts) => toasts.map(({ id }) => Number(id)));
    await page.keyboard.press('F6');
    await expect(page.locator(`[id="${Math.max(...ids)}"]`)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Fechar notificação', ...exact }).first()).toBeFocused();
    await page.keyboard.press('F6');
    await expect(entrar).toBeFocused();
  });

  test('F6 does nothing where there is no toast, and is explained under "Acessibilidade" (X-50)', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email', exact).focus();
    await page.keyboard.press('F6');
    await expect(page.getByLabel('Email', exact)).toBeFocused();
    await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'notificação mais recente' })).toBeVisible();
    await expect(page.getByText('F6', exact)).toBeVisible();
  });

  test('springs back when it is dragged a little, and a click does not send it away (X-51)', async ({ page }) => {
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
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.click(middle.x - 20, middle.y);
    await expect(toast).toBeVisible();
    expect(await toast.evaluate((node) => node.isConnected && getComputedStyle(node).opacity)).toBe('1');
  });

  test('is dragged away with a pen (X-51)', async ({ page }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await toast.hover();
    const { x, y, width, height } = await boxOf(toast);
    const devtools = await page.context().newCDPSession(page);
    const pen = { pointerType: 'pen', button: 'left', buttons: 1, clickCount: 1, y: y + height / 2 } as const;
    await devtools.send('Input.dispatchMouseEvent', { ...pen, type: 'mousePressed', x: x + width / 2 });
    for (let step = 1; step <= 8; step += 1) {
      const moved = x + width / 2 - (width * step) / 8;
      await devtools.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseMoved', x: moved });
    }
    await devtools.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseReleased', x: x - width / 2 });
    await expect(toast).toHaveCount(0);
  });

  test('stays, the very same, when one goes to another screen (X-52)', async ({ page }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await toast.hover();
    const element = await toast.elementHandle();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Cadastre-se', ...exact }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
    await expect(toast).toBeVisible();
  });
});

/** How much of the focused control's surface can be seen, from none to all. */
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

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('toasts span the width but for 8 px, wait for no other, and hide no control that has the focus (X-53)', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(await failToLogIn(page)).toBeVisible();
    await page.getByRole('button', { name: 'Entrar', ...exact }).press('Enter');
    await expect(anyToast(page)).toHaveCount(2);
    for (const toast of await anyToast(page).all()) {
      const { x, width } = await boxOf(toast);
      expect([x, width]).toEqual([8, 304]);
    }
    const main = page.getByRole('main');
    const controls = [...(await main.getByRole('textbox').all()), ...(await main.getByRole('button').all())];
    expect(controls.length).toBeGreaterThanOrEqual(5);
    for (const count of [2, 3, 4]) {
      await expect(anyToast(page)).toHaveCount(count);
      for (const control of controls) {
        await control.focus();
        await expect.poll(() => visibleShare(control)).toBeGreaterThan(0);
      }
      await page.getByRole('button', { name: 'Entrar', ...exact }).press('Enter');
    }
  });
});

/** A person who knows HTML, CSS and Vue, on their dashboard, whose time can be stopped. */
async function openThree(page: Page, backstage: Backstage): Promise<SignedUp> {
  const person = await backstage.signUp();
  for (const title of ['HTML', 'CSS', 'Vue']) await backstage.addTechnology(person, { title });
  await page.clock.install();
  await openAs(page, person);
  await expect(rowOf(page, 'Vue')).toBeVisible();
  return person;
}

const ALL_THREE = ['HTML Iniciante', 'CSS Iniciante', 'Vue Iniciante'];

/** Deletes a technology and answers the "Desfazer" of its toast, which the pointer keeps on the screen. */
async function remove(page: Page, title: string) {
  await sendDelete(await openDelete(page, title));
  await expect(rowOf(page, title)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.fastForward(1500);
  const toast = toastWith(page, DELETED);
  await toast.hover();
  return toast.getByRole('button', { name: 'Desfazer', ...exact });
}

test.describe('"Desfazer" in the toast of a deletion', () => {
  test('brings the technology back in its old place with one click, and says so (X-55)', async ({
    page,
    backstage,
  }) => {
    const person = await openThree(page, backstage);
    const undo = await remove(page, 'CSS');
    const calls = recordCalls(page);
    await undo.click();
    await expect(toastWith(page, RESTORED)).toBeVisible();
    await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
    await expect(toastWith(page, DELETED)).toHaveCount(0);
    expect((await backstage.readTechnologies(person)).map(({ title }) => title)).toEqual(['HTML', 'CSS', 'Vue']);
    expect(calls.map(nameOf)).toEqual([
      expect.stringMatching(/^POST \/users\/techs\/[\w-]+\/restore$/),
      `GET /users/${person.id}`,
    ]);
    expect(await page.getByText(RESTORED, exact).evaluate((node) => node.closest('[role]:not([id])')?.role)).toBe(
      'status',
    );
  });

  test('is reached with F6 and pressed with Enter (X-55)', async ({ page, backstage }) => {
    await openThree(page, backstage);
    const undo = await remove(page, 'HTML');
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toastWith(page, RESTORED)).toBeVisible();
    await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
  });

  test('is also Ctrl+Z, the last deletion first, but not where a person types (X-55)', async ({ page, backstage }) => {
    await openThree(page, backstage);
    await remove(page, 'HTML');
    await sendDelete(await openDelete(page, 'Vue'));
    await expect.poll(() => readRows(page)).toEqual(['CSS Iniciante']);

    const calls = recordCalls(page);
    const dialog = await openCreate(page);
    await dialog.getByLabel('Nome', exact).pressSequentially('Go');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(calls.map(nameOf)).toEqual([]);

    await page.keyboard.press('Control+z');
    await expect.poll(() => readRows(page)).toEqual(['CSS Iniciante', 'Vue Iniciante']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => readRows(page)).toEqual(ALL_THREE);
    await page.keyboard.press('Control+z');
    expect(calls.map(nameOf).filter((name) => name.endsWith('/restore'))).toHaveLength(2);
  });

  test('is there for a minute after the deletion, and then neither as a button nor as a key (X-55)', async ({
    page,
    backstage,
  }) => {
    await openThree(page, backstage);
    await stopClock(page);
    await sendDelete(await openDelete(page, 'CSS'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.runFor(1500);
    const toast = toastWith(page, DELETED);
    await toast.hover();
    const undo = toast.getByRole('button', { name: 'Desfazer', ...exact });
    await page.clock.runFor(58_000);
    await expect(undo).toBeVisible();
    await page.clock.runFor(1000);
    await expect(undo).toHaveCount(0);
    await expect(toast).toBeVisible();
    const calls = recordCalls(page);
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'CSS')).toHaveCount(0);
    expect(calls.map(nameOf)).toEqual([]);
  });

  test('says so when the technology cannot be brought back (X-55)', async ({ page, backstage }) => {
    await openThree(page, backstage);
    await refuse(page, 'POST', '**/users/techs/*/restore', 404, { code: 'not-found' });
    const undo = await remove(page, 'CSS');
    await undo.click();
    await expect(toastWith(page, 'Não foi possível desfazer a exclusão')).toHaveClass(/Toastify__toast--error/);
    await expect(toastWith(page, RESTORED)).toHaveCount(0);
    expect(await readRows(page)).toEqual(['HTML Iniciante', 'Vue Iniciante']);
  });
});
