import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { groupTechnologiesByLevel, type PublicPage } from '#contract/public/page.ts';
import { makeChild } from '../images/child.ts';
import { makeQueue, Overloaded } from '../queue.ts';
import { makeCache } from './cache.ts';

const ENTRIES = 250;
const BYTES = 32 * 1024 * 1024;
// In milliseconds, for the wait and for the drawing. The first drawing starts the process, which takes half a second.
const TIME_LIMIT = 10_000;
const QUEUE = { running: 1, waiting: 16 };

export type Preview = {
  name: string;
  courseModule: string;
  address: string;
  levels: Array<{ label: string; step: number | undefined; count: number }>;
  /** A WebP. */
  avatar: Uint8Array | null;
};
export type Drawing = Preview | null;
export type Picture = { etag: string; png: Buffer };

// A longer host does not fit, and takes seconds to draw.
const HOST_LENGTH = 40;

function shortHost(host: string): string {
  return host.length > HOST_LENGTH ? `${host.slice(0, HOST_LENGTH - 1)}…` : host;
}

export function previewOf({ user, origin }: Pick<PublicPage, 'user' | 'origin'>): Omit<Preview, 'avatar'> {
  const levels = groupTechnologiesByLevel(user.techs);
  return {
    name: user.name,
    courseModule: user.course_module,
    address: `${shortHost(origin.replace(/^https?:\/\//, ''))}/u/${user.handle}`,
    levels: levels.map(({ label, step, technologies }) => ({ label, step, count: technologies.length })),
  };
}

/** Returns a function that draws an image when `content` changes; concurrent requests share it. Throws Overloaded. */
export function makePreviews(timeLimit = TIME_LIMIT) {
  const draw = makeChild<Uint8Array>(resolve(import.meta.dirname, 'draw-preview.ts'));
  const enqueue = makeQueue({ ...QUEUE, timeOut: timeLimit });
  const pictures = makeCache<Picture>({ entries: ENTRIES, bytes: BYTES, sizeOf: ({ png }) => png.byteLength });
  const inProgress = new Map<string, Promise<Picture>>();

  async function drawNow(key: string, read: () => Promise<Drawing>): Promise<Picture> {
    const png = await enqueue(async () => draw(await read(), timeLimit));
    if (png === null) throw new Overloaded('The preview image was not drawn in time');
    const picture = { etag: `"${key}"`, png: Buffer.from(png) };
    pictures.add(key, picture);
    return picture;
  }

  return async (content: unknown, read: () => Promise<Drawing>): Promise<Picture> => {
    const key = hash('sha256', JSON.stringify(content), 'base64url');
    const cached = pictures.read(key) ?? inProgress.get(key);
    if (cached !== undefined) return cached;
    const drawing = drawNow(key, read).finally(() => inProgress.delete(key));
    inProgress.set(key, drawing);
    return drawing;
  };
}
