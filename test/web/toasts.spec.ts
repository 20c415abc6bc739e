import type { Locator, Page } from '@playwright/test';
import { boxOf, createButton, fillSignUp, logIn, openCreate, sendCreate, sendSignUp } from '../helpers/acts.ts';
import { cut, refuse, TECHNOLOGIES } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { anyToast, failToLogIn, isRunning, toastWith } from '../helpers/toasts.ts';
import { serveBuilt } from './harness/serve.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const exact = { exact: true };

const TOAST_MS = 5000;

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

test.describe('how long they stay', () => {
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

  test('the keyboard in a toast stops its clock as a pointer does, another window does not; it stays when the browser starts that clock over (M-020, A-37, X-48)', async ({
    page,
  }) => {
    await page.goto('/login');
    await logIn(page, aPerson());
    const toast = toastWith(page, 'Verifique os dados do login');
    await expect.poll(() => isRunning(toast)).toBe(true);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    expect(await isRunning(toast)).toBe(true);
    const close = toast.getByRole('button', { name: 'Fechar notificação', exact: true });
    // The last thing in the page: a step back from its start.
    await page.getByRole('heading', { name: 'Login', exact: true }).focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift+Tab');
        return close.evaluate((button) => button === document.activeElement);
      })
      .toBe(true);
    await expect.poll(() => isRunning(toast)).toBe(false);
    await page.keyboard.press('Shift+Tab');
    await expect(toast).toBeFocused();
    expect(await isRunning(toast)).toBe(false);
    await page.getByLabel('Email', { exact: true }).focus();
    await expect.poll(() => isRunning(toast)).toBe(true);

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
});

/** Where in the window a toast stands; in the middle only when it is centred to the pixel. */
async function placeOf(toast: Locator) {
  return toast.evaluate(async (element) => {
    // It stands where it stands once it has come in.
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const centred = Math.abs((left + right) / 2 - width / 2) <= 1;
    const side = left < width / 2 && right < width / 2 ? 'left' : 'right';
    return `${top > height / 2 && bottom <= height ? 'bottom' : 'top'}-${centred ? 'center' : side}`;
  });
}

/** Which half of the window a toast stands in. */
function edgeOf(toast: Locator) {
  return toast.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top + bottom < window.innerHeight ? 'top' : 'bottom';
  });
}

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

