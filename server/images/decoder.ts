import sharp from 'sharp';
import { AVATAR_SIDE } from '#contract/limits.ts';
import { answerTasks } from './child.ts';
import { countOccurrences } from './occurrences.ts';

// A small file may unpack to a huge image; sharp checks its header first.
const PIXELS_LIMIT = 16_000_000;
// ITU-T T.81, annex B. libjpeg writes ten scans; no tool writes dozens.
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const SCANS_LIMIT = 64;
// RFC 9649, section 2.7.1.1. Only the first frame is used, but libwebp reads the headers of all in quadratic time.
const FRAME = Buffer.from('ANMF');
const FRAMES_LIMIT = 1_000;

// Clients choose names and content types, so only the first bytes count. No SVG: it may contain scripts.
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'));
const isWebp = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP';

// Uploads reach no other decoder of libvips.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

answerTasks(convert);

async function convert(file: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (![isPng, isJpeg, isWebp].some((is) => is(bytes))) throw new Error('Not PNG, JPEG or WebP');
  if (isJpeg(bytes) && hasMore(bytes, START_OF_SCAN, SCANS_LIMIT)) throw new Error('Too many scans');
  if (isWebp(bytes) && hasMore(bytes, FRAME, FRAMES_LIMIT)) throw new Error('Too many frames');
  return sharp(bytes, { limitInputPixels: PIXELS_LIMIT, failOn: 'error' })
    .autoOrient()
    .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
    .webp()
    .toBuffer();
}

function hasMore(bytes: Buffer, sequence: Buffer, limit: number): boolean {
  return countOccurrences(bytes, sequence, limit + 1) > limit;
}
