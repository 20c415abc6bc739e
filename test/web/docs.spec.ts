import type { Locator, Page } from '@playwright/test';
import type { OpenAPIV3_1 } from 'openapi-types';
import sharp from 'sharp';
import { aPerson } from '../helpers/make.ts';
import { axe, WCAG } from '../helpers/access.ts';
import { expect, test } from '../helpers/fixtures.ts';

/** What Swagger UI itself does wrong, rule by rule, and where: the rest of the page has no excuse. */
const KNOWN: Record<string, RegExp> = {
  label: /^<textarea class="body-param__text"|^<input type="file"/,
  'scrollable-region-focusable': /^<pre class="[\w ]*microlight"/,
};

async function openDocs(page: Page) {
  await page.goto('/docs');
  await expect(operation(page, 'postUsers')).toBeVisible();
}

function operation(page: Page, id: string) {
  return page.locator(`.opblock[id$="-${id}"]`);
}

/** Opens a call and makes its fields ready to be filled. */
async function tryOut(page: Page, id: string) {
  const call = operation(page, id);
  await call.locator('.opblock-summary-control').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  return call;
}

/** Swagger UI draws every open call again at each change of one, which takes seconds once several are open. */
async function close(page: Page, id: string) {
  await operation(page, id).locator('.opblock-summary-control').click();
  await expect(operation(page, id).locator('.opblock-body')).toHaveCount(0);
}

/** Sends the call; the answer is shown as its status and its body. */
async function execute(page: Page, id: string) {
  const call = operation(page, id);
  await call.getByRole('button', { name: 'Execute', exact: true }).click();
  const answer = call.locator('.live-responses-table .response');
  return { status: answer.locator('.response-col_status'), body: answer.locator('.highlight-code').first() };
}

async function authorize(page: Page, token: string) {
  await page.locator('.scheme-container').getByRole('button', { name: 'Authorize', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Usar um token', exact: true });
  await dialog.getByRole('textbox', { name: 'Token', exact: true }).fill(token);
  await dialog.getByRole('button', { name: 'Usar o token' }).click();
  await expect(dialog).toHaveCount(0);
}

test('the page about the API lists every call there is, in Portuguese, is set in Inter, and printed dark on white (M-011, X-416)', async ({
  page,
  request,
}) => {
  await openDocs(page);
  await expect(page).toHaveTitle('API · Trilha');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.getByRole('heading', { name: 'API', exact: true, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.locator('#operations')).toHaveCount(1);
  const { paths = {} } = (await (await request.get('/openapi.json')).json()) as OpenAPIV3_1.Document;
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { summary: string }>).map(
      ([method, { summary }]) => `${method.toUpperCase()} ${path} ${summary}`,
    ),
  );
  const shown = await page.locator('.opblock-summary-control').evaluateAll((calls) =>
    calls.map((call) => {
      const text = (part: string) => call.querySelector(`.opblock-summary-${part}`)?.textContent ?? '';
      return `${text('method')} ${text('path').replaceAll('\u200B', '')} ${text('description')}`;
    }),
  );
  expect(described.length).toBeGreaterThan(20);
  expect(shown.toSorted()).toEqual(described.toSorted());

  const loaded = () =>
    page.evaluate(() => [...document.fonts].some((font) => font.family === 'Inter' && font.status === 'loaded'));
  await expect.poll(loaded).toBe(true);

  await page.emulateMedia({ media: 'print' });
  const faint = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && [...element.childNodes].some(({ nodeType }) => nodeType === 3))
      .filter((element) => Math.max(...(getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number)) > 120)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(faint).toEqual([]);
});

test('a visitor can try out a public call, which is real; a call of one’s own answers whoever has pasted a token', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp({ name: 'Bia Lima' });
  const { title } = await backstage.addTechnology(person);
  const headers = { Authorization: `Bearer ${person.token}` };
  await backstage.request.put('/profile', { data: { visibility: 'public' }, headers });
  await openDocs(page);
  const call = await tryOut(page, 'getUsers');
  await call.getByPlaceholder('tech', { exact: true }).fill(title);
  const { status, body } = await execute(page, 'getUsers');
  await expect(status).toContainText('200');
  await expect(body).toContainText('"name": "Bia Lima"');
  await expect(call.locator('.request-url')).toContainText('/users?tech=');

  await tryOut(page, 'getProfile');
  await expect((await execute(page, 'getProfile')).status).toContainText('401');
  await authorize(page, person.token);
  const own = await execute(page, 'getProfile');
  await expect(own.status).toContainText('200');
  await expect(own.body).toContainText(`"email": "${person.email}"`);
  await page.reload();
  await tryOut(page, 'getProfile');
  await expect((await execute(page, 'getProfile')).status).toContainText('401');
});

