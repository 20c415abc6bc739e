import { resolve } from 'node:path';
import { makeQueue } from '../queue.ts';
import { makeChild } from './child.ts';

const decode = makeChild<Uint8Array>(resolve(import.meta.dirname, 'decoder.ts'));
// In milliseconds. The slowest valid picture, a PNG of 16 million pixels, needs 300.
const PROCESSOR_TIME = 1_000;
// Decoding takes up to 100 MB and a core.
const enqueue = makeQueue({ running: 1, waiting: 32, timeOut: 10_000, name: 'pictures' });

/** No PNG, JPEG or WebP of at most 16 million pixels, or one that takes too long to read. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}

type Source = { network?: string; processorTime?: number };

/** An upright, square WebP without the metadata of the file. Networks take turns. Throws NotAnImage and Overloaded. */
export async function makeAvatar(
  bytes: Buffer,
  { network, processorTime = PROCESSOR_TIME }: Source = {},
): Promise<Buffer> {
  const avatar = await enqueue(() => decode(bytes, processorTime), network);
  if (avatar === null) throw new NotAnImage('The image cannot be read');
  return Buffer.from(avatar);
}
