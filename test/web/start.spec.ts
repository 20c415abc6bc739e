import type { Page } from '@playwright/test';
import { fillSignUp, logIn } from '../helpers/acts.ts';
import { hold, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, type SignedUp, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';

// What one has on a slow line before the app’s script has arrived: the pages drawn at build time.

const exact = { exact: true };

const SCRIPT = '**/assets/index-*.js';

/** Opens a page whose script is held back, and waits until one can read it. */
async function openEarly(page: Page, path: string, heading: string) {
  const release = await hold(page, 'GET', SCRIPT);
  const asked = page.waitForRequest(SCRIPT);
  await page.goto(path, { waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('heading', { name: heading, ...exact })).toBeVisible();
  return release;
}

/** Leaves a session in the browser's storage, as an earlier login did. */
async function keepSession(page: Page, { token, id }: SignedUp) {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
    },
    { token, userId: id },
  );
}

/** What leaves the page from now on: pages that it goes to, and calls that carry something. */
function recordSends(page: Page) {
  const sends: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.isNavigationRequest()) sends.push(nameOf(request));
  });
  return sends;
}

test('the forms can be read and filled in before the script has come, and keep what was typed (X-87)', async ({
  page,
}) => {
  for (const { path, heading, labels } of [
    { path: '/', heading: 'Crie sua Conta', labels: ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Bio', 'Contato'] },
    { path: '/login', heading: 'Login', labels: ['Email', 'Senha'] },
  ]) {
    const release = await openEarly(page, path, heading);
    for (const label of labels) {
      await page.getByLabel(label, exact).pressSequentially('ab1');
      await expect(page.getByLabel(label, exact)).toHaveValue('ab1');
    }
    release();
    // The eye works once the script has taken the page over.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Mostrar o que digitei', ...exact }).click();
        return page.getByLabel('Senha', exact).getAttribute('type');
      })
      .toBe('text');
    for (const label of labels) await expect(page.getByLabel(label, exact)).toHaveValue('ab1');
    await page.unroute(SCRIPT);
  }
});

test('what is sent before the script has come waits for it, and is sent once, by the app (X-05, X-26)', async ({
  page,
  backstage,
}) => {
  const { email, password, name } = await backstage.signUp();
  const sends = recordSends(page);
  const release = await openEarly(page, '/login', 'Login');
  sends.length = 0;
  await page.getByLabel('Email', exact).pressSequentially(email);
  await page.getByLabel('Senha', exact).pressSequentially(password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Entrar', ...exact }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Senha', exact)).toHaveValue(password);
  expect(sends).toEqual([]);

  const sent = page.waitForRequest('**/sessions');
  release();
  expect((await sent).postDataJSON()).toEqual({ email, password });
  await expect(page.getByRole('heading', { name: `Olá, ${name}`, ...exact })).toBeVisible();
  expect(sends.filter((send) => send.startsWith('POST'))).toEqual(['POST /sessions']);
});

test('an empty form sent before the script has come is told what is missing once it has; "Cadastre-se" and "Login" lead to each other before (X-10, X-18)', async ({
  page,
}) => {
  const calls = recordCalls(page);
  const releaseFirst = await openEarly(page, '/login', 'Login');
  await page.getByRole('button', { name: 'Entrar', ...exact }).click();
  releaseFirst();
  await expect(page.getByText('Email obrigatório', exact)).toBeVisible();
  await expect(page.getByLabel('Email', exact)).toBeFocused();
  await page.unroute(SCRIPT);

  const release = await openEarly(page, '/login', 'Login');
  await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
  await page.getByRole('button', { name: 'Login', ...exact }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
  release();
  await logIn(page, { email: '', password: '' });
  await expect(page.getByText('Email obrigatório', exact)).toBeVisible();
  expect(calls).toEqual([]);
});

/** From the first frame on, the headings that one can see; call it before the page is opened. */
async function watchHeadings(page: Page) {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen, frames: 0 });
    const look = () => {
      for (const heading of document.querySelectorAll('h1')) {
        if (heading.checkVisibility({ visibilityProperty: true, opacityProperty: true })) seen.add(heading.innerText);
      }
      Object.assign(window, { frames: (window as unknown as { frames: number }).frames + 1 });
      requestAnimationFrame(look);
    };
    look();
  });
  return {
    read: () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]),
    frames: () => page.evaluate(() => (window as unknown as { frames: number }).frames),
  };
}

test('a user with a session never sees a form, not even before the script has come (X-71)', async ({
  page,
  backstage,
}) => {
  const { read, frames } = await watchHeadings(page);
  const person = await backstage.signUp();
  for (const { path, heading } of [
    { path: '/', heading: 'Crie sua Conta' },
    { path: '/login', heading: 'Login' },
    { path: '/login/', heading: 'Login' },
  ]) {
    // A visitor does see it: what is watched for is there to be seen.
    const release = await openEarly(page, path, heading);
    await expect.poll(read).toEqual([heading]);
    release();
    await page.unroute(SCRIPT);

    await keepSession(page, person);
    const releaseAgain = await hold(page, 'GET', SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeAttached();
    const first = await frames();
    await expect.poll(frames).toBeGreaterThan(first + 3);
    expect(await read(), path).toEqual([]);
    releaseAgain();
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}`, ...exact })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(await read(), path).not.toContain(heading);
    await page.unroute(SCRIPT);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a visitor who opens a page of one’s own sees the login before the script has come, and nothing else (X-71)', async ({
  page,
}) => {
  const { read, frames } = await watchHeadings(page);
  for (const path of ['/dashboard', '/dashboard/', '/perfil/']) {
    const release = await hold(page, 'GET', SCRIPT);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL('/login');
    const first = await frames();
    await expect.poll(frames).toBeGreaterThan(first + 3);
    expect(await read(), path).toEqual([]);
    release();
    await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
    expect(await read(), path).toEqual(['Login']);
    await page.unroute(SCRIPT);
  }
});

test('the dashboard asks for its user before the script has come, and only once (X-87)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await keepSession(page, person);
  const calls = recordCalls(page);
  for (const path of ['/dashboard', '/dashboard/']) {
    calls.length = 0;
    const release = await hold(page, 'GET', SCRIPT);
    const asked = page.waitForRequest(`**/users/${person.id}`);
    await page.goto(path, { waitUntil: 'commit' });
    await asked;
    release();
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}`, ...exact })).toBeVisible();
    await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
    expect(calls.map(nameOf), path).toEqual([`GET /users/${person.id}`]);
    await page.unroute(SCRIPT);
  }
});

test.describe('the first screen', () => {
  test('its scripts are at most 85 kB as they are sent (X-87)', async ({ page, backstage }) => {
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
