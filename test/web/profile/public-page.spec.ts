import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { headingOf } from '../../helpers/actions.ts';
import { type Backstage, expect, type SignedUp, test } from '../../helpers/fixtures.ts';
import { addWork, change } from '../../helpers/profile.ts';

/** The URL of a public page with these numbers of technologies and works. */
async function publish(backstage: Backstage, technologies: number, works: number, details: object) {
  const person = await backstage.signUp(details);
  for (const { name } of KNOWN_TECHNOLOGIES.slice(0, technologies)) {
    await backstage.addTechnology(person, { title: name, status: 'Avançado' });
  }
  for (let index = 1; index <= works; index += 1) await addWork(backstage, person, { title: `Projeto ${index}` });
  return publishAs(backstage, person);
}

async function publishAs(backstage: Backstage, person: SignedUp) {
  const handle = `ana-${person.id.slice(0, 20)}`;
  await change(backstage, person, { handle, visibility: 'public' });
  return `/u/${handle}`;
}

test('a page of sixty technologies is 20 kB, and runs no script', async ({ page, backstage }) => {
  const details = { name: 'Ana Souza', bio: 'Aprendo a programar, um pouco por dia. '.repeat(20) };
  const path = await publish(backstage, 60, 10, details);
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
  await expect(headingOf(page, 'Ana Souza')).toBeVisible();
  await expect(page.getByText('Projeto 10', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
});

test('a technology’s link marks all of its projects', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const react = await backstage.addTechnology(person, { title: 'React' });
  const css = await backstage.addTechnology(person, { title: 'CSS' });
  await addWork(backstage, person, { title: 'Loja', technologies: [react.id, css.id] });
  await addWork(backstage, person, { title: 'Agenda' });
  await addWork(backstage, person, { title: 'Estante', technologies: [react.id] });
  await page.goto(await publishAs(backstage, person));
  const outlines = () =>
    page
      .locator('#projetos ~ ul > li')
      .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).outlineStyle));
  expect(await outlines()).toEqual(['none', 'none', 'none']);
  await page.getByRole('link', { name: 'React: 2 projetos', exact: true }).click();
  expect(await outlines()).toEqual(['solid', 'none', 'solid']);
  await expect(page.getByText('React: 2 projetos', { exact: true })).toBeInViewport();
  await page.getByRole('link', { name: 'CSS: 1 projeto', exact: true }).click();
  expect(await outlines()).toEqual(['none', 'none', 'solid']);
  await expectAccessible(page);
});

test('a long, empty or missing page is accessible, light and dark, and fits 320 px', async ({ page, backstage }) => {
  for (const path of [
    await publish(backstage, 3, 1, { name: 'A'.repeat(120), bio: 'x'.repeat(400) }),
    await publish(backstage, 0, 0, {}),
    '/u/ninguem',
  ]) {
    await page.goto(path);
    for (const [colorScheme, colour] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(0, 0, 0)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('body')).toHaveCSS('background-color', colour);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 640 });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    }
  }
  await expect(headingOf(page, 'Este perfil não existe ou não é público.')).toBeVisible();
});

test('a phone shows name, picture and technologies without scrolling', async ({ page, backstage }) => {
  const bio = 'Faço páginas acessíveis com React e TypeScript. Procuro a minha primeira vaga em front-end.';
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(await publish(backstage, 3, 1, { name: 'Ana Souza', bio }));
  const [heading, picture] = [headingOf(page, 'Ana Souza'), page.getByText('AS', { exact: true })];
  for (const part of [heading, picture, page.getByText('.NET', { exact: true })]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  const [left, right] = [await picture.boundingBox(), await heading.boundingBox()];
  expect(left).toMatchObject({ width: 64, height: 64 });
  expect(right?.x).toBeGreaterThan(80);
  expect(right?.y).toBeLessThan((left?.y ?? 0) + 64);
});

test('the start page and invitations have a link preview; robots.txt names the private pages', async ({ request }) => {
  const metasOf = async (path: string) => {
    const html = await (await request.get(path)).text();
    return Object.fromEntries(
      Array.from(html.matchAll(/<meta property="og:(\w+)" content="([^"]+)"/g), ([, ...meta]) => meta),
    );
  };
  const { image: picture = '', ...start } = await metasOf('/');
  expect(start).toMatchObject({
    title: 'Trilha: mostre o que você sabe',
    url: picture.replace('link-preview.png', ''),
  });
  const invitation = await metasOf('/turma/um-codigo');
  expect(invitation).toMatchObject({ title: 'Convite para uma turma na Trilha', image: picture });
  expect(Object.values(invitation).join()).not.toContain('um-codigo');
  const png = await (await request.get(picture)).body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const robots = await (await request.get('/robots.txt')).text();
  for (const path of ['/dashboard', '/perfil', '/users']) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).not.toMatch(/Disallow: (\/|\/login|\/u)$/m);
});
