import type { Page } from '@playwright/test';
import { buttonOf, fieldOf, headingOf } from '../helpers/acts.ts';
import { hold, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, openAs, type SignedUp, test } from '../helpers/fixtures.ts';

// On a slow line one sees the pages that were drawn at build time, before the app's script arrives.

const exact = { exact: true };

const SCRIPT = '**/assets/index-*.js';

/** Opens a page whose script is held back, and waits until one can read it. */
async function openEarly(page: Page, path: string, heading: string) {
  const release = await hold(page, 'GET', SCRIPT);
  const asked = page.waitForRequest(SCRIPT);
  await page.goto(path, { waitUntil: 'commit' });
  await asked;
  await expect(headingOf(page, heading)).toBeVisible();
  return release;
}

/** Opens a page with a session and without its script. */
async function openEarlyAs(page: Page, person: SignedUp, path: string) {
  const release = await hold(page, 'GET', SCRIPT);
  const asked = page.waitForRequest(SCRIPT);
  const opened = openAs(page, person, path);
  await asked;
  return async () => {
    release();
    await opened;
  };
}

test('keeps the text typed into a form before the script comes', async ({ page }) => {
  const release = await openEarly(page, '/', 'Crie sua Conta');
  const labels = ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Bio', 'Contato'];
  for (const label of labels) await fieldOf(page, label).pressSequentially('ab1');
  release();
  // This button works once the script has taken the page over.
  await expect
    .poll(async () => {
      await buttonOf(page, 'Mostrar o que digitei').click();
      return fieldOf(page, 'Senha').getAttribute('type');
    })
    .toBe('text');
  for (const label of labels) await expect(fieldOf(page, label)).toHaveValue('ab1');
});

test('sends a form once, by the app, that was sent before the script comes', async ({ page, backstage }) => {
  const { email, password, name } = await backstage.signUp();
  const release = await openEarly(page, '/login', 'Login');
  const sends: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.isNavigationRequest()) sends.push(nameOf(request));
  });
  await fieldOf(page, 'Email').pressSequentially(email);
  await fieldOf(page, 'Senha').pressSequentially(password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await buttonOf(page, 'Entrar').click();
  await expect(page).toHaveURL('/login');
  await expect(fieldOf(page, 'Senha')).toHaveValue(password);
  expect(sends).toEqual([]);

  const sent = page.waitForRequest('**/sessions');
  release();
  expect((await sent).postDataJSON()).toEqual({ email, password });
  await expect(headingOf(page, `Olá, ${name}`)).toBeVisible();
  expect(sends.filter((send) => send.startsWith('POST'))).toEqual(['POST /sessions']);
});

test('follows the links between the forms, and checks an empty form once the script comes', async ({ page }) => {
  const calls = recordCalls(page);
  const release = await openEarly(page, '/login', 'Login');
  await buttonOf(page, 'Cadastre-se').click();
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  await expect(page).toHaveURL('/');
  await buttonOf(page, 'Login').click();
  await expect(headingOf(page, 'Login')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await buttonOf(page, 'Entrar').click();
  release();
  await expect(page.getByText('Email obrigatório', exact)).toBeVisible();
  await expect(fieldOf(page, 'Email')).toBeFocused();
  expect(calls).toEqual([]);
});

/** Notes the visible headings from the first frame on; call it before the page is opened. */
async function watchHeadings(page: Page) {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    requestAnimationFrame(function look() {
      for (const heading of document.querySelectorAll('h1')) {
        if (heading.checkVisibility({ visibilityProperty: true, opacityProperty: true })) seen.add(heading.innerText);
      }
      requestAnimationFrame(look);
    });
  });
  return () =>
    page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      return [...(window as unknown as { seen: Set<string> }).seen];
    });
}

test('shows a form to a visitor, and never to a user with a session', async ({ page, backstage }) => {
  const readHeadings = await watchHeadings(page);
  const person = await backstage.signUp();
  (await openEarly(page, '/', 'Crie sua Conta'))();
  await expect.poll(readHeadings).toEqual(['Crie sua Conta']);
  for (const path of ['/', '/login/']) {
    await page.unroute(SCRIPT);
    const release = await openEarlyAs(page, person, path);
    await expect(page.locator('h1')).toBeAttached();
    expect(await readHeadings(), path).toEqual([]);
    await release();
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    const seen = await readHeadings();
    for (const form of ['Crie sua Conta', 'Login']) expect(seen, path).not.toContain(form);
  }
});

test('shows nothing but the login to a visitor of a private page', async ({ page }) => {
  const readHeadings = await watchHeadings(page);
  for (const path of ['/dashboard', '/perfil/']) {
    const release = await hold(page, 'GET', SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL('/login');
    expect(await readHeadings(), path).toEqual([]);
    release();
    await expect(headingOf(page, 'Login')).toBeVisible();
    expect(await readHeadings(), path).toEqual(['Login']);
    await page.unroute(SCRIPT);
  }
});

test('asks for the dashboard’s user before the script comes, and only once', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const calls = recordCalls(page);
  const asked = page.waitForRequest(`**/users/${person.id}`);
  const release = await openEarlyAs(page, person, '/dashboard/');
  await asked;
  await release();
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
  expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
});

test('sends at most 85 kB of scripts for the first screen', async ({ page, backstage }) => {
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
  expect(bytes).toBeLessThanOrEqual(85_000);
});
