import { resolve } from 'node:path';
import type { Client } from '../load/clients.ts';
import { QUEUES } from '../load/limits.ts';
import { Queue } from '../load/queue.ts';
import { makeChild } from './child.ts';

const decode = makeChild<Uint8Array>(resolve(import.meta.dirname, 'decoder.ts'));
// In milliseconds. The slowest valid picture, a PNG of 16 million pixels, needs 300.
const PROCESSOR_TIME = 1_000;
const queue = new Queue(QUEUES.pictures);

type Source = { client?: Client; processorTime?: number };

/** Returns a square WebP without metadata; null unless a PNG, JPEG or WebP decodes in time. Throws Overloaded. */
export async function makeAvatar(bytes: Buffer, { client, processorTime = PROCESSOR_TIME }: Source = {}) {
  const avatar = await queue.run((free) => decode(bytes, { processorTime, onStall: free }), client);
  return avatar && Buffer.from(avatar);
}
