import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { aPerson } from '../helpers/make.ts';
import {
  anyToast,
  createButton,
  cut,
  fillSignUp,
  hold,
  logIn,
  nameOf,
  openCreate,
  openDelete,
  openEdit,
  recordCalls,
  rowOf,
  sendCreate,
  sendSignUp,
} from '../helpers/acts.ts';
import { expectNoSidewaysScroll, WCAG } from '../helpers/access.ts';
import { expect, openAs, test, toastWith, type Backstage } from '../helpers/fixtures.ts';

const exact = { exact: true };
const PUBLIC = ['/', '/login', '/acessibilidade', '/privacidade', '/nada'];

/** A person whose list is long enough to have its own tools, on their dashboard. */
async function openNine(page: Page, backstage: Backstage) {
  const person = await backstage.signUp({ name: 'Ana Souza' });
  const titles = ['React', 'Node', 'CSS', 'HTML', 'Vue', 'Svelte', 'Astro', 'Zod', 'Redes'];
  for (const title of titles) await backstage.addTechnology(person, { title, status: 'Intermediario' });
  await openAs(page, person);
  await expect(rowOf(page, 'Redes')).toBeVisible();
}

test.describe('at four times the size', () => {
  // A window of 1280 by 1024 that is magnified to 400 % has this much room.
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  test('the menu, the line that filters and the text pages fit, too (X-78, X-79)', async ({ page, backstage }) => {
    await page.goto('/acessibilidade');
    await expect(page.getByRole('heading', { name: 'Acessibilidade', ...exact })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await openNine(page, backstage);
    await expectNoSidewaysScroll(page);
    for (const control of [
      page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact }),
      page.getByRole('combobox', { name: 'Ordenar', ...exact }),
      page.getByRole('button', { name: 'Sair', ...exact }),
      page.getByRole('button', { name: 'Mais', ...exact }),
    ]) {
      await control.scrollIntoViewIfNeeded();
      await expect(control).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await expect(page.getByRole('link', { name: 'Acessibilidade', ...exact })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });
});

/** The wider spacing of text that a person may need, as WCAG 1.4.12 has it. */
async function spaceText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** The texts of which a part cannot be seen, because their box, or one around it, ends before they do. */
function cutTexts(page: Page) {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const own = node.parentElement;
      if (!own?.checkVisibility() || own.closest('.sr-only, noscript, script, select') || !node.nodeValue?.trim())
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box: Element | null = own; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box);
        if (clipPath !== 'none') break;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const clips = overflowX === 'hidden' && (text.left < left - 1 || text.right > right + 1);
        const cuts = overflowY === 'hidden' && (text.top < top - 1 || text.bottom > bottom + 1);
        const leaves = box.matches('button') && (text.left < left - 1 || text.right > right + 1);
        if (clips || cuts || leaves) found.push(`${node.nodeValue} in ${box.outerHTML.slice(0, 80)}`);
      }
    }
    return found;
  });
}

