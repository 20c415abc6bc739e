import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareApp, signUp, storedSession, withApp } from './running-app.mjs';
import { orExplain, root } from './set-up.mjs';
import { README_SHOTS, SHOTS, SIZES } from './shots-list.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('./shots-parts.mjs').Shot} Shot
 */

const FOLDER = join(root, 'shots');
const CURRENT = join(FOLDER, 'current');
const PREVIOUS = join(FOLDER, 'previous');
const IMAGES = join(root, 'docs', 'images');

let people = 0;

await orExplain(async () => {
  const executablePath = await prepareApp();
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] });
  try {
    await withApp(async (address) => {
      mkdirSync(IMAGES, { recursive: true });
      for (const shot of README_SHOTS) await take(browser, address, shot, 1280, join(IMAGES, `${shot.name}.png`));
      keepPrevious();
      for (const shot of SHOTS) {
        for (const width of shot.widths ?? [1280, 320]) {
          await take(browser, address, shot, width, join(CURRENT, `${shot.name}-${width}.png`));
        }
      }
    });
    await drawSheet(browser);
    if (process.argv.includes('--compare')) await compare(browser);
  } finally {
    await browser.close();
  }
});

function keepPrevious() {
  rmSync(PREVIOUS, { recursive: true, force: true });
  if (existsSync(CURRENT)) renameSync(CURRENT, PREVIOUS);
  mkdirSync(CURRENT, { recursive: true });
}

/**
 * One state of one screen, as a new visitor's browser shows it: nothing of the picture before is left in it.
 * @param {Browser} browser
 * @param {string} address
 * @param {Shot} shot
 * @param {number} width
 * @param {string} path
 */
async function take(browser, address, shot, width, path) {
  const { path: screen, person, technologies, works, whole, options, act } = shot;
  people += 1;
  const email = `pessoa${people}@example.com`;
  const session = technologies && (await signUp(address, { email, ...person }, technologies, works));
  const context = await browser.newContext({
    viewport: { width, height: SIZES[width] ?? 800 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    ...options,
    ...(session && { storageState: storedSession(address, session) }),
  });
  const page = await context.newPage();
  await act?.before?.(page);
  await page.goto(address + screen, { waitUntil: act?.before ? 'commit' : 'networkidle' });
  await act?.after?.(page, context);
  await page.evaluate(() => document.fonts.ready);
  // Not with the animations ended: the toasts' clocks are animations.
  await page.screenshot({ path, fullPage: whole ?? false });
  await context.close();
}

/**
 * All pictures on one sheet, to be looked at together.
 * @param {Browser} browser
 */
async function drawSheet(browser) {
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

/**
 * Tells which pictures differ from those of the run before.
 * @param {Browser} browser
 */
async function compare(browser) {
  const page = await browser.newPage();
  for (const name of names()) {
    if (!existsSync(join(PREVIOUS, name))) {
      console.log(`new      ${name}`);
      continue;
    }
    const images = [PREVIOUS, CURRENT].map((folder) => readFileSync(join(folder, name)).toString('base64'));
    const share = await page.evaluate(shareOfChange, images);
    if (share > 0) console.log(`${(share * 100).toFixed(2).padStart(6)} %  ${name}`);
  }
  await page.close();
}

function names() {
  return readdirSync(CURRENT).filter((name) => name.endsWith('.png'));
}

// Runs in the page.
async function shareOfChange(images) {
  const [before, now] = await Promise.all(
    images.map(async (image) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas.drawImage(bitmap, 0, 0);
      return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
    }),
  );
  if (before.length !== now.length) return 1;
  let changed = 0;
  for (let place = 0; place < now.length; place += 4) {
    if ([0, 1, 2].some((channel) => before[place + channel] !== now[place + channel])) changed += 1;
  }
  return changed / (now.length / 4);
}
