import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply } from 'fastify';
import type { LevelChange } from '#contract/level-change.ts';
import type { PublicPage, PublicPageDrawing } from '#contract/public/page.ts';
import type { PeoplePage } from '#contract/public/people.ts';
import type { Technology } from '#contract/technology.ts';
import { publicPagePolicy } from '../http/content-security-policy.ts';
import { htmlResponse } from '../http/html-response.ts';
import { makeCache } from './cache.ts';
import { logoOf } from '#contract/public/logos.ts';

// Of the cache. A page counts twice: as text, and compressed.
const ENTRIES = 1_000;
const BYTES = 32 * 1024 * 1024;
// Of Brotli, 0 to 11.
const QUALITY = 5;

type Page = { version: string; bytes: number; policy: string; send: ReturnType<typeof htmlResponse> };

export async function loadDrawing(folder: string): Promise<PublicPageDrawing> {
  const built = join(folder, 'server', 'public-page');
  const module = (await import(pathToFileURL(`${built}.js`).href)) as Omit<PublicPageDrawing, 'styles'>;
  const { draw, drawMissing, drawPeople } = module;
  return { draw, drawMissing, drawPeople, styles: readFileSync(`${built}.css`, 'utf8').trim() };
}

/** Returns a function that loads once, and again only after a failure. */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Returns a function that responds with 404, and with the same page for every handle without a public page. */
export function makeMissingPage(load: () => Promise<PublicPageDrawing>) {
  return async (reply: FastifyReply): Promise<FastifyReply> => {
    const { drawMissing, styles } = await load();
    reply.code(404).header('content-security-policy', publicPagePolicy(styles));
    return reply.type('text/html; charset=utf-8').send(drawMissing(styles));
  };
}

export function makePeoplePages(load: () => Promise<PublicPageDrawing>) {
  return async (page: Omit<PeoplePage, 'logoOf'>): Promise<Pick<Page, 'policy' | 'send'>> => {
    const { drawPeople, styles } = await load();
    const html = drawPeople({ ...page, logoOf }, styles);
    return { policy: publicPagePolicy(styles, "'self'"), send: htmlResponse(html, QUALITY) };
  };
}

/** Returns a function that renders a page, and caches it while its content is the same. */
export function makePublicPages(load: () => Promise<PublicPageDrawing>) {
  const pages = makeCache<Page>({ entries: ENTRIES, bytes: BYTES, sizeOf: ({ bytes }) => bytes });

  return async (
    page: Omit<PublicPage, 'history' | 'logoOf'>,
    readHistory?: () => Promise<LevelChange[]>,
  ): Promise<Page> => {
    const { draw, styles } = await load();
    const { user, origin, searchable, now } = page;
    const key = `${user.id} ${origin}`;
    // The history need not be part of the version: the page shows days only, so the levels and the day determine it.
    const content = [user, searchable, now.toDateString(), readHistory !== undefined];
    const version = hash('sha256', JSON.stringify(content), 'base64url');
    const readCached = () => {
      const cached = pages.read(key);
      return cached?.version === version ? cached : undefined;
    };
    const cached = readCached();
    if (cached) return cached;
    const history = (await readHistory?.()) ?? [];
    // Another request may have rendered it during the await.
    const renderedMeanwhile = readCached();
    if (renderedMeanwhile) return renderedMeanwhile;
    const html = draw({ ...page, history, logoOf }, styles);
    const send = htmlResponse(html, QUALITY);
    const rendered = { version, bytes: 2 * Buffer.byteLength(html), policy: publicPagePolicy(styles), send };
    // An empty history is not cached: the user may have hidden it meanwhile, and the same version must show it later.
    if (!readHistory || (history.length > 0 && isCurrent(history, user.techs))) pages.add(key, rendered);
    return rendered;
  };
}

/** False if a technology was changed between the two reads. An undo of the change would restore the page's version. */
function isCurrent(history: LevelChange[], technologies: readonly Technology[]): boolean {
  const levels = new Map(technologies.map(({ id, status }) => [id, status]));
  const last = new Map(history.map(({ technology, status }) => [technology.id, status]));
  return last.entries().every(([id, status]) => (levels.get(id) ?? null) === status);
}
