import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Makes the answer of a page that is not sent from its file: compressed once, and sent again only when it differs. The
 * quality is Brotli's, up to 11.
 */
export function answerWith(page: string, quality = constants.BROTLI_MAX_QUALITY) {
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  const encoded = {
    br: brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: gzipSync(page),
  };
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8');
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    const accepted = headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    if (encoding === undefined) return reply.send(page);
    return reply.header('content-encoding', encoding).send(encoded[encoding]);
  };
}
