import type { Page } from '@playwright/test';
import type { Document, Operation } from '../../server/openapi/types.ts';
import { axe, WCAG } from '../helpers/access.ts';
import { boxOf, buttonOf, exact, fieldOf } from '../helpers/actions.ts';
import { expect, test } from '../helpers/fixtures.ts';

const operation = (page: Page, id: string) => page.locator(`.opblock[id$="-${id}"]`);
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Usar um token', ...exact });
const authorizeButton = (page: Page) => buttonOf(page.locator('.scheme-container'), 'Authorize');

/** Sends the call. The page shows the status and the body of the response. */
async function execute(page: Page, id: string) {
  await buttonOf(operation(page, id), 'Execute').click();
  const answer = operation(page, id).locator('.live-responses-table .response');
  return { status: answer.locator('.response-col_status'), body: answer.locator('.highlight-code').first() };
}

test('is linked, lists every call with its padlock, is accessible, and fits 320 px', async ({ page }) => {
  const listed = page.waitForResponse('**/openapi.json');
  await page.goto('/login');
  await page.getByRole('link', { name: 'API', ...exact }).click();
  await expect(page).toHaveTitle('API · Trilha');
  await expect(page.getByRole('heading', { name: 'API', level: 1, ...exact })).toHaveCSS('font-family', /^"?Inter/);
  const { paths = {} } = (await (await listed).json()) as Document;
  const described = Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, Operation>).map(({ summary, security }) => {
      const isLocked = security?.[0] && security.every((needed) => 'token' in needed);
      return `${summary} ${isLocked ? 'needs a token' : ''}`;
    }),
  );
  await expect(operation(page, 'postUsers')).toBeVisible();
  const shown = await page.locator('.opblock').evaluateAll((calls) =>
    calls.map((call) => {
      const isLocked = call.querySelector('.authorization__btn[aria-label$=unlocked]') !== null;
      const summary = call.querySelector('.opblock-summary-description')?.textContent;
      return `${summary} ${isLocked ? 'needs a token' : ''}`;
    }),
  );
  expect(shown.toSorted()).toEqual(described.toSorted());

  await page.setViewportSize({ width: 320, height: 640 });
  for (const part of ['html', 'dialog']) {
    if (part === 'dialog') await authorizeButton(page).click();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const run = (await axe(page)).options({ rules: { region: { enabled: true } } });
    const { violations } = await run.withTags(WCAG).include(part).analyze();
    expect(violations).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await operation(page, 'putProfile').locator('.opblock-summary-control').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('sends a real call with a token, contacts no other host, stores nothing (X-490)', async ({
  page,
  backstage,
  baseURL,
}) => {
  const person = await backstage.signUp();
  const hosts = new Set<string>();
  page.on('request', (asked) => hosts.add(new URL(asked.url()).origin));
  await page.goto('/docs');

  await operation(page, 'getProfile').locator('.opblock-summary-control').click();
  await buttonOf(operation(page, 'getProfile'), 'Try it out').click();
  await expect((await execute(page, 'getProfile')).status).toContainText('401');
  await authorizeButton(page).click();
  await fieldOf(dialogOf(page), 'Token').fill(` ${person.token} `);
  await buttonOf(dialogOf(page), 'Usar o token').click();
  const { status, body } = await execute(page, 'getProfile');
  await expect(status).toContainText('200');
  await expect(body).toContainText(`"email": "${person.email}"`);

  const change = operation(page, 'putProfile');
  await change.locator('.opblock-summary-control').click();
  const refusal = change.locator('.response[data-code="400"]');
  await refusal.getByRole('tab', { name: 'Schema', ...exact }).click();
  for (const word of ['Problem', 'status', 'message', 'fields', 'code']) await expect(refusal).toContainText(word);
  expect([...hosts]).toEqual([baseURL]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
});

test('asks for the token in a dialog that a keyboard can use (X-538)', async ({ page }) => {
  await page.goto('/docs');
  const field = fieldOf(dialogOf(page), 'Token');
  const padlock = operation(page, 'deleteUsersId').locator('.authorization__btn');
  for (const opener of [authorizeButton(page), padlock]) {
    await opener.press('Enter');
    await expect(field).toBeFocused();
    await field.fill('unsent');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  expect((await boxOf(page.locator('.view-line-link:focus-within'))).width).toBe(24);
  await page.keyboard.press('Tab');

  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  // Both keys within one frame: the dialog closes and opens again.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
  await expect(field).toBeFocused();
  await page.keyboard.type('tr_token');
  await page.keyboard.press('Enter');
  await expect(padlock).toHaveAccessibleName('authorization button locked');
  await padlock.press('Enter');
  await buttonOf(dialogOf(page), 'Esquecer o token').click();
  await expect(padlock).toHaveAccessibleName('authorization button unlocked');
});