test('from nothing to a technology, a picture and an export: all of it works with this page alone, which asks no other host, stores nothing, and shows each schema whole (X-490)', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      throw new Error(`${violatedDirective}: ${sample}`);
    });
  });
  const answer = await page.goto('/docs');
  const policy = answer?.headers()['content-security-policy'];
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe-');

  const person = aPerson();
  await (await tryOut(page, 'postUsers')).getByRole('textbox').fill(JSON.stringify(person));
  await expect((await execute(page, 'postUsers')).status).toContainText('201');
  await close(page, 'postUsers');
  const logIn = await tryOut(page, 'postSessions');
  await logIn.getByRole('textbox').fill(JSON.stringify({ email: person.email, password: person.password }));
  const { body } = await execute(page, 'postSessions');
  await expect(body).toContainText('"token": "tr_');
  const [, token = ''] = /"token": "(.+?)"/.exec((await body.textContent()) ?? '') ?? [];
  await close(page, 'postSessions');
  await authorize(page, token);
  await tryOut(page, 'postUsersTechs');
  const added = await execute(page, 'postUsersTechs');
  await expect(added.status).toContainText('201');
  await expect(added.body).toContainText('"title": "TypeScript"');
  await close(page, 'postUsersTechs');

  const create = { width: 40, height: 30, channels: 3 as const, background: '#ff577f' };
  const buffer = await sharp({ create }).png().toBuffer();
  const upload = await tryOut(page, 'patchUsersAvatar');
  await upload.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
  const sent = await execute(page, 'patchUsersAvatar');
  await expect(sent.status).toContainText('200');
  const [, name = ''] = /avatars\/([\w-]+\.webp)"/.exec((await sent.body.textContent()) ?? '') ?? [];
  await close(page, 'patchUsersAvatar');

  const picture = await tryOut(page, 'getAvatarsName');
  await picture.getByPlaceholder('name', { exact: true }).fill(name);
  await expect((await execute(page, 'getAvatarsName')).status).toContainText('200');
  const image = picture.locator('.live-responses-table img');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
  await close(page, 'getAvatarsName');

  const file = await tryOut(page, 'getProfileExport');
  await expect((await execute(page, 'getProfileExport')).status).toContainText('200');
  const download = page.waitForEvent('download');
  await file
    .getByRole('link', { name: 'Download file' })
    .or(file.getByText('Download', { exact: true }))
    .first()
    .click();
  expect((await download).suggestedFilename()).toContain('.json');
  await close(page, 'getProfileExport');

  const change = await tryOut(page, 'putProfile');
  // A refusal is a named schema of which this call narrows one field.
  const refusal = change.locator('.response[data-code="400"]');
  await refusal.getByRole('tab', { name: 'Schema', exact: true }).click();
  for (const word of ['Problem', 'status', 'message', 'fields', 'code']) await expect(refusal).toContainText(word);
  await expect(change.getByText('$ref')).toHaveCount(0);
  await close(page, 'putProfile');
  await page.locator('section.models .json-schema-2020-12-accordion').first().click();
  expect(new Set(asked)).toEqual(new Set([baseURL]));
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
});

