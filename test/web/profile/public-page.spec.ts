import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { type Backstage, expect, type SignedUp, test } from '../../helpers/fixtures.ts';
import { addWork, bearer } from '../../helpers/profile.ts';

const exact = { exact: true };
const LEVELS = ['Iniciante', 'Intermediario', 'Avançado'];

/** Somebody with a public page. */
async function publish(backstage: Backstage, count: number, details: Parameters<Backstage['signUp']>[0] = {}) {
  const person = await backstage.signUp(details);
  const headers = bearer(person);
  for (let index = 0; index < count; index += 1) {
    const data = { title: `Tecnologia ${index + 1}`, status: LEVELS[index % 3] };
    expect((await backstage.request.post('/users/techs', { data, headers })).status()).toBe(201);
  }
  const handle = `ana-${person.id.slice(0, 20)}`;
  const data = { handle, visibility: 'public' };
  expect((await backstage.request.put('/profile', { data, headers })).status()).toBe(200);
  return { person, path: `/u/${handle}` };
}

/** What a page complains of: a policy that is broken is told here, too. */
function recordComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

async function addWorks(backstage: Backstage, person: SignedUp, count: number) {
  for (let index = 0; index < count; index += 1) await addWork(backstage, person, { title: `Projeto ${index + 1}` });
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page has all that a profile shows (X-345)', async ({ page, backstage }) => {
    const { person, path } = await publish(backstage, 3);
    await addWorks(backstage, person, 1);
    await page.goto(path);
    await expect(page).toHaveTitle(`${person.name} · Trilha`);
    await expect(page.getByRole('heading', { level: 1, name: person.name, ...exact })).toBeVisible();
    for (const text of [person.course_module, person.bio, 'Tecnologia 3', 'Projeto 1']) {
      await expect(page.getByText(text, exact)).toBeVisible();
    }
    await expect(page.getByRole('meter', { name: 'Nível Avançado', ...exact })).toBeVisible();
    await expect(page.locator('main')).toHaveCSS('color', 'rgb(255, 255, 255)');
  });
});

test('a page has 20 kB as sent, with its styles, and its policy lets all of it through (X-347)', async ({
  page,
  backstage,
}) => {
  const { person, path } = await publish(backstage, 60, { bio: 'Aprendo a programar, um pouco por dia. '.repeat(20) });
  await addWorks(backstage, person, 10);
  const complaints = recordComplaints(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const sizes: number[] = [];
  network.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await page.goto(path, { waitUntil: 'networkidle' });
  expect(sizes[0]).toBeLessThan(20_000);
  // A full Chromium calls the icon "other", and its headless shell does not ask for it.
  expect(asked.filter((kind) => !['document', 'image', 'font', 'other'].includes(kind))).toEqual([]);
  expect(await page.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
  expect(complaints).toEqual([]);
});

// Each reads 32 kB and runs no script.
const CRAWLERS = ['WhatsApp/2.24.1 A', 'facebookexternalhit/1.1', 'Twitterbot/1.0', 'TelegramBot (like TwitterBot)'];

test('crawlers find all of a preview in 32 kB, and nothing once it is switched off (X-459)', async ({ backstage }) => {
  const { person, path } = await publish(backstage, 9);
  await addWorks(backstage, person, 2);
  const read = (crawler: string, address: string) =>
    backstage.request.get(address, { headers: { 'user-agent': crawler, 'accept-encoding': 'identity' } });
  const pictures = new Set<string>();
  for (const crawler of CRAWLERS) {
    const beginning = (await (await read(crawler, path)).body()).subarray(0, 32 * 1024).toString();
    const told = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(beginning)?.[1] ?? '';
    expect(told('og:title'), crawler).toBe(person.name);
    expect(told('og:description')).toBe(person.bio);
    expect(told('og:url')).toMatch(new RegExp(`^http.*${path}$`));
    expect(told('twitter:card')).toBe('summary_large_image');
    for (const text of [person.course_module, 'Tecnologia 9', 'Projeto 2', 'Atualizado']) {
      expect(beginning).toContain(text);
    }
    const { pathname, search } = new URL(told('og:image'));
    const picture = await read(crawler, pathname + search);
    expect(picture.headers()['content-type']).toBe('image/png');
    expect(await sharp(await picture.body()).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    pictures.add(pathname);
  }

  await backstage.request.put('/profile', { data: { visibility: 'private' }, headers: bearer(person) });
  for (const crawler of CRAWLERS) {
    for (const gone of [path, ...pictures, `${path}/card.svg`]) {
      const answer = await read(crawler, gone);
      expect(answer.status(), crawler).toBe(404);
      expect((await answer.body()).toString()).not.toContain(person.name);
    }
  }
});

test('a page of sixty technologies, of nobody yet, or of a name of 120 letters is accessible, and fits 320 px (X-356)', async ({
  page,
  backstage,
}) => {
  for (const [count, works, details] of [
    [60, 4, {}],
    [0, 0, { bio: 'Oi.' }],
    [2, 1, { name: 'A'.repeat(120), bio: 'x'.repeat(400) }],
  ] as const) {
    const { person, path } = await publish(backstage, count, details);
    await addWorks(backstage, person, works);
    await page.goto(path);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  }
});

test('thirty technologies print as one light sheet of A4 (X-357)', async ({ page, backstage }) => {
  const { person, path } = await publish(backstage, 30, { bio: 'Aprendo a programar, um pouco por dia. '.repeat(8) });
  await addWorks(backstage, person, 4);
  await page.goto(path, { waitUntil: 'networkidle' });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  expect(sheets).toHaveLength(1);
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('link', { name: 'Faça a sua Trilha', ...exact })).toBeHidden();
});

test('a browser gets the page for unknown addresses where nobody has a public profile (X-350)', async ({
  page,
  backstage,
}) => {
  const { person, path } = await publish(backstage, 0);
  await backstage.request.put('/profile', { data: { visibility: 'private' }, headers: bearer(person) });
  for (const address of [path, '/u/nunca-existiu', '/u/admin']) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada', ...exact })).toBeVisible();
  }
});
