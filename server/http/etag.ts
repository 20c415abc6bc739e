import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export function etagOf(content: string): string {
  return `"${hash('sha256', content, 'base64url')}"`;
}

/** Adds an ETag to this scope's responses that have none, and answers `If-None-Match` with 304 (RFC 9110, 13.1.2). */
export function etag(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    const isCacheable = reply.statusCode === 200 && (typeof payload === 'string' || Buffer.isBuffer(payload));
    if (!isCacheable) return payload;
    if (typeof payload === 'string' && !reply.hasHeader('etag')) reply.header('etag', etagOf(payload));
    const current = reply.getHeader('etag');
    // Weak comparison: proxies that compress a response weaken its ETag.
    const etags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (!etags.some((tag) => tag === current || tag === '*')) return payload;
    reply.code(304);
    for (const name of ['content-type', 'content-encoding', 'content-length']) reply.removeHeader(name);
    return method === 'HEAD' ? payload : null;
  });
}