for (const width of [1280, 320]) {
  test.describe(`with wider spacing on a screen of ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test(`no text of a form, a text page or a toast is cut at ${width} px (X-80)`, async ({ page }) => {
      for (const path of PUBLIC) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path === '/') await sendSignUp(page);
        await spaceText(page);
        expect(await cutTexts(page), path).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
      await page.goto('/login');
      await cut(page, 'POST', '**/sessions');
      await logIn(page, aPerson());
      await anyToast(page).hover();
      await spaceText(page);
      expect(await cutTexts(page)).toEqual([]);
    });

    test(`no text of the dashboard and its dialogs is cut at ${width} px (X-80)`, async ({ page, backstage }) => {
      await openNine(page, backstage);
      await spaceText(page);
      expect(await cutTexts(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
      for (const open of [openCreate, openEdit, openDelete]) {
        await open(page, 'React');
        expect(await cutTexts(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
    });
  });
}

test('with reduced motion nothing moves: no screen, no dialog, no toast, no row that loads (X-81)', async ({
  page,
  backstage,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const moving = new Set<string>();
    const places = new Set<number>();
    Object.assign(window, { moving, places });
    const names = ['transform', 'translate', 'rotate', 'scale', 'opacity', 'left', 'top', 'backgroundPosition'];
    requestAnimationFrame(function look() {
      for (const { effect, playState } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect) || playState !== 'running') continue;
        const frames = effect.getKeyframes();
        // One that jumps from its start to its end shows nothing in between.
        const still = frames.every(({ easing }) => easing.startsWith('steps(1'));
        const shown = names.filter((name) => new Set(frames.map((frame) => frame[name])).size > 1);
        const { duration } = effect.getTiming();
        if (!still && shown.length > 0 && Number(duration) > 1) {
          moving.add(`${shown.join()} of ${effect.target?.outerHTML.slice(0, 80)}`);
        }
      }
      for (const toast of document.querySelectorAll('.Toastify__toast')) places.add(toast.getBoundingClientRect().x);
      requestAnimationFrame(look);
    });
  });
  const watched = () =>
    page.evaluate(() => {
      const { moving, places } = window as unknown as { moving: Set<string>; places: Set<number> };
      return { moving: [...moving], places: [...places] };
    });

  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React' });
  const release = await hold(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  await expect(page.getByText('Carregando tecnologias')).toBeAttached();
  release();
  const letGo = await hold(page, 'POST', '**/users/techs');
  for (const open of [openEdit, openDelete]) {
    await expect(await open(page, 'React')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await sendCreate(await openCreate(page), { title: 'Node', status: 'Iniciante' });
  await expect(page.getByText('Enviando…')).toBeVisible();
  letGo();
  const toast = toastWith(page, 'Tecnologia cadastrada com sucesso');
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Fechar notificação', ...exact }).click();
  await expect(toast).toHaveCount(0);
  const { moving, places } = await watched();
  expect(moving).toEqual([]);
  expect(places).toHaveLength(1);
});

test('with motion as usual that same look finds what moves (X-81)', async ({ page, ana }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(page.getByText(`Olá, ${ana.name}`)).toBeVisible();
  const moves = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(function look() {
          const found = document
            .getAnimations()
            .some(
              ({ effect }) => effect instanceof KeyframeEffect && effect.getKeyframes().some((f) => f['translate']),
            );
          if (found) resolve(true);
          else requestAnimationFrame(look);
        });
      }),
  );
  await openCreate(page);
  expect(await moves).toBe(true);
});

test('with forced colours every field, dialog, toast, icon and focus is seen (X-82)', async ({ page, ana }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const isSeen = (element: Locator, side: 'border' | 'outline') =>
    element.evaluate(
      (node, [name, ground]) => {
        const style = getComputedStyle(node);
        const [colour, width, kind] = ['color', 'width', 'style'].map((part) =>
          style.getPropertyValue(name === 'border' ? `border-top-${part}` : `outline-${part}`),
        );
        return Number.parseFloat(width ?? '0') >= 1 && kind !== 'none' && colour !== ground;
      },
      [side, canvas] as const,
    );
  await expect(page.getByText(`Olá, ${ana.name}`)).toBeVisible();
  await cut(page, 'POST', '**/users/techs');
  const dialog = await openCreate(page);
  expect(await isSeen(dialog, 'border')).toBe(true);
  for (const control of [dialog.getByLabel('Nome', exact), dialog.getByLabel('Selecionar status', exact)]) {
    expect(await isSeen(control, 'border')).toBe(true);
    await control.focus();
    expect(await isSeen(control, 'outline')).toBe(true);
  }
  expect(await isSeen(createButton(dialog), 'border')).toBe(true);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  const toast = anyToast(page);
  await toast.hover();
  expect(await isSeen(toast, 'border')).toBe(true);
  const icons = await toast.locator('svg').evaluateAll((found) =>
    found.map((icon) => {
      const shape = icon.querySelector('path') ?? icon;
      const { stroke, fill } = getComputedStyle(shape);
      return [stroke, fill].filter((colour) => colour !== 'none');
    }),
  );
  expect(icons).toHaveLength(2);
  for (const colours of icons) expect(colours.some((colour) => colour !== canvas)).toBe(true);
});

test.describe('on a phone held sideways', () => {
  test.use({ viewport: { width: 640, height: 320 } });

  test('the last button of each dialog is within reach (X-83)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    await openAs(page, person);
    for (const { open, last } of [
      { open: openCreate, last: 'Cadastrar Tecnologia' },
      { open: openEdit, last: 'Salvar Alterações' },
      { open: openDelete, last: 'Não' },
    ]) {
      const dialog = await open(page, title);
      const button = dialog.getByRole('button', { name: last, ...exact });
      const { x, y } = (await dialog.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 20, y + 20);
      await page.mouse.wheel(0, 600);
      await expect(button).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
});

test('no key does anything by itself outside a field (X-84)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React' });
  await openAs(page, person);
  await expect(rowOf(page, 'React')).toBeVisible();
  const calls = recordCalls(page);
  const before = await page.getByRole('main').innerHTML();
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789?/+-.*') await page.keyboard.press(key);
  expect(await page.getByRole('main').innerHTML()).toBe(before);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  expect(calls.map(nameOf)).toEqual([]);
});

test('what the specification does not have breaks no rule of WCAG either (X-86)', async ({
  page,
  backstage,
  context,
}) => {
  async function expectAccessible() {
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/acessibilidade');
  await expect(page.getByRole('heading', { name: 'Acessibilidade', ...exact })).toBeVisible();
  await expectAccessible();
  await openNine(page, backstage);
  await page.getByRole('button', { name: 'Mais', ...exact }).click();
  await expect(page.getByRole('link', { name: 'Acessibilidade', ...exact })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('nada disso');
  await expect(page.getByText('Nenhuma tecnologia com esse filtro.')).toBeVisible();
  const dialog = await openCreate(page);
  await dialog.getByLabel('Nome', exact).fill('Pyhton');
  await expect(dialog.getByRole('button', { name: /Você quis dizer/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Você está sem internet', exact)).toBeVisible();
  await expectAccessible();
});

test.describe('the first screen', () => {
  test('its scripts are at most 95 kB as they are sent (X-87)', async ({ page, backstage }) => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(scripts.size).toBeGreaterThan(0);
    let bytes = 0;
    for (const url of scripts) {
      const sent = await backstage.request.get(url, { headers: { 'accept-encoding': 'br' } });
      expect(sent.headers()['content-encoding']).toBe('br');
      bytes += Number(sent.headers()['content-length']);
    }
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(95_000);
  });

  test('its form is drawn before any script has come (X-87)', async ({ page }) => {
    await page.route('**/*.js', (route) => route.abort());
    for (const { path, button } of [
      { path: '/', button: 'Cadastrar' },
      { path: '/login', button: 'Entrar' },
    ]) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: button, ...exact })).toBeVisible();
      await expect(page.getByLabel('Email', exact)).toBeEditable();
    }
  });

  test('its type is one file of its own server, and shows other type until it is there (X-87)', async ({
    page,
    baseURL,
  }) => {
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await fillSignUp(page, aPerson({ name: 'João Conceição' }));
    expect(fonts).toHaveLength(1);
    expect(fonts[0]).toMatch(/\.woff2$/);
    expect(new URL(fonts[0] ?? '').origin).toBe(new URL(baseURL ?? '').origin);
    const faces = await page.evaluate(() =>
      [...document.fonts]
        .filter(({ family }) => family === 'Inter')
        .map(({ family, display }) => `${family} ${display}`),
    );
    expect(new Set(faces)).toEqual(new Set(['Inter swap']));
  });
});

/** Goes through everything the Tab key reaches, and answers how the focus is shown on each. */
async function ringsOf(page: Page) {
  const rings = new Map<string, { outline: string; offset: number; shadow: string; ground: string }>();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return null;
      const style = getComputedStyle(element);
      const outline = `${style.outlineWidth} ${style.outlineStyle} ${style.outlineColor}`;
      const offset = Number.parseFloat(style.outlineOffset);
      const what = element.outerHTML.slice(0, 100);
      return { what, outline, offset, shadow: style.boxShadow, ground: style.backgroundColor };
    });
    if (ring === null) continue;
    if (rings.has(ring.what)) break;
    rings.set(ring.what, ring);
  }
  return [...rings];
}

test('whatever the Tab key reaches shows a white ring, and on pink a black gap within it (X-90)', async ({
  page,
  backstage,
}) => {
  async function expectRings(least: number) {
    const rings = await ringsOf(page);
    expect(rings.length).toBeGreaterThanOrEqual(least);
    for (const [what, { outline, offset, shadow, ground }] of rings) {
      expect(outline, what).toBe('2px solid rgb(255, 255, 255)');
      // Where there is no room around a control its ring lies within it, on a dark ground.
      if (offset < 0) expect(ground, what).not.toBe('rgb(255, 87, 127)');
      else expect([offset, shadow], what).toEqual([2, 'rgb(0, 0, 0) 0px 0px 0px 2px']);
    }
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expectRings(11);
  await page.goto('/login');
  await expectRings(5);
  await openNine(page, backstage);
  await expectRings(20);
  for (const open of [openCreate, openEdit, openDelete]) {
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    await expectRings(3);
    await page.keyboard.press('Escape');
  }
});

test('links are underlined, alone and in the middle of a text (X-92)', async ({ page, ana }) => {
  async function expectUnderlined(name: string) {
    await expect(page.getByRole('link', { name, ...exact }).last()).toHaveCSS('text-decoration-line', 'underline');
    const { violations } = await new AxeBuilder({ page }).withRules(['link-in-text-block']).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
  await page.route('**/users/techs', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', message: 'x', code: 'unauthenticated' } }),
  );
  await sendCreate(await openCreate(page), { title: ana.name, status: 'Iniciante' });
  await expectUnderlined('Entrar novamente');
  await page.goto('/acessibilidade');
  await expectUnderlined('Voltar ao início');
  await page.goto('/nada');
  await expectUnderlined('Voltar ao início');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await expectUnderlined('Acessibilidade');
});
