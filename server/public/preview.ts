import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { groupTechnologiesByLevel, type PublicPage } from '#contract/public/page.ts';
import { makeChild } from '../images/child.ts';
import { makeQueue, Overloaded } from '../queue.ts';
import { makeCache } from './cache.ts';

// Some 120 kB each.
const ENTRIES = 250;
const BYTES = 32 * 1024 * 1024;
// In milliseconds, for the wait and for the work. The first one, which starts the process, takes half a second.
const TIME_LIMIT = 10_000;
const QUEUE = { running: 1, waiting: 16 };

/** All that a preview picture shows. */
export type Preview = {
  name: string;
  courseModule: string;
  /** Host and path, for people to read. */
  address: string;
  levels: Array<{ label: string; step: number | undefined; count: number }>;
  /** A WebP. */
  avatar: Uint8Array | null;
};
/** Null draws the picture for what is not there. */
export type Drawing = Preview | null;
export type Picture = { etag: string; png: Buffer };

// A longer host would leave the picture, and takes seconds to draw.
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

/**
 * Draws each picture once for as long as it shows the same, also for many who ask at once. Returns what takes what is shown,
 * and what reads it whole for a drawing; it throws Overloaded.
 */
export function makePreviews(timeLimit = TIME_LIMIT) {
  const draw = makeChild<Uint8Array>(resolve(import.meta.dirname, 'draw-preview.ts'));
  const enqueue = makeQueue({ ...QUEUE, timeOut: timeLimit });
  const pictures = makeCache<Picture>({ entries: ENTRIES, bytes: BYTES, sizeOf: ({ png }) => png.byteLength });
  const underWay = new Map<string, Promise<Picture>>();

  async function drawNow(key: string, read: () => Promise<Drawing>): Promise<Picture> {
    const drawn = await enqueue(async () => draw(await read(), timeLimit));
    if (drawn === null) throw new Overloaded('The picture was not drawn in time');
    const picture = { etag: `"${key}"`, png: Buffer.from(drawn) };
    pictures.add(key, picture);
    return picture;
  }

  return async (shown: unknown, read: () => Promise<Drawing>): Promise<Picture> => {
    const key = hash('sha256', JSON.stringify(shown), 'base64url');
    const known = pictures.read(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const drawing = drawNow(key, read).finally(() => underWay.delete(key));
    underWay.set(key, drawing);
    return drawing;
  };
}
