import sharp from 'sharp';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import { buttonOf, exact, headingOf } from '../helpers/actions.ts';
import { expect, test } from '../helpers/fixtures.ts';

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the text pages are complete', async ({ page }) => {
    for (const [path, title, last] of [
      ['/privacidade', 'Privacidade', 'Seus direitos'],
      ['/acessibilidade', 'Acessibilidade', 'Limites conhecidos'],
    ] as const) {
      await page.goto(path);
      await expect(headingOf(page, title)).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(last);
    }
    await expect(page.getByRole('term')).toHaveText(['F6', 'Ctrl + Z', 'Esc']);
  });
});

test('a visitor finds the text pages below the forms, and the way back', async ({ page }) => {
  const home = page.getByRole('link', { name: 'Trilha', ...exact });
  await page.goto('/login');
  await expect(home).toHaveCount(0);
  await page.getByRole('link', { name: 'Acessibilidade', ...exact }).click();
  await expect(headingOf(page, 'Acessibilidade')).toBeFocused();
  await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
  await expect(headingOf(page, 'Privacidade')).toBeFocused();
  await page.setViewportSize({ width: 320, height: 256 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Voltar ao início', ...exact }).click();
  await expect(page).toHaveURL('/');
  for (const path of ['/privacidade', '/nada', '/docs']) {
    await page.goto(path);
    await home.click();
    await expect(page).toHaveURL('/');
  }
});

test('visitors and users find the page of people', async ({ page, ana }) => {
  const link = page.getByRole('link', { name: 'Pessoas', ...exact });
  await buttonOf(page, 'Mais').click();
  await link.click();
  await expect(headingOf(page, 'Encontre quem sabe')).toBeVisible();
  await page.goBack();
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  await link.click();
  await expect(headingOf(page, 'Encontre quem sabe')).toBeVisible();
});

test('a user stays on the text pages, under the dashboard’s header (A-02)', async ({ page, ana }) => {
  await page.goto('/acessibilidade');
  await expect(buttonOf(page, 'Mais')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Pular para o conteúdo', ...exact })).toBeFocused();
  await buttonOf(page, 'Mais').click();
  const menu = page.getByRole('navigation', { name: 'Mais páginas', ...exact });
  await menu.getByRole('link', { name: 'Privacidade', ...exact }).click();
  await expect(headingOf(page, 'Privacidade')).toBeFocused();
  await expect(page).toHaveTitle('Privacidade · Trilha');
  for (const name of ['Voltar às tecnologias', 'Trilha']) {
    await page.getByRole('link', { name, ...exact }).click();
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeFocused();
    await page.goBack();
  }
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
});

test('a phone can put the app on its home screen', async ({ page, request }) => {
  await page.goto('/login');
  const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
  const answer = await request.get((await href('manifest')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, ...manifest } = (await answer.json()) as { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: 'Trilha', start_url: '/', display: 'standalone', lang: 'pt-BR' });
  for (const { src, sizes } of [...icons, { src: (await href('apple-touch-icon')) ?? '', sizes: '180x180' }]) {
    const { width, height, format } = await sharp(await (await request.get(src)).body()).metadata();
    expect([`${width}x${height}`, format], src).toEqual([sizes, 'png']);
  }
  const devtools = await page.context().newCDPSession(page);
  expect(await devtools.send('Page.getAppManifest')).toMatchObject({ errors: [] });
});
