import sharp from 'sharp';
import { makeQueue } from './queue.ts';

/** In pixels, both ways. */
export const AVATAR_SIDE = 256;
// A small file may unpack to a huge image; sharp checks its header first.
const PIXELS_LIMIT = 16_000_000;
// Decoding takes up to 100 MB and a third of a second, on the threads that also hash passwords.
const enqueue = makeQueue({ running: 1, waiting: 32, timeOut: 10_000 });

// Names and headers lie, so the first bytes decide. No SVG: it may hold scripts.
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'));
const isWebp = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP';

// Keeps every other decoder of libvips away from strangers' bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/** No PNG, JPEG or WebP of at most 16 million pixels. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}

/** An upright, square WebP without the metadata of the file. Throws NotAnImage and Overloaded. */
export async function makeAvatar(bytes: Buffer): Promise<Buffer> {
  if (![isPng, isJpeg, isWebp].some((is) => is(bytes))) throw new NotAnImage('Not PNG, JPEG or WebP');
  return enqueue(() => convert(bytes));
}

async function convert(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_LIMIT, failOn: 'error' })
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp()
      .toBuffer();
  } catch (error) {
    throw new NotAnImage('The image cannot be read', { cause: error });
  }
}
