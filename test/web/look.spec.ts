import type { Locator, Page } from '@playwright/test';
import {
  boxOf,
  buttonOf,
  createButton,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  sendCreate,
  sendSignUp,
} from '../helpers/acts.ts';
import { cut, hold } from '../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../helpers/fixtures.ts';
import { openProfile } from '../helpers/profile.ts';
import { anyToast, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

const SCREENS = ['/', '/login'];

/** The box that a form of a screen of its own sits in. */
function cardOf(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.locator('form') });
}

function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

test('every screen is black with white text, from a palette of seven named colours (M-009, M-010, M-012)', async ({
  page,
  backstage,
}) => {
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
  const palette = await page.locator(':root').evaluate((root) => {
    const names = ['grey1', 'grey2', 'grey3', 'purple', 'pink', 'green', 'red'];
    return names.map((name) => getComputedStyle(root).getPropertyValue(`--${name}`));
  });
  for (const colour of palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/i);
  expect(new Set(palette).size).toBe(7);
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

test('a form’s card is about 23em wide, never wider than the window, and shows its title, its subtitle and a label for each field, under the logo (M-013, M-014, M-018)', async ({
  page,
}) => {
  const cards = [
    { path: '/', title: 'Crie sua Conta', subtitle: 'Rápido e grátis, vamos nessa', fields: 7 },
    { path: '/login', title: 'Login', fields: 2 },
  ];
  for (const { path, title, subtitle, fields } of cards) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    const logo = page.getByRole('img', { name: 'Trilha', ...exact });
    await expect(logo).toBeVisible();
    await expect(logo).toHaveJSProperty('complete', true);
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
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

test('the main buttons are as wide as the card has room for, and one flag chooses between their two colour schemes (M-016, M-017)', async ({
  page,
}) => {
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

/** A user whose list is long enough to have its own tools, on their dashboard. */
function openNine(page: Page, backstage: Backstage) {
  const titles = ['React', 'Node', 'CSS', 'HTML', 'Vue', 'Svelte', 'Astro', 'Zod', 'Redes'];
  return openWith(
    page,
    backstage,
    titles.map((title) => ({ title, status: 'Intermediario' as const })),
  );
}

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
      const what = element.outerHTML.slice(0, 300);
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
  }
  await page.route('**/users/techs', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', message: 'x', code: 'unauthenticated' } }),
  );
  await sendCreate(await openCreate(page), { title: ana.name, status: 'Iniciante' });
  await expectUnderlined('Entrar novamente');
  await page.goto('/acessibilidade');
  await expectUnderlined('Voltar às tecnologias');
  await page.goto('/nada');
  await expectUnderlined('Voltar ao início');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await expectUnderlined('Acessibilidade');
});

test('with reduced motion nothing moves: no screen, no dialog, no toast, no row that loads; with motion as usual that same look finds what moves (X-81)', async ({
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

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openCreate(page);
  await expect.poll(async () => (await watched()).moving).not.toEqual([]);
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

test('with reduced motion nothing moves, and with forced colours the switch still tells its state (X-81, X-82)', async ({
  page,
  backstage,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await openProfile(page, await backstage.signUp());
  const toggle = page.getByRole('switch');
  const knob = () => toggle.evaluate((element) => getComputedStyle(element, '::after').left);
  const off = await knob();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  // At once, not on the way there.
  expect(await knob()).not.toBe(off);
  await buttonOf(page, 'Apagar minha conta').click();
  const moving = await page.evaluate(() => document.getAnimations().map((animation) => animation.constructor.name));
  expect(moving.filter((name) => name === 'CSSTransition')).toEqual([]);
});

test('the band below the header is as high on every page (X-415)', async ({ page, ana }) => {
  for (const [width, height] of [
    [1280, 96],
    [360, 72],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path, name] of [
      ['/dashboard', `Olá, ${ana.name}`],
      ['/perfil', 'Meu perfil'],
      ['/privacidade', 'Privacidade'],
    ] as const) {
      await page.goto(path);
      const band = page.getByRole('heading', { level: 1, name, ...exact }).locator('..');
      expect((await boxOf(band)).height, path).toBe(height);
    }
  }
});

test('a note stands 6 px below its field and 12 px above what follows, and moves nothing; below the last button of a dialog there is as much room as beside it (X-23, X-283)', async ({
  page,
  backstage,
}) => {
  await openWith(page, backstage, [{ title: 'React', status: 'Iniciante' }]);
  for (const open of [openCreate, openEdit, openDelete]) {
    const dialog = await open(page, 'React');
    const card = await boxOf(dialog);
    const button = await boxOf(dialog.getByRole('button').last());
    const below = card.y + card.height - button.y - button.height;
    expect(Math.round(below)).toBe(Math.round(card.x + card.width - button.x - button.width));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  const dialog = await openCreate(page);
  const before = await boxOf(createButton(dialog));
  await createButton(dialog).click();
  const field = dialog.getByLabel('Nome', exact);
  const note = await boxOf(dialog.getByText('Tecnolgia Obrigatória', exact));
  const control = await boxOf(field);
  expect(note.y - control.y - control.height).toBe(6);
  const next = await boxOf(dialog.getByText('Selecionar status', exact));
  expect(Math.round(next.y - note.y - note.height)).toBe(12);
  expect(await boxOf(createButton(dialog))).toEqual(before);
});

/** How the buttons of a dialog look, from the first to the last. */
function tonesOf(dialog: Locator) {
  return dialog
    .locator('[data-tone]')
    .evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset['tone']));
}

test('all that asks before something is lost looks alike: danger, then the way to keep it (X-285)', async ({
  page,
  backstage,
}) => {
  const { person } = await openWith(page, backstage, [{ title: 'React', status: 'Iniciante' }]);
  expect(await tonesOf(await openDelete(page, 'React'))).toEqual(['danger', 'quiet']);
  await page.keyboard.press('Escape');

  await openAs(page, person, '/perfil');
  await page.getByRole('button', { name: 'Apagar minha conta', ...exact }).click();
  const dialog = page.getByRole('dialog');
  expect(await tonesOf(dialog)).toEqual(['danger', 'quiet']);
  const [lose, keep] = [dialog.getByRole('button', { name: 'Apagar tudo para sempre' }), buttonOf(dialog, 'Manter')];
  expect((await boxOf(keep)).y).toBeGreaterThanOrEqual((await boxOf(lose)).y);
  await dialog.getByLabel('Sua senha', exact).fill('x');
  await page.keyboard.press('Escape');
  await expect(buttonOf(dialog, 'Descartar')).toBeVisible();
  expect(await tonesOf(dialog.filter({ visible: true }).locator('div:not([hidden])').last())).toEqual([
    'danger',
    'quiet',
  ]);
  await buttonOf(dialog, 'Continuar escrevendo').click();
  await dialog.getByLabel('Sua senha', exact).fill('');
  await keep.click();
  await expect(dialog).toBeHidden();
});