test.describe('where they stand', () => {
  test('a toast appears at the top right, and stays, the very same, when one goes to another screen (M-019, M-162, X-52)', async ({
    page,
  }) => {
    await page.goto('/login');
    const toast = await failToLogIn(page);
    await expect(toast).toBeVisible();
    await expect.poll(async () => 1280 - (await boxOf(toast)).x - (await boxOf(toast)).width).toBeLessThanOrEqual(40);
    const { x, y, height } = await boxOf(toast);
    expect(await placeOf(toast)).toBe('top-right');
    expect(x).toBeGreaterThan(640);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThan(200);

    await toast.hover();
    const element = await toast.elementHandle();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Cadastre-se', ...exact }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
    await expect(toast).toBeVisible();
  });

  test.describe('on a narrow screen', () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test('toasts span the width but for 8 px, wait for no other, and hide no control that has the focus, nor most of one in a low window (X-53, X-286)', async ({
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

      await page.setViewportSize({ width: 640, height: 320 });
      await page.reload();
      const password = page.getByLabel('Senha', exact);
      await page.getByLabel('Email', exact).fill('ana@example.com');
      await password.fill('senha123');
      await password.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 105));
      await password.press('Enter');
      await expect(anyToast(page)).toHaveCount(1);
      await expect(password).toBeFocused();
      // The button that shows it lies on the rest.
      await expect.poll(() => visibleShare(password)).toBeGreaterThanOrEqual(0.8);
    });
  });

  test('toasts lie in a heap, the newest on top, 8 px of each other showing; pointer and focus fan it out (X-282)', async ({
    page,
    ana,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const dialog = await openCreate(page);
    await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
    await expect(dialog).toBeHidden();
    const news = toastWith(page, 'Tecnologia cadastrada com sucesso');
    await expect(news).toBeVisible();
    await cut(page, 'POST', TECHNOLOGIES);
    await sendCreate(await openCreate(page), { title: 'Redes', status: 'Iniciante' });
    for (const count of [2, 3, 4, 5, 6]) {
      await expect(anyToast(page)).toHaveCount(count);
      if (count < 6) await createButton(dialog).click();
    }
    const heap = page.locator('#toasts');
    const heights = () => anyToast(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
    const tops = async () => (await Promise.all((await anyToast(page).all()).map(boxOf))).map(({ y }) => y);
    // In the page's order: the news first, then the errors from the newest on.
    const [newsHeight, newest, ...older] = await heights();
    expect([newsHeight, ...older]).toEqual([8, 8, 8, 8, 8]);
    expect(newest).toBeGreaterThanOrEqual(52);
    const { y } = await boxOf(page.locator('[data-top]'));
    expect(Math.min(...(await tops()))).toBe(y);
    expect((await boxOf(heap)).height).toBe((newest ?? 0) + 5 * 8);
    // The dialog below it can be closed.
    const close = dialog.getByRole('button', { name: 'X', ...exact });
    expect(await visibleShare(close)).toBeGreaterThan(0.5);

    await page.locator('[data-top]').hover();
    expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(52);
    await expect(news.getByText('Tecnologia cadastrada com sucesso')).toBeInViewport();
    // On the way from one to the next.
    const [first = 0, second = 0] = (await tops()).toSorted((a, b) => a - b);
    await page.mouse.move(160, (first + second + (newest ?? 0)) / 2);
    expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(52);
    for (const toast of await anyToast(page).all()) expect(await isRunning(toast)).toBe(false);
    await page.mouse.move(160, 630);
    expect(Math.min(...(await heights()))).toBe(8);
    for (const toast of await anyToast(page).all()) expect(await isRunning(toast)).toBe(true);

    await page.keyboard.press('F6');
    expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(52);
    await page.keyboard.press('F6');
    expect(Math.min(...(await heights()))).toBe(8);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 640 } });

    test('only a control that would be hidden moves them, and the next toast is at the top again, as is "Logado com sucesso", over a greeting that has the focus (M-019, X-53, X-180)', async ({
      page,
      backstage,
    }) => {
      const ana = await backstage.signUp();
      await page.goto('/login');
      await failToLogIn(page);
      const password = page.getByLabel('Senha', exact);
      await page.evaluate(() => {
        for (const name of ['Email', 'Login']) {
          const node = [...document.querySelectorAll('input, h1')].find(
            (one) => one.textContent === name || (one as HTMLInputElement).labels?.[0]?.textContent === name,
          );
          // Where the toast stands.
          Object.assign((node as HTMLElement).style, { position: 'fixed', top: '85px', left: '20px', width: '90px' });
          Object.assign((node as HTMLElement).style, { height: '24px', minHeight: '0' });
        }
      });
      const toast = anyToast(page).first();
      expect(await edgeOf(toast)).toBe('top');
      await page.getByRole('heading', { name: 'Login', ...exact }).focus();
      expect(await edgeOf(toast)).toBe('top');
      await page.getByLabel('Email', exact).focus();
      await expect.poll(() => edgeOf(toast)).toBe('bottom');
      await password.focus();
      await expect.poll(() => edgeOf(toast)).toBe('top');
      await page.getByLabel('Email', exact).focus();
      await expect.poll(() => edgeOf(toast)).toBe('bottom');
      await toast.getByRole('button', { name: 'Fechar notificação', ...exact }).click();
      await expect(anyToast(page)).toHaveCount(0);
      await password.focus();
      await password.press('Enter');
      await expect(anyToast(page)).toHaveCount(1);
      expect(await edgeOf(toast)).toBe('top');

      await page.unroute('**/sessions');
      await page.reload();
      await logIn(page, ana);
      const news = toastWith(page, 'Logado com sucesso');
      await expect(news).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      expect(await edgeOf(news)).toBe('top');
    });
  });
});

