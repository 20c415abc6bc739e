import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { prepareApp, publish, signUp, storedSession, withApp } from '../running-app.ts';
import { orExplain, programOf, root, run } from '../set-up.mjs';
import { HEIGHTS, README_SHOTS, SHOTS } from './list.ts';
import type { Shot } from './parts.ts';

const FOLDER = join(root, 'shots');
const CURRENT = join(FOLDER, 'current');
const PREVIOUS = join(FOLDER, 'previous');
const COMPARE = join(import.meta.dirname, 'compare.config.ts');
const IMAGES = join(root, 'docs', 'images');

// `npm run shots -- card` takes those that have it in their name.
const part = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const isWanted = ({ name }: Shot) => name.includes(part);

let users = 0;

await orExplain(async () => {
  const executablePath = await prepareApp();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] });
  try {
    await withApp(async (address) => {
      mkdirSync(IMAGES, { recursive: true });
      for (const shot of README_SHOTS.filter(isWanted)) {
        const path = join(IMAGES, `${shot.name}.png`);
        await take(browser, address, shot, 1280, path);
        await sharp(readFileSync(path)).png({ palette: true, effort: 10 }).toFile(path);
      }
      keepPrevious();
      for (const shot of SHOTS.filter(isWanted)) {
        for (const width of shot.widths ?? [1280, 768, 360, 320]) {
          await take(browser, address, shot, width, join(CURRENT, `${shot.name}-${width}.png`));
        }
      }
    });
    await drawSheet(browser);
  } finally {
    await browser.close();
  }
  if (process.argv.includes('--compare')) {
    await run(process.execPath, [programOf('playwright'), 'test', `--config=${COMPARE}`]);
  }
});

function keepPrevious(): void {
  rmSync(PREVIOUS, { recursive: true, force: true });
  if (existsSync(CURRENT)) renameSync(CURRENT, PREVIOUS);
  mkdirSync(CURRENT, { recursive: true });
}

/** One state of one screen, in the browser of a new visitor. */
async function take(browser: Browser, address: string, shot: Shot, width: number, path: string): Promise<void> {
  const { path: screen, user, technologies, works, published, whole, only, options, act } = shot;
  users += 1;
  const email = `user${users}@example.com`;
  const session = technologies && (await signUp(address, { email, ...user }, technologies, works));
  const handle = `ana-souza-${users}`;
  if (published && session) await publish(address, session, handle);
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? 800 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    ...options,
    ...(session && { storageState: storedSession(address, session) }),
  });
  const page = await context.newPage();
  await act?.before?.(page);
  await page.goto(address + screen.replace('{handle}', handle), { waitUntil: act?.before ? 'commit' : 'networkidle' });
  await act?.after?.(page, context);
  await page.evaluate(() => document.fonts.ready);
  // `animations: 'disabled'` would end the toasts, whose clocks are animations.
  if (only !== undefined) await page.locator(only).screenshot({ path, omitBackground: true });
  else await page.screenshot({ path, fullPage: whole ?? false });
  await context.close();
}

/** Draws all pictures on one sheet. */
async function drawSheet(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2400, height: 1000 } });
  const figures = names().map((name) => {
    const image = readFileSync(join(CURRENT, name)).toString('base64');
    return `<figure><img src="data:image/png;base64,${image}" height="380"><figcaption>${name}</figcaption></figure>`;
  });
  const style = 'body{display:flex;flex-wrap:wrap;background:#555;color:#fff;font:14px sans-serif}figure{margin:8px}';
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  await page.screenshot({ path: join(FOLDER, 'sheet.png'), fullPage: true });
  await page.close();
  console.log(`shots/sheet.png: ${figures.length} pictures`);
}

function names(): string[] {
  return readdirSync(CURRENT).filter((name) => name.endsWith('.png'));
}
