import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { makeQueue } from '../queue.ts';

const DECODER = resolve(import.meta.dirname, 'decoder.ts');
// In milliseconds. The largest picture that is taken needs a third of a second.
const TIME_LIMIT = 5_000;
const IDLE_LIMIT = 5_000;
// Decoding takes up to 100 MB and a core.
const enqueue = makeQueue({ running: 1, waiting: 32, timeOut: 10_000 });

/** No PNG, JPEG or WebP of at most 16 million pixels, or one that takes too long to read. */
export class NotAnImage extends Error {
  override readonly name = 'NotAnImage';
}

/** An upright, square WebP without the metadata of the file. Throws NotAnImage and Overloaded. */
export async function makeAvatar(bytes: Buffer, timeLimit = TIME_LIMIT): Promise<Buffer> {
  return enqueue(() => decode(bytes, timeLimit));
}

// Only a process can be stopped in the middle of a picture, and only its end gives back all its memory.
let decoder: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

async function decode(bytes: Buffer, timeLimit: number): Promise<Buffer> {
  clearTimeout(idle);
  decoder ??= startDecoder();
  const child = decoder;
  const deadline = setTimeout(() => child.kill('SIGKILL'), timeLimit);
  const ended = new AbortController();
  try {
    const answer = once(child, 'message', { signal: ended.signal });
    const exit = once(child, 'exit', { signal: ended.signal });
    child.send(bytes, () => undefined);
    const [avatar] = (await Promise.race([answer, exit.then(() => [null])])) as [Uint8Array | null];
    if (avatar === null) throw new NotAnImage('The image cannot be read');
    return Buffer.from(avatar);
  } finally {
    ended.abort();
    clearTimeout(deadline);
    idle = setTimeout(() => child.kill('SIGKILL'), IDLE_LIMIT).unref();
  }
}

function startDecoder(): ChildProcess {
  const child = fork(DECODER, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
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
  return child;
}