test.describe('how they go', () => {
  test('a toast springs back when it is dragged a little, a click does not send it away, and it is dragged away with the mouse or a pen (M-022, X-51)', async ({
    page,
  }) => {
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

    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x - width, middle.y, { steps: 8 });
    await page.mouse.up();
    await expect(toast).toHaveCount(0);

    await page.getByRole('button', { name: 'Entrar', ...exact }).click();
    await toast.hover();
    await boxOf(toast);
    const devtools = await page.context().newCDPSession(page);
    const pen = { pointerType: 'pen', button: 'left', buttons: 1, clickCount: 1, y: middle.y } as const;
    await devtools.send('Input.dispatchMouseEvent', { ...pen, type: 'mousePressed', x: middle.x });
    for (let step = 1; step <= 8; step += 1) {
      await devtools.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseMoved', x: middle.x - (width * step) / 8 });
    }
    await devtools.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseReleased', x: middle.x - width });
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
      // Of a toast lower in the heap: the pointer fans it out on its way.
      await close.click();
      await expect(toastWith(page, text)).toHaveCount(0);
    }
  });

  test('is reached with F6, the newest first, and F6 leads back, as does closing it; by itself it takes no focus, and where there is none F6 does nothing; its text describes it; "Acessibilidade" explains it (X-50, X-185, X-553)', async ({
    page,
  }) => {
    await page.goto('/login');
    const password = page.getByLabel('Senha', exact);
    await password.focus();
    await page.keyboard.press('F6');
    await expect(password).toBeFocused();

    const toast = await failToLogIn(page);
    const entrar = page.getByRole('button', { name: 'Entrar', ...exact });
    await expect(anyToast(page)).toHaveCount(1);
    await expect(entrar).toBeFocused();
    await password.focus();
    await page.keyboard.press('F6');
    await expect(toast).toBeFocused();
    await expect(toast).toHaveAccessibleName('Erro');
    await expect(toast).toHaveAccessibleDescription(/^Verifique os dados do login/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toast).toHaveCount(0);
    await expect(password).toBeFocused();

    for (const count of [1, 2]) {
      await entrar.press('Enter');
      await expect(anyToast(page)).toHaveCount(count);
      await expect(entrar).toBeFocused();
    }
    const ids = await anyToast(page).evaluateAll((toasts) => toasts.map(({ id }) => Number(id)));
    await page.keyboard.press('F6');
    await expect(page.locator(`[id="${Math.max(...ids)}"]`)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Fechar notificação', ...exact }).first()).toBeFocused();
    await page.keyboard.press('F6');
    await expect(entrar).toBeFocused();

    await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'notificação mais recente' })).toBeVisible();
    await expect(page.getByText('F6', exact)).toBeVisible();
  });
});

test.describe('the live regions', () => {
  test('the page comes with a region for news and one for errors, both empty; each text stands in one alone (X-46, X-47)', async ({
    page,
    backstage,
  }) => {
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

test('the toast component knows five types, each with a look of its own, and six places (M-161, M-162, X-56)', async ({
  page,
}) => {
  await serveBuilt(page, 'http://toasts.test', { root: 'test/web/harness' });
  await page.goto('http://toasts.test/');
  const looks = new Set<string>();
  for (const type of ['info', 'success', 'warning', 'error', 'default']) {
    await page.getByRole('button', { name: type, exact: true }).click();
    const toast = toastWith(page, `um ${type}`);
    await toast.hover();
    looks.add(await toast.evaluate((element) => getComputedStyle(element).getPropertyValue('--tone')));
    await expect(toast.locator('svg')).toHaveCount(type === 'default' ? 1 : 2);
  }
  expect(looks.size).toBe(5);
  for (const position of ['top-left', 'top-right', 'top-center', 'bottom-left', 'bottom-right', 'bottom-center']) {
    await page.getByRole('button', { name: position, exact: true }).click();
    expect(await placeOf(toastWith(page, `em ${position}`))).toBe(position);
  }
});
