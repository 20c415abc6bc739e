import type { Locator, Page } from '@playwright/test';
import { buttonOf, createButton, exact, fieldOf, openCreate, openWith, rowOf, sendCreate } from '../helpers/actions.ts';
import { cut, hold, TECHNOLOGIES } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { anyToast } from '../helpers/toasts.ts';

function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

test('the page is black behind the body too, and the palette has seven named colours (M-012)', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-image', 'none');
  const names = ['grey1', 'grey2', 'grey3', 'purple', 'pink', 'green', 'red'];
  const palette = await Promise.all(names.map((name) => styleOf(page.locator(':root'), `--${name}`)));
  for (const colour of palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/i);
  expect(new Set(palette).size).toBe(7);
});

test('all text uses Inter, from one file of our own server', async ({ page, baseURL }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('/');
  // Portuguese needs no second file.
  await fieldOf(page, 'Nome').fill('João Conceição');
  const families = await page
    .locator('body, h1, p, label, input, select, textarea, button')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontFamily.split(',')[0]));
  expect(new Set(families)).toEqual(new Set(['Inter']));
  await page.waitForFunction(() => document.fonts.check('1rem Inter'));
  expect(urls.filter((url) => url.endsWith('.woff2'))).toHaveLength(1);
  expect(urls.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([]);
});

test('one flag chooses the two colours of main buttons (M-017)', async ({ page }) => {
  await page.goto('/login');
  const tones = ['primary', 'secondary'];
  const buttons = ['Entrar', 'Cadastre-se'].map((name) => buttonOf(page, name));
  const colours = await Promise.all(buttons.map((button) => styleOf(button, 'background-color')));
  expect(new Set(colours).size).toBe(2);
  for (const [index, button] of buttons.entries()) {
    await expect(button).toHaveAttribute('data-tone', tones[index] ?? '');
    await button.evaluate((element, tone) => (element.dataset['tone'] = tone), tones[1 - index]);
    await expect(button).toHaveCSS('background-color', colours[1 - index] ?? '');
  }
});

test('beyond the specified screens, type has five sizes', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Avançado' });
  await page.clock.setFixedTime(Date.now() + 4 * 24 * 60 * 60_000);
  for (const path of ['/perfil/evolucao', '/privacidade', '/acessibilidade']) {
    await openAs(page, person, path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const sizes = await page
      .locator('main :is(h1, h2, p, li, a, text, dt, dd, summary, button)')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).fontSize));
    expect(['13px', '14px', '16px', '20px', '28px'], path).toEqual(expect.arrayContaining([...new Set(sizes)]));
  }
});

test('the "+" is pink and larger on a phone; the level is 14 px, near its title', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'React', status: 'Avançado' }]);
  const add = buttonOf(page, '+');
  await expect(add).toHaveCSS('background-color', 'rgb(255, 87, 127)');
  await expect(add).toHaveCSS('width', '32px');
  const title = await page.getByText('React', exact).boundingBox();
  const level = page.getByText('Avançado', exact);
  await expect(level).toHaveCSS('font-size', '14px');
  expect(((await level.boundingBox())?.x ?? Infinity) - (title?.x ?? 0)).toBeLessThan(320);
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(add).toHaveCSS('width', '40px');
});

test('the focused control has a white ring, with a black gap on pink', async ({ page, backstage }) => {
  const expectRings = async (presses: number) => {
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toHaveCSS('outline', 'rgb(255, 255, 255) solid 2px');
    }
  };
  await page.goto('/login');
  await expectRings(4);
  await expect(buttonOf(page, 'Entrar')).toBeFocused();
  await expect(buttonOf(page, 'Entrar')).toHaveCSS('outline-offset', '2px');
  await expect(buttonOf(page, 'Entrar')).toHaveCSS('box-shadow', 'rgb(0, 0, 0) 0px 0px 0px 2px');
  await openWith(page, backstage, [{ title: 'React' }]);
  await expectRings(7);
  await expect(await openCreate(page)).toBeVisible();
  await expectRings(2);
});

/** Lists elements with a transition or animation of their position, finished ones included. */
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
  // With motion enabled, the same check finds animations.
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

test('in forced colours only a new row has an outline', async ({ page, backstage }) => {
  await openWith(page, backstage, [{ title: 'React' }]);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' });
  const row = rowOf(page, 'React');
  await expect(row).toHaveCSS('outline-style', 'none');
  await sendCreate(await openCreate(page), { title: 'Vue', status: 'Iniciante' });
  await expect(rowOf(page, 'Vue')).toHaveCSS('outline-style', 'solid');
  await expect(row).toHaveCSS('outline-style', 'none');
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
