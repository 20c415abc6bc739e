import { resolve } from 'node:path';
import type { Client } from '../ledger.ts';
import { QUEUES } from '../limits.ts';
import { Queue } from '../queue.ts';
import { makeChild } from './child.ts';

const decode = makeChild<Uint8Array>(resolve(import.meta.dirname, 'decoder.ts'));
// In milliseconds. The slowest valid picture, a PNG of 16 million pixels, needs 300.
const PROCESSOR_TIME = 1_000;
const queue = new Queue(QUEUES.pictures);

/** No PNG, JPEG or WebP of at most 16 million pixels, or one that takes too long to decode. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}

type Source = { client?: Client; processorTime?: number };

/** Returns an upright, square WebP without the file's metadata. Throws NotAnImage and Overloaded. */
export async function makeAvatar(
  bytes: Buffer,
  { client, processorTime = PROCESSOR_TIME }: Source = {},
): Promise<Buffer> {
  const avatar = await queue.run((leave) => decode(bytes, { processorTime, onStall: leave }), client);
  if (avatar === null) throw new NotAnImage('The image cannot be read');
  return Buffer.from(avatar);
}
