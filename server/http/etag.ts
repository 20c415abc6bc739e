import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** What the routes of this context answer is not sent again to a client that has it (RFC 9110, section 13.1.2). */
export function sendOnce(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    // Of what is not there nobody holds anything (RFC 9110, section 13.2.1).
    const isKept = reply.statusCode === 200 && reply.hasHeader('cache-control') && typeof payload === 'string';
    if (!isKept) return payload;
    const etag = `"${hash('sha256', payload, 'base64url')}"`;
    reply.header('etag', etag);
    const held = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (!held.includes(etag) && !held.includes('*')) return payload;
    reply.code(304).removeHeader('content-type');
    // Fastify tells the length of what HEAD does not send.
    return method === 'HEAD' ? payload : null;
  });
}
