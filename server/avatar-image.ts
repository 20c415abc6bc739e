import sharp from 'sharp';
import { makeQueue } from './queue.ts';

/** An avatar is this wide and high, in pixels. */
export const AVATAR_SIDE = 256;
// A small file may hold a huge picture: its head tells, before anything is unpacked.
const MOST_PIXELS = 16_000_000;
// Reading one may take 100 MB and a third of a second, on the threads that check passwords: one is read at a time.
const inTurn = makeQueue({ running: 1, waiting: 32, patience: 10_000 });

// By content, for neither a name nor a header can be trusted. No SVG: it may hold script.
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'));
const isWebp = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP';

// Whatever the bytes claim to be, no other decoder is ever asked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

/** The bytes are no picture that we take: PNG, JPEG or WebP of at most 16 million pixels. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture';
}

/**
 * The picture as it is kept: WebP of 256 × 256 pixels, cut to a square, upright, and without the metadata it came with
 * (places, devices, names). Throws NotAPicture and Overloaded.
 */
export async function makeAvatar(bytes: Buffer): Promise<Buffer> {
  if (![isPng, isJpeg, isWebp].some((is) => is(bytes))) throw new NotAPicture('Not PNG, JPEG or WebP');
  return inTurn(() => convert(bytes));
}

async function convert(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp()
      .toBuffer();
  } catch (error) {
    throw new NotAPicture('The picture cannot be read', { cause: error });
  }
}
