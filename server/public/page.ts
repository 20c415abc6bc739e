import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LevelChange } from '#contract/level-change.ts';
import type { PublicPage, PublicPageDrawing } from '#contract/public/page.ts';
import { answerWith } from '../http/html-response.ts';
import { makeCache } from './cache.ts';

// Some 20 kB each, with the compressed copies.
const ENTRIES = 1_000;
const BYTES = 32 * 1024 * 1024;
// Three times as fast as the strongest, and a tenth larger.
const QUALITY = 5;

type Drawn = { version: string; bytes: number; policy: string; answer: ReturnType<typeof answerWith> };

/** What the web was built into for the server, in the folder of the built pages. */
export async function loadDrawing(folder: string): Promise<PublicPageDrawing> {
  const built = join(folder, 'server', 'public-page');
  const { draw } = (await import(pathToFileURL(`${built}.js`).href)) as Pick<PublicPageDrawing, 'draw'>;
  return { draw, styles: readFileSync(`${built}.css`, 'utf8').trim() };
}

/**
 * Draws each page once for as long as it shows the same. What the drawing is made of is loaded for the first. The function
 * that is returned takes what reads the history where its user shows it.
 */
export function makePublicPages(load: () => Promise<PublicPageDrawing>) {
  const pages = makeCache<Drawn>({ entries: ENTRIES, bytes: BYTES, sizeOf: ({ bytes }) => bytes });
  let drawing: Promise<PublicPageDrawing> | undefined;

  return async (page: Omit<PublicPage, 'history'>, readHistory?: () => Promise<LevelChange[]>): Promise<Drawn> => {
    drawing ??= load();
    const { draw, styles } = await drawing;
    const { user, origin, searchable, now } = page;
    const key = `${user.id} ${origin}`;
    // What is told of time is told by days: whoever has these levels at the end of this one has no other history.
    const shown = [user, searchable, now.toDateString(), readHistory !== undefined];
    const version = hash('sha256', JSON.stringify(shown), 'base64url');
    const kept = () => {
      const known = pages.read(key);
      return known?.version === version ? known : undefined;
    };
    const known = kept();
    if (known) return known;
    const history = (await readHistory?.()) ?? [];
    // Who asked meanwhile may have drawn it.
    const drawnMeanwhile = kept();
    if (drawnMeanwhile) return drawnMeanwhile;
    const html = draw({ ...page, history }, styles);
    const drawn = {
      version,
      bytes: 2 * Buffer.byteLength(html),
      policy: policyOf(styles),
      answer: answerWith(html, QUALITY),
    };
    pages.add(key, drawn);
    return drawn;
  };
}

/** No script, no frame, and no style but those of the page (CSP 3, section 2.3.1). */
function policyOf(styles: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', styles, 'base64')}'`,
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
