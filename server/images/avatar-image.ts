import { resolve } from 'node:path';
import type { Client } from '../ledger.ts';
import { QUEUES } from '../limits.ts';
import { Queue } from '../queue.ts';
import { makeChild } from './child.ts';

const decode = makeChild<Uint8Array>(resolve(import.meta.dirname, 'decoder.ts'));
// In milliseconds. The slowest valid picture, a PNG of 16 million pixels, needs 300.
const PROCESSOR_TIME = 1_000;
const queue = new Queue(QUEUES.pictures);

type Source = { client?: Client; processorTime?: number };

/** Returns a square WebP without metadata; null unless a PNG, JPEG or WebP decodes in time. Throws Overloaded. */
export async function makeAvatar(bytes: Buffer, { client, processorTime = PROCESSOR_TIME }: Source = {}) {
  const avatar = await queue.run((leave) => decode(bytes, { processorTime, onStall: leave }), client);
  return avatar && Buffer.from(avatar);
}
