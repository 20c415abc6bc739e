import sharp from 'sharp';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { startTrilha } from './harness/servers.ts';

const exact = { exact: true };

test('what is held, who sees it, for how long and what one can do about it is on one page, in Portuguese, which breaks no rule of WCAG and fits a screen of 320 (X-78, X-86)', async ({
  page,
}) => {
  const answer = await page.goto('/privacidade');
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle('Privacidade · Trilha');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacidade');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'O que guardamos, e para quê',
    'Quem vê',
    'Por quanto tempo',
    'Seus direitos',
  ]);
  await expect(page.getByText('art. 7º, V')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 256 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a visitor finds the pages to read below the forms, the way back at the top, and home by the logo; "Acessibilidade" explains every shortcut there is, and what the toasts do (X-204, X-205)', async ({
  page,
}) => {
  const privacy = page.getByRole('link', { name: 'Privacidade', ...exact });
  const back = page.getByRole('link', { name: 'Voltar ao início', ...exact });
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Trilha', ...exact })).toHaveCount(0);
    await privacy.click();
    await expect(page).toHaveURL('/privacidade');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacidade', ...exact })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(path);
    await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
    await expect(page).toHaveURL('/acessibilidade');
    await page.goBack();
    await expect(page).toHaveURL(path);
  }

  const answer = await page.goto('/acessibilidade');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('term')).toHaveText(['F6', 'Ctrl + Z', '↑ e ↓', 'Esc']);
  await expect(page.getByRole('definition')).toHaveCount(4);
  await expect(page.getByText('As notificações somem depois de cinco segundos.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'O que você pode esperar',
    'Atalhos',
    'Limites conhecidos',
  ]);
  await expect(back).toBeInViewport({ ratio: 1 });
  await privacy.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacidade', ...exact })).toBeFocused();
  await expect(back).toBeInViewport({ ratio: 1 });
  await back.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Crie sua Conta', ...exact })).toBeVisible();
  await page.goto('/acessibilidade');
  await back.click();
  await expect(page).toHaveURL('/');

  for (const path of ['/privacidade', '/nada', '/docs']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Trilha', ...exact }).click();
    await expect(page).toHaveURL('/');
  }
});

test('whoever is signed in has the dashboard’s header there, and "Sair" works (X-204, X-205)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  for (const path of ['/privacidade', '/acessibilidade', '/perfil']) {
    await openAs(page, person, path);
    await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await page.getByRole('link', { name: 'Trilha', ...exact }).click();
    await expect(page).toHaveURL('/dashboard');
  }
  const banner = page.getByRole('banner');
  for (const path of ['/dashboard', '/perfil']) {
    await page.goto(path);
    await banner.getByRole('button', { name: 'Mais', ...exact }).click();
    await page
      .getByRole('link', { name: 'Privacidade', ...exact })
      .first()
      .click();
    await expect(page).toHaveURL('/privacidade');
  }
  await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
  await expect(page).toHaveURL('/perfil');

  await page.goto('/privacidade');
  await banner.getByRole('button', { name: 'Mais', ...exact }).click();
  await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
  await expect(page.getByRole('link', { name: 'Acessibilidade', ...exact })).toHaveCount(0);
  await banner.getByRole('button', { name: 'Sair', ...exact }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

const CONTACTS = {
  'ana@escola.example': 'mailto:ana@escola.example',
  'https://escola.example/': 'https://escola.example/',
};

for (const [contact, href] of Object.entries(CONTACTS)) {
  test(`the operator is named as ${contact} where the server knows that contact (X-201)`, async ({ page, browser }) => {
    const trilha = await startTrilha({ CONTACT: contact });
    try {
      const link = { name: contact, ...exact };
      for (const path of ['/privacidade', '/acessibilidade']) {
        await page.goto(`${trilha.address}${path}`);
        await expect(page.getByRole('link', link)).toHaveAttribute('href', href);
        await expect(page.getByText('a sua escola ou a pessoa')).toHaveCount(0);
      }
      // Opened by the app itself, without another page from the server.
      await page.goto(`${trilha.address}/login`);
      await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
      await expect(page.getByRole('link', link)).toHaveAttribute('href', href);
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const read = await plain.newPage();
      await read.goto(`${trilha.address}/privacidade`);
      await expect(read.getByRole('link', link)).toHaveAttribute('href', href);
      await plain.close();
    } finally {
      await trilha.stop();
    }
  });
}

test('the app can be put on a phone’s home screen: manifest and icons are there (X-218)', async ({ page, request }) => {
  await page.goto('/login');
  const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
  const answer = await request.get((await href('manifest')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, ...manifest } = (await answer.json()) as { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: 'Trilha', start_url: '/', display: 'standalone', lang: 'pt-BR' });
  const drawn = [...icons, { src: (await href('apple-touch-icon')) ?? '', sizes: '180x180' }];
  for (const { src, sizes } of drawn) {
    const { width, height, format } = await sharp(await (await request.get(src)).body()).metadata();
    expect([`${width}x${height}`, format], src).toEqual([sizes, 'png']);
  }
  const devtools = await page.context().newCDPSession(page);
  expect(await devtools.send('Page.getAppManifest')).toMatchObject({ errors: [] });
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages to read can be read (X-77)', async ({ page }) => {
    for (const { path, heading } of [
      { path: '/privacidade', heading: 'Quem vê' },
      { path: '/acessibilidade', heading: 'Atalhos' },
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, ...exact })).toBeVisible();
    }
  });
});
