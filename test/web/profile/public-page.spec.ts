import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { type Backstage, expect, test } from '../../helpers/fixtures.ts';
import { addWork, change } from '../../helpers/profile.ts';

const exact = { exact: true };

/** Somebody with a public page. */
async function publish(backstage: Backstage, counts: { technologies: number; works: number }, details = {}) {
  const person = await backstage.signUp(details);
  for (let index = 1; index <= counts.technologies; index += 1) {
    await backstage.addTechnology(person, { title: `Tecnologia ${index}`, status: 'Avançado' });
  }
  for (let index = 1; index <= counts.works; index += 1) {
    await addWork(backstage, person, { title: `Projeto ${index}` });
  }
  const handle = `ana-${person.id.slice(0, 20)}`;
  const data = { handle, visibility: 'public' };
  await change(backstage, person, data);
  return { person, path: `/u/${handle}` };
}

async function expectReadable(page: Page) {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

test('a page of sixty technologies is 20 kB, runs no script, and is accessible', async ({ page, backstage }) => {
  const details = { bio: 'Aprendo a programar, um pouco por dia. '.repeat(20) };
  const { person, path } = await publish(backstage, { technologies: 60, works: 10 }, details);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  page.on('console', (message) => complaints.push(message.text()));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const sizes: number[] = [];
  network.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await page.goto(path, { waitUntil: 'networkidle' });
  expect(sizes[0]).toBeLessThan(20_000);
  // A full Chromium calls the icon "other", and its headless shell does not ask for it.
  expect(asked.filter((kind) => !['document', 'image', 'font', 'other'].includes(kind))).toEqual([]);
  expect(complaints).toEqual([]);

  await expect(page).toHaveTitle(`${person.name} · Trilha`);
  await expect(page.getByRole('heading', { level: 1, name: person.name, ...exact })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Nível Avançado', ...exact }).first()).toBeVisible();
  await expect(page.getByText('Tecnologia 60', exact)).toBeVisible();
  await expect(page.getByText('Projeto 10', exact)).toBeVisible();
  await expect(page.locator('main')).toHaveCSS('color', 'rgb(255, 255, 255)');
  expect(await page.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
  await expectReadable(page);
});

test('a long or an empty page is accessible, and fits 320 px', async ({ page, backstage }) => {
  const long = { name: 'A'.repeat(120), bio: 'x'.repeat(400) };
  for (const { path } of [
    await publish(backstage, { technologies: 2, works: 1 }, long),
    await publish(backstage, { technologies: 0, works: 0 }),
  ]) {
    await page.goto(path);
    await expectReadable(page);
  }
});

test('a page that has turned private is an unknown address', async ({ page, backstage }) => {
  const { person, path } = await publish(backstage, { technologies: 0, works: 0 });
  await change(backstage, person, { visibility: 'private' });
  expect((await page.goto(path))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada', ...exact })).toBeVisible();
});
