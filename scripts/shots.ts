import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeChild } from '../server/images/child.ts';
import { logoOf } from '#contract/public/logos.ts';
import type { Preview } from '../server/public/preview.ts';
import { demo } from './database/demo.ts';
import { DEMO_PEOPLE } from './database/demo-people.ts';
import { logIn, storedSession, withApp } from './running-app.ts';
import { exitOnProblem, root } from './set-up.mjs';

/** `svg`: only the drawing, one and a half times as large and without a background. */
type Picture = { name: string; path: string; signedIn?: boolean; svg?: boolean };

const HANDLE = DEMO_PEOPLE[0].handle;
const IMAGES = join(root, 'docs', 'images');
const EXAMPLE = join(root, 'web', 'assets', 'example-page.webp');
const PICTURES: readonly Picture[] = [
  { name: 'cadastro', path: '/' },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  { name: 'pagina', path: `/u/${HANDLE}` },
  { name: 'card-claro', path: `/u/${HANDLE}/card.svg?tema=claro`, svg: true },
  { name: 'card-escuro', path: `/u/${HANDLE}/card.svg?tema=escuro`, svg: true },
];
const LOOK = { locale: 'pt-BR', reducedMotion: 'reduce' } as const;

/** The link preview of `/`, in the layout of a user's. */
const PRODUCT: Preview = {
  name: 'Mostre o que você sabe',
  courseModule: 'As tecnologias que você conhece e o nível de cada uma, em uma página sua.',
  address: '',
  counts: ['Rápido e grátis'],
  technologies: ['HTML e CSS', 'JavaScript', 'React', 'TypeScript', 'Node.js'].map((title, index) => {
    return { title, step: 3 - Math.floor(index / 2), logo: logoOf(title)?.path };
  }),
  avatar: null,
};

async function drawLinkPreview(): Promise<void> {
  const draw = makeChild<Uint8Array>(join(root, 'server', 'public', 'draw-preview.ts'));
  const png = await draw(PRODUCT, { processorTime: 60_000 });
  if (png === null) throw new Error('The link preview was not drawn');
  const file = join(root, 'web', 'public', 'link-preview.png');
  await sharp(png).png({ palette: true, effort: 10 }).toFile(file);
}

const folder = mkdtempSync(join(tmpdir(), 'trilha-shots-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const DATABASE_URL = `sqlite:${join(folder, 'demo.sqlite')}`;

await exitOnProblem(async () => {
  const logins: string[] = [];
  await demo([], { DATABASE_URL }, { print: (line) => logins.push(line), note: console.error });
  const [email = '', password = ''] = logins[0]?.split('\t') ?? [];
  await withApp(async (address, browser) => {
    const session = await logIn(address, { email, password });
    for (const { name, path, signedIn = false, svg = false } of PICTURES) {
      await using page = await browser.newPage({
        ...LOOK,
        viewport: { width: 1280, height: 800 },
        ...(svg && { deviceScaleFactor: 1.5 }),
        ...(signedIn && { storageState: storedSession(address, session) }),
      });
      await open(page, address + path);
      const picture = svg ? await page.locator('svg').screenshot({ omitBackground: true }) : await page.screenshot();
      await sharp(picture)
        .png({ palette: true, effort: 10 })
        .toFile(join(IMAGES, `${name}.png`));
    }
    await using page = await browser.newPage({
      ...LOOK,
      colorScheme: 'dark',
      viewport: { width: 640, height: 1000 },
      deviceScaleFactor: 1.5,
    });
    await open(page, `${address}/u/${HANDLE}`);
    await sharp(await page.screenshot())
      .webp({ quality: 80, effort: 6 })
      .toFile(EXAMPLE);
    await drawLinkPreview();
    console.log(`docs/images: ${PICTURES.map(({ name }) => `${name}.png`).join(', ')}; ${EXAMPLE}`);
  }, DATABASE_URL);
});

/** A public page shows its own address, without the port of this server. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  for (const address of await page.getByText(`/u/${HANDLE}`).all()) {
    await address.evaluate((element, text) => element.replaceChildren(text), `trilha.example/u/${HANDLE}`);
  }
}
