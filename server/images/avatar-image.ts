import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { makeQueue, Overloaded } from '../queue.ts';
import type { Wanted } from './decoder.ts';

const DECODER = resolve(import.meta.dirname, 'decoder.ts');
// In milliseconds. The largest picture that is taken needs a third of a second; a machine may be a tenth as fast.
const PROCESSOR_TIME = 5_000;
// Should the process hang without working.
const TIME_LIMIT = 60_000;
const IDLE_LIMIT = 5_000;
// Decoding takes up to 100 MB and a core.
const enqueue = makeQueue({ running: 1, waiting: 32, timeOut: 10_000, name: 'pictures' });

/** No PNG, JPEG or WebP of at most 16 million pixels, or one that takes too long to read. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}

/** An upright, square WebP without the metadata of the file. Throws NotAnImage and Overloaded. */
export async function makeAvatar(bytes: Buffer, processorTime = PROCESSOR_TIME): Promise<Buffer> {
  return enqueue(() => decode({ bytes, processorTime }));
}

// Only a process can be stopped in the middle of a picture, and only its end gives back all its memory.
let decoder: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

async function decode(wanted: Wanted): Promise<Buffer> {
  clearTimeout(idle);
  const child = decoder ?? (await startDecoder());
  const hung = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
  try {
    child.send(wanted, () => undefined);
    const avatar = (await nextMessage(child)) as Uint8Array | null;
    if (avatar === null) throw new NotAnImage('The image cannot be read');
    return Buffer.from(avatar);
  } finally {
    clearTimeout(hung);
    idle = setTimeout(() => {
      // At once: a picture that comes before its end needs another process.
      decoder = undefined;
      child.kill('SIGKILL');
    }, IDLE_LIMIT).unref();
  }
}

/** Null when the process ends before it answers. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  try {
    const message = once(child, 'message', { signal: ended.signal });
    const exit = once(child, 'exit', { signal: ended.signal });
    const [answer] = (await Promise.race([message, exit.then(() => [null])])) as [unknown];
    return answer;
  } finally {
    ended.abort();
  }
}

/** Answers when it can take files. */
async function startDecoder(): Promise<ChildProcess> {
  const child = fork(DECODER, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  decoder = child;
  const forget = () => {
    if (decoder === child) decoder = undefined;
  };
  child.once('exit', forget);
  // Not started, or not reached: the picture that waits is answered by its end.
  child.on('error', () => {
    forget();
    child.emit('exit');
  });
  // A server that stops does not wait for it.
  child.unref();
  child.channel?.unref();
  await nextMessage(child);
  if (decoder !== child) throw new Overloaded('The decoder did not start');
  return child;
}
