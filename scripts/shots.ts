import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeChild } from '../server/images/child.ts';
import { logoOf } from '../server/public/logos.ts';
import type { Preview } from '../server/public/preview.ts';
import { publish, signUp, storedSession, withApp } from './running-app.ts';
import { exitOnProblem, root } from './set-up.mjs';

/** `svg`: only the drawing, one and a half times as large and without a background. */
type Picture = { name: string; path: string; signedIn?: boolean; svg?: boolean };

const HANDLE = 'ana-souza';
const TECHNOLOGIES = [
  { title: 'HTML e CSS', status: 'Avançado' },
  { title: 'JavaScript', status: 'Avançado' },
  { title: 'React', status: 'Intermediario' },
  { title: 'TypeScript', status: 'Intermediario' },
  { title: 'Node.js', status: 'Iniciante' },
];
const WORKS = [
  {
    title: 'Cardápio digital',
    description: 'Lista os pratos de um restaurante e calcula a conta.\nFeito com React.',
    deploy_url: 'https://cardapio.example.com',
    technologies: ['React', 'TypeScript', 'HTML e CSS'],
  },
  {
    title: 'API de receitas',
    description: 'Node e SQLite.',
    deploy_url: 'https://receitas.example.com',
    technologies: ['Node.js'],
  },
];
const PICTURES: readonly Picture[] = [
  { name: 'cadastro', path: '/' },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  { name: 'pagina', path: `/u/${HANDLE}` },
  { name: 'card-claro', path: `/u/${HANDLE}/card.svg?tema=claro`, svg: true },
  { name: 'card-escuro', path: `/u/${HANDLE}/card.svg?tema=escuro`, svg: true },
];

/** The link preview of `/`, in the layout of a user's. */
const PRODUCT: Preview = {
  name: 'Mostre o que você sabe',
  courseModule: 'As tecnologias que você conhece e o nível de cada uma, em uma página sua.',
  address: '',
  counts: ['Rápido e grátis'],
  technologies: TECHNOLOGIES.map(({ title }, index) => {
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

await exitOnProblem(() =>
  withApp(async (address, browser) => {
    const session = await signUp(address, {}, TECHNOLOGIES, WORKS);
    await publish(address, session, HANDLE);
    for (const { name, path, signedIn = false, svg = false } of PICTURES) {
      await using page = await browser.newPage({
        viewport: { width: 1280, height: 800 },
        locale: 'pt-BR',
        reducedMotion: 'reduce',
        ...(svg && { deviceScaleFactor: 1.5 }),
        ...(signedIn && { storageState: storedSession(address, session) }),
      });
      await page.goto(address + path, { waitUntil: 'networkidle' });
      await hidePort(page);
      const picture = svg ? await page.locator('svg').screenshot({ omitBackground: true }) : await page.screenshot();
      await sharp(picture)
        .png({ palette: true, effort: 10 })
        .toFile(join(root, 'docs', 'images', `${name}.png`));
    }
    await drawLinkPreview();
    console.log(`docs/images: ${PICTURES.map(({ name }) => `${name}.png`).join(', ')}`);
  }),
);

/** A public page shows its own address. */
async function hidePort(page: Page): Promise<void> {
  for (const address of await page.getByText(`/u/${HANDLE}`).all()) {
    await address.evaluate((element, text) => element.replaceChildren(text), `trilha.example/u/${HANDLE}`);
  }
}
