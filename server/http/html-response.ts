import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf } from './etag.ts';

/** Compresses `page` once, at Brotli `quality` (0 to 11). Returns the function that sends it with its ETag. */
export function htmlResponse(page: string, quality = constants.BROTLI_MAX_QUALITY) {
  const etag = etagOf(page);
  const encoded = {
    br: brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: gzipSync(page),
  };
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8');
    const accepted = headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    if (encoding === undefined) return reply.send(page);
    return reply.header('content-encoding', encoding).send(encoded[encoding]);
  };
}
