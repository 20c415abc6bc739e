import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { readAlong, WORDS } from '../helpers/words.ts';

const exact = { exact: true };

test('what is held, who sees it, for how long and what one can do about it is on one page, in Portuguese', async ({
  page,
}) => {
  const heard = await readAlong(page);
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
  expect((await heard()).filter((text) => !WORDS.has(text))).toEqual([]);
});

test('it breaks no rule of WCAG, and fits a screen of 320 (X-86, X-78)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/privacidade');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the sign-up, the login, the dashboard, the profile and the page about accessibility lead there', async ({
  page,
  backstage,
}) => {
  const link = page.getByRole('link', { name: 'Privacidade', ...exact });
  for (const path of ['/', '/login', '/acessibilidade']) {
    await page.goto(path);
    await link.click();
    await expect(page).toHaveURL('/privacidade');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacidade', ...exact })).toBeFocused();
  }
  const person = await backstage.signUp();
  for (const path of ['/dashboard', '/perfil']) {
    await openAs(page, person, path);
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await link.first().click();
    await expect(page).toHaveURL('/privacidade');
  }
  await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
  await expect(page).toHaveURL('/perfil');
});

test('"Acessibilidade" explains every shortcut there is, and what the toasts do', async ({ page }) => {
  await page.goto('/acessibilidade');
  await expect(page.getByRole('term')).toHaveText(['F6', 'Ctrl + Z', 'Esc']);
  await expect(page.getByRole('definition')).toHaveCount(3);
  await expect(page.getByText('As notificações somem depois de cinco segundos.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'O que você pode esperar',
    'Atalhos',
    'Limites conhecidos',
  ]);
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