test('it breaks no rule of WCAG but those that Swagger UI breaks by itself, and fits a screen of 320 by 640: neither closed, nor in an open call of each kind, schemas included, nor in the dialog that takes a token (X-86, X-491)', async ({
  page,
}) => {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const expectNarrow = async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await excess()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  /** The least room that an open call has for what is said of an answer, or its schema, on the small screen. */
  const narrowest = async (call: Locator) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const columns = call.locator('.response-col_description:has(p, article)');
    const widths = await columns.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    await page.setViewportSize({ width: 1280, height: 800 });
    return Math.min(...widths);
  };
  await openDocs(page);
  await expectNarrow();
  await expectAccessible(page, 'html');
  for (const id of ['getUsers', 'postUsers', 'patchUsersAvatar', 'putProfile', 'deleteUsersTechsId']) {
    const call = await tryOut(page, id);
    if (id === 'getUsers') {
      await call.getByPlaceholder('perPage', { exact: true }).fill('1');
      await (await execute(page, id)).status.waitFor();
    }
    await expectNarrow();
    await expectAccessible(page, `.opblock[id$="-${id}"]`);
    if (id === 'putProfile') {
      await call.locator('.response[data-code="400"]').getByRole('tab', { name: 'Schema', exact: true }).click();
      expect(await narrowest(call)).toBeGreaterThan(200);
    }
    await close(page, id);
  }
  for (const id of ['getProfile', 'putUsersTechsId']) await tryOut(page, id);
  // With several calls open, one thing must still name another by an id that is its own.
  const { passes, violations } = await (await axe(page)).withRules(['duplicate-id-aria']).analyze();
  expect(violations).toEqual([]);
  expect(passes).toHaveLength(1);
  await page.locator('.scheme-container').getByRole('button', { name: 'Authorize', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectNarrow();
  await expectAccessible(page, 'dialog');
});

/** That this part is sound; the whole page at once, with calls open, takes a slow machine a minute. */
async function expectAccessible(page: Page, part: string) {
  // The pieces of Swagger UI fade in.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const { violations } = await (await axe(page)).withTags(WCAG).include(part).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })));
  expect(found.filter(({ id, html }) => !KNOWN[id]?.test(html))).toEqual([]);
}

test('a quiet line below the forms leads to it, and it leads back; while the list is fetched, it says so in Portuguese, in one line (X-416)', async ({
  page,
}) => {
  const { promise: fetched, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/openapi.json', (route) => fetched.then(() => route.continue()));
  await page.goto('/login');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL('/docs');
  const spinner = page.locator('.loading-container .loading');
  await expect(spinner).toBeAttached();
  const { content, whiteSpace } = await spinner.evaluate((element) => {
    const { content: text, whiteSpace: wrap } = getComputedStyle(element, '::after');
    return { content: text, whiteSpace: wrap };
  });
  expect(content).toBe('"Carregando…"');
  expect(whiteSpace).toBe('nowrap');
  answer();
  await expect(operation(page, 'postUsers')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao início', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL('/docs');
});

test('the dialog that takes a token is one by keyboard, too: it has a name, keeps the Tab key, closes by Escape, and gives the focus back to what opened it (X-538)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await openDocs(page);
  const dialog = page.getByRole('dialog', { name: 'Usar um token', exact: true });
  const field = dialog.getByRole('textbox', { name: 'Token', exact: true });
  const button = page.locator('.scheme-container').getByRole('button', { name: 'Authorize', exact: true });
  const padlock = operation(page, 'deleteUsersId').getByRole('button', { name: /^Cadeado/ });
  for (const opener of [button, padlock]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    for (let stops = 0; stops < 8; stops += 1) {
      await page.keyboard.press('Tab');
      // Between two rounds the focus is with the browser's own buttons.
      expect(await page.evaluate(() => document.activeElement?.matches('body, dialog *'))).toBe(true);
    }
    await field.fill('unsent');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }

  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await page.keyboard.type(` ${person.token} `);
  await page.keyboard.press('Enter');
  await expect(padlock).toHaveAccessibleName('Cadeado fechado: há um token');
  await expect(padlock).toBeFocused();
  await tryOut(page, 'getProfile');
  await expect((await execute(page, 'getProfile')).status).toContainText('200');
  await button.click();
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(padlock).toHaveAccessibleName('Cadeado fechado: há um token');
  await button.click();
  await dialog.getByRole('button', { name: 'Esquecer o token', exact: true }).click();
  await expect(padlock).toHaveAccessibleName('Cadeado aberto: falta o token');
  await expect((await execute(page, 'getProfile')).status).toContainText('401');
});

test('a padlock means that a call needs a token, and every stop of the Tab key can be seen (X-539)', async ({
  page,
  request,
}) => {
  await openDocs(page);
  const { paths = {} } = (await (await request.get('/openapi.json')).json()) as OpenAPIV3_1.Document;
  const locked = Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, OpenAPIV3_1.OperationObject>).flatMap(({ security, summary }) =>
      security?.[0] && security.every((needed) => 'token' in needed) ? [summary ?? ''] : [],
    ),
  );
  const shown = page.locator('.opblock:has(.authorization__btn) .opblock-summary-description');
  expect(locked.length).toBeGreaterThan(5);
  expect((await shown.allTextContents()).toSorted()).toEqual(locked.toSorted());
  const padlocks = page.locator('.authorization__btn');
  await expect(padlocks).toHaveCount(locked.length);
  for (const padlock of await padlocks.all()) {
    await expect(padlock).toHaveAccessibleName('Cadeado aberto: falta o token');
  }

  await page.setViewportSize({ width: 320, height: 640 });
  const unseen = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input, select, [tabindex]')]
      .filter((one) => one.tabIndex >= 0 && one.checkVisibility())
      .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 8)
      .map(({ outerHTML }) => outerHTML),
  );
  expect(unseen).toEqual([]);
});

test('the logo stands on black in the system’s own colours, however light those are (X-540)', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  for (const path of ['/docs', '/login']) {
    await page.goto(path);
    const logo = page.getByRole('img', { name: 'Trilha', exact: true });
    await expect(logo).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  }
});
