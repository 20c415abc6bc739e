import type { Page } from '@playwright/test';
import { buttonOf, fieldOf, headingOf, logIn } from '../helpers/actions.ts';
import { hold, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, openAs, type SignedUp, test } from '../helpers/fixtures.ts';

// On a slow connection the prerendered pages are visible before the app's script arrives.

const SCRIPT = '**/assets/index-*.js';

/** Opens a page, optionally signed in, with its script blocked; returns a function that releases the script. */
async function openEarly(page: Page, path: string, person?: SignedUp) {
  const release = await hold(page, 'GET', SCRIPT);
  const asked = page.waitForRequest(SCRIPT);
  const opened = person ? openAs(page, person, path) : page.goto(path, { waitUntil: 'commit' });
  await asked;
  return async () => {
    release();
    await opened;
  };
}

test('keeps text typed before the script loads', async ({ page }) => {
  const release = await openEarly(page, '/');
  const labels = ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Bio', 'Contato'];
  for (const label of labels) await fieldOf(page, label).pressSequentially('ab1');
  await release();
  // This button works after hydration.
  await expect
    .poll(async () => {
      await buttonOf(page, 'Mostrar o que digitei').click();
      return fieldOf(page, 'Senha').getAttribute('type');
    })
    .toBe('text');
  for (const label of labels) await expect(fieldOf(page, label)).toHaveValue('ab1');
});

test('sends a form submitted before the script loads, once', async ({ page, backstage }) => {
  const { email, password, name } = await backstage.signUp();
  const release = await openEarly(page, '/login');
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
  await release();
  expect((await sent).postDataJSON()).toEqual({ email, password });
  await expect(headingOf(page, `Olá, ${name}`)).toBeVisible();
  expect(sends.filter((send) => send.startsWith('POST'))).toEqual(['POST /sessions']);
});

test('an invitation leads to the login before the script loads, and the login back', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const release = await openEarly(page, '/turma/ABCD2345');
  await buttonOf(page, 'Já tenho conta').click();
  await expect(page).toHaveURL('/login');
  await buttonOf(page, 'Cadastre-se').click();
  await expect(page).toHaveURL('/');
  await buttonOf(page, 'Login').click();
  await expect(page).toHaveURL('/login');
  await release();
  await logIn(page, ana);
  await expect(page).toHaveURL('/turma/ABCD2345');
  await expect(headingOf(page, 'Convite não encontrado')).toBeVisible();
});

test('links work before the script loads, and an empty form is validated afterwards', async ({ page }) => {
  const release = await openEarly(page, '/login');
  await buttonOf(page, 'Cadastre-se').click();
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  await expect(page).toHaveURL('/');
  await buttonOf(page, 'Login').click();
  await expect(headingOf(page, 'Login')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await buttonOf(page, 'Entrar').click();
  await release();
  await expect(page.getByText('Email obrigatório', { exact: true })).toBeVisible();
});

/** Records the visible headings from the first frame on. Call it before opening the page. */
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

test('shows a form to visitors, never to a user with a session', async ({ page, backstage }) => {
  const readHeadings = await watchHeadings(page);
  const person = await backstage.signUp();
  await (
    await openEarly(page, '/')
  )();
  await expect.poll(readHeadings).toEqual(['Crie sua Conta']);
  for (const path of ['/', '/login/']) {
    await page.unroute(SCRIPT);
    const release = await openEarly(page, path, person);
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
    const release = await openEarly(page, path);
    await expect(page).toHaveURL('/login');
    expect(await readHeadings(), path).toEqual([]);
    await release();
    await expect(headingOf(page, 'Login')).toBeVisible();
    expect(await readHeadings(), path).toEqual(['Login']);
    await page.unroute(SCRIPT);
  }
});

test('shows the user whose session began while the script loaded (X-672)', async ({ page, backstage }) => {
  const [before, after] = [await backstage.signUp(), await backstage.signUp({ name: 'Bia Lima' })];
  const answered = page.waitForResponse(`**/users/${before.id}`);
  const release = await openEarly(page, '/dashboard', before);
  await answered;
  await page.evaluate(({ token, id }) => {
    localStorage['token'] = JSON.stringify(token);
    localStorage['userId'] = JSON.stringify(id);
  }, after);
  await release();
  await expect(headingOf(page, `Olá, ${after.name}`)).toBeVisible();
});

test('requests the dashboard’s user before the script loads, only once', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const calls = recordCalls(page);
  const asked = page.waitForRequest(`**/users/${person.id}`);
  const release = await openEarly(page, '/dashboard/', person);
  await asked;
  await release();
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
  expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
});
