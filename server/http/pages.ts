import { ReadStream, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCS_PATH, fileOf, ORIGIN, type Page, PAGES } from '#contract/pages.ts';
import { appPolicy, DOCS_POLICY, SERVICE_WORKER_POLICY } from './content-security-policy.ts';
import { etag } from './etag.ts';
import { FOR_EVER } from './headers.ts';
import { htmlResponse } from './html-response.ts';

const MISSING_PAGE = '404.html';
const DOCS_PAGE = 'docs.html';
// File names of pages have no content hash, unlike those in assets/: browsers revalidate them each time.
const REVALIDATE = 'no-cache';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The operator's details in the pages. `mailsLinks`: the server mails password reset links. */
type Operator = { contact: string | undefined; mailsLinks: boolean };

function insertOperator(page: string, { contact, mailsLinks }: Operator): string {
  const html = contact === undefined ? page : insertContact(page, contact);
  return mailsLinks ? html.replace('<meta name="contact"', '<meta name="reset-links" content="mail">$&') : html;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

function insertContact(page: string, contact: string): string {
  const text = escape(contact);
  const link = `<a href="${URL.canParse(contact) ? '' : 'mailto:'}${text}">${text}</a>`;
  return page
    .replace('<meta name="contact" content=""', () => `<meta name="contact" content="${text}"`)
    .replace(/(?<=<span data-contact="">).*?(?=<\/span>)/s, () => link);
}

type Pages = { folder: string; policy: string; read: (file: string) => string; isStatic: boolean };

/** Throws if a page is not built. */
export function readPages(folder: string, operator: Operator): Pages {
  const readBuilt = (file: string) => readFileSync(join(folder, file), 'utf8');
  // A user's profile frames the public page, whose styles are inline.
  const framed = `<style>${readBuilt('server/public-page.css').trim()}</style>`;
  return {
    folder,
    policy: appPolicy([...[...Object.values(PAGES).map(fileOf), MISSING_PAGE].map(readBuilt), framed]),
    read: (file) => insertOperator(readBuilt(file), operator),
    isStatic: operator.contact === undefined && !operator.mailsLinks,
  };
}

/** Sends files from memory: a stream holds a descriptor and 128 KiB for each client that reads slowly. */
function sendFromMemory(app: FastifyInstance): void {
  // The ETag changes when the app is built again.
  const files = new Map<string, { etag: unknown; content: Promise<Buffer> }>();
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload;
    payload.on('error', () => undefined).destroy();
    const [path, tag] = [String(payload.path), reply.getHeader('etag')];
    const known = files.get(path);
    if (known?.etag === tag) return known?.content;
    const content = readFile(path);
    files.set(path, { etag: tag, content });
    content.catch(() => files.delete(path));
    return content;
  });
}

export function pageRoutes(app: FastifyInstance, { folder, policy, read, isStatic }: Pages): void {
  etag(app);
  sendFromMemory(app);
  app.register(fastifyStatic, {
    // Files have no rate limit, so a flood of requests for them would fill the disk with log lines.
    logLevel: 'warn',
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}', 'server/**'],
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(folder, 'assets')) ? FOR_EVER : REVALIDATE);
      if (/\bservice-worker\.js(\.br|\.gz)?$/.test(path))
        reply.header('content-security-policy', SERVICE_WORKER_POLICY);
      const [, page] = /([^/\\]+\.html)(\.br|\.gz)?$/.exec(path) ?? [];
      if (page !== undefined) reply.header('content-security-policy', page === DOCS_PAGE ? DOCS_POLICY : policy);
    },
  });
  app.get(DOCS_PATH, (_request, reply) => reply.sendFile(DOCS_PAGE));
  for (const page of Object.values<Page>(PAGES)) {
    const html = read(fileOf(page));
    const hasOrigin = html.includes(ORIGIN);
    if (isStatic && !hasOrigin) {
      app.get(page.path, (_request, reply) => reply.sendFile(fileOf(page)));
    } else {
      const send = hasOrigin ? sendWithOrigin(html) : htmlResponse(html);
      app.get(page.path, (request, reply) => send(request, reply.headers(pageHeaders(policy))));
    }
  }
}

// Brotli's quality. Low, because any client can send a new Host, for which the page is compressed again.
const QUALITY = 5;

/** Replaces `ORIGIN` by the origin of each request, and compresses the page again only when that changes. */
function sendWithOrigin(page: string): ReturnType<typeof htmlResponse> {
  let last: { origin: string; send: ReturnType<typeof htmlResponse> } | undefined;
  return (request, reply) => {
    const { origin } = request;
    if (last?.origin !== origin) {
      last = {
        origin,
        send: htmlResponse(
          page.replaceAll(ORIGIN, () => escape(origin)),
          QUALITY,
        ),
      };
    }
    return last.send(request, reply);
  };
}

function pageHeaders(policy: string) {
  return { 'cache-control': REVALIDATE, 'content-security-policy': policy };
}

/** True if a browser navigates: an unknown address then gets the app's 404 page instead of JSON. */
export function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !url.startsWith('/assets/') && (headers.accept ?? '').includes('text/html');
}

export function missingPage({ policy, read }: Pages) {
  const page = read(MISSING_PAGE);
  return (reply: FastifyReply): FastifyReply =>
    reply.code(404).headers(pageHeaders(policy)).type('text/html; charset=utf-8').send(page);
}
