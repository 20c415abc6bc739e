import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The addresses that the web app shows something at. */
const PAGES = ['/', '/login', '/dashboard'];

// Nothing but our own files, and no code from text at all: the token is in the page's storage (OWASP ASVS 3.4.3).
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
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

// A built file carries its fingerprint in its name; a page does not, so it is asked for again each time.
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/** Serves the built web app from a folder, which must exist by now. */
export function pageRoutes(app: FastifyInstance, { folder }: { folder: string }): void {
  app.register(fastifyStatic, {
    root: folder,
    // One route for each file there is: what is none of them stays with the not-found handler.
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(folder, 'assets/')) ? FOR_EVER : ASK_AGAIN);
      if (path.endsWith('.html')) reply.header('content-security-policy', PAGE_POLICY);
    },
  });
  for (const page of PAGES) app.get(page, (_request, reply) => reply.sendFile('index.html'));
}

/** Whether an address that leads nowhere was opened by a person, who is shown the app's own page about that. */
export function wantsPage(request: FastifyRequest): boolean {
  const { method, headers, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !url.startsWith('/assets/') && (headers.accept ?? '').includes('text/html');
}

/** The web app, which says "not found" by itself, with the status that says so to machines. */
export async function sendMissingPage(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const page = await readFile(join(folder, 'index.html'));
  return reply
    .code(404)
    .headers({ 'cache-control': ASK_AGAIN, 'content-security-policy': PAGE_POLICY })
    .type('text/html; charset=utf-8')
    .send(page);
}
