import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentTurn } from '../load/clients.ts';
import { freeSlot } from '../load/fairness.ts';
import { QUEUES } from '../load/limits.ts';
import { Overloaded, Queue } from '../load/queue.ts';
import { etagOf } from './etag.ts';

const ENCODINGS: Array<'br' | 'gzip'> = ['br', 'gzip'];

// In characters.
const SMALL_PAGE = 100_000;

const compressions = new Queue(QUEUES.compressions);

const compressAsBrotli = promisify(brotliCompress);
const compressAsGzip = promisify(gzip);

/**
 * Returns a function that sends `page` with its ETag, compressed once for each encoding, or uncompressed if too many pages
 * wait. Brotli's `quality` is 0 to 11.
 */
export function htmlResponse(page: string, quality = constants.BROTLI_MAX_QUALITY) {
  const etag = etagOf(page);
  // In one piece: each one more waits for a turn of the event loop.
  const chunkSize = Math.max(constants.Z_DEFAULT_CHUNK, Buffer.byteLength(page));
  const compress = {
    br: () => compressAsBrotli(page, { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: () => compressAsGzip(page, { chunkSize }),
  };
  const compressed = new Map<string, Promise<Buffer | undefined>>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // CORS may have added `Origin`.
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    reply.headers({ etag, vary }).type('text/html; charset=utf-8');
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS);
    if (encoding === null) return reply.send(page);
    // Otherwise a small page would be charged for the large ones that are drawn meanwhile. Of these, few may wait: they take
    // up to 7 MB.
    if (page.length <= SMALL_PAGE) freeSlot(request);
    const body = await compressed.getOrInsertComputed(encoding, () => compressInTurn(encoding));
    return body ? reply.header('content-encoding', encoding).send(body) : reply.send(page);
  };

  /** Undefined if too many pages are being compressed. */
  async function compressInTurn(encoding: 'br' | 'gzip'): Promise<Buffer | undefined> {
    try {
      return await compressions.run(compress[encoding], ...currentTurn());
    } catch (error) {
      compressed.delete(encoding);
      if (error instanceof Overloaded) return undefined;
      throw error;
    }
  }
}
