import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCS_PATH, fileOf, type Page, PAGES } from '#contract/pages.ts';
import { isSilent, type Operator, withOperator } from './operator-contact.ts';
import { FOR_EVER } from './headers.ts';
import { answerWith } from './html-response.ts';

const MISSING_PAGE = '404.html';
// The page at `DOCS_PATH`: a build of its own.
const DOCS_PAGE = 'docs.html';

/** The built web app: its folder, its pages' content policy, and the page for unknown addresses. */
export type Pages = { folder: string; policy: string; missing: string; operator: Operator };

/** Reads once what every answer shares. Throws when a page is not built. */
export function readPages(folder: string, operator: Operator): Pages {
  const pages = { folder, policy: pagePolicy(folder), operator };
  return { ...pages, missing: readPage(pages, MISSING_PAGE) };
}

function readPage({ folder, operator }: Pick<Pages, 'folder' | 'operator'>, file: string): string {
  return withOperator(readFileSync(join(folder, file), 'utf8'), operator);
}

// Only our own files and no code from text, for the token is in local storage (OWASP ASVS 3.4.3). Inline scripts and
// styles are allowed by their hash (CSP 3, section 2.3.1).
function pagePolicy(folder: string): string {
  const pages = [...Object.values(PAGES).map(fileOf), MISSING_PAGE].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const sources = (tag: string) => {
    const inline = pages.flatMap((page) => [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]);
    const hashes = inline.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    return ["'self'", ...new Set(hashes)].join(' ');
  };
  return [
    "default-src 'none'",
    `script-src ${sources('script')}`,
    `style-src ${sources('style')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

// Swagger UI needs `data:` and `blob:` images. Its sanitiser, which we never call, registers a Trusted Types policy.
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ');

// A built file has its hash in its name; a page has not, so it is revalidated each time.
const ASK_AGAIN = 'no-cache';

/** Serves the built web app. */
export function pageRoutes(app: FastifyInstance, pages: Pages): void {
  const { folder, policy, operator } = pages;
  app.register(fastifyStatic, {
    root: folder,
    // One route a file: anything else reaches the not-found handler.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}', 'server/**'],
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(folder, 'assets')) ? FOR_EVER : ASK_AGAIN);
      const [, page] = /([^/\\]+\.html)(\.br|\.gz)?$/.exec(path) ?? [];
      if (page !== undefined) reply.header('content-security-policy', page === DOCS_PAGE ? DOCS_POLICY : policy);
    },
  });
  app.get(DOCS_PATH, (_request, reply) => reply.sendFile(DOCS_PAGE));
  for (const page of Object.values<Page>(PAGES)) {
    if (isSilent(operator)) {
      app.get(page.path, (_request, reply) => reply.sendFile(fileOf(page)));
    } else {
      const answer = answerWith(readPage(pages, fileOf(page)));
      app.get(page.path, (request, reply) => answer(request, reply.headers(headersOf(policy))));
    }
  }
}

function headersOf(policy: string) {
  return { 'cache-control': ASK_AGAIN, 'content-security-policy': policy };
}

/** Whether a browser opened an unknown address: then it gets the app's own page. */
export function wantsPage(request: FastifyRequest): boolean {
  const { method, headers, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !url.startsWith('/assets/') && (headers.accept ?? '').includes('text/html');
}

/** The app's page for unknown addresses, with status 404. */
export function sendMissingPage(reply: FastifyReply, { policy, missing }: Pages): FastifyReply {
  return reply.code(404).headers(headersOf(policy)).type('text/html; charset=utf-8').send(missing);
}
