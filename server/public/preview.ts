import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { levelRank } from '#contract/choices.ts';
import { groupTechnologiesByLevel, type PublicPage } from '#contract/public/page.ts';
import { shortened } from '#contract/public/shortened.ts';
import type { Technology } from '#contract/technology.ts';
import { makeChild } from '../images/child.ts';
import { QUEUES } from '../load/limits.ts';
import type { Client } from '../load/clients.ts';
import { Overloaded, Queue } from '../load/queue.ts';
import { plural } from '../plural.ts';
import { makeCache } from './cache.ts';
import { logoOf } from '#contract/public/logos.ts';

const ENTRIES = 250;
const BYTES = 32 * 1024 * 1024;
// In milliseconds, for the wait and for the drawing. The first drawing starts the process, which takes half a second.
const TIME_LIMIT = 10_000;
// In milliseconds: the shortest time between two drawings of a subject.
const REDRAW_AFTER = 60_000;

export type Preview = {
  name: string;
  courseModule: string;
  address: string;
  /** "3 avançadas", highest level first. */
  counts: string[];
  /** `step` is 1 for the lowest level, 0 for an unknown one; `logo` is the path of `logoOf`. */
  technologies: Array<{ title: string; step: number; logo: string | undefined }>;
  /** A WebP. */
  avatar: Uint8Array | null;
};
export type Drawing = Preview | null;
type Picture = { etag: string; png: Buffer };
type Stored = Picture & Pick<PreviewRequest, 'shows'> & { at: number };

// A longer host does not fit, and takes seconds to draw.
const HOST_LENGTH = 40;

const TECHNOLOGIES = 6;

type Shown = Pick<PublicPage, 'user'> & { publicUrl: string | undefined; featured: readonly Technology[] };

/** Does not use the Host header: every client gets the same image. */
export function previewOf({ user, publicUrl = '', featured }: Shown): Omit<Preview, 'avatar'> {
  const host = publicUrl.replace(/^https?:\/\//, '');
  return {
    name: user.name,
    courseModule: user.course_module,
    address: `${shortened(host, HOST_LENGTH)}/u/${user.handle}`,
    counts: groupTechnologiesByLevel(user.techs).map(({ noun, technologies }) => plural(technologies.length, noun)),
    technologies: featured.slice(0, TECHNOLOGIES).map(({ title, status }) => {
      return { title, step: levelRank(status) + 1, logo: logoOf(title)?.path };
    }),
  };
}

/**
 * `subject` is the id of the user, `shows` the texts and the photo in the picture, and `content` all that determines the
 * pixels, of which its ETag is a hash. `read` reads what is drawn.
 */
type PreviewRequest = {
  subject: string;
  shows: readonly string[];
  content: unknown;
  client: Client;
  read: () => Promise<Drawing>;
};

/**
 * Returns a function that draws an image, at most once a minute for each subject unless it shows what is gone. While it
 * cannot draw, it returns the previous image; without one, or if that shows what is gone, it throws Overloaded. Returns a
 * promise unless the image is cached.
 */
export function makePreviews({ timeLimit = TIME_LIMIT, clock = () => new Date() } = {}) {
  const draw = makeChild<Uint8Array>(resolve(import.meta.dirname, 'draw-preview.ts'));
  const queue = new Queue({ ...QUEUES.previews, timeOut: timeLimit });
  const pictures = makeCache<Stored>({
    entries: ENTRIES,
    bytes: BYTES,
    sizeOf: ({ png }) => png.byteLength,
  });
  const inProgress = new Map<string, Promise<Picture>>();

  async function drawNow({ subject, shows, client, read }: PreviewRequest, etag: string): Promise<Picture> {
    const png = await queue.run(async (free) => {
      // A request of another network may have drawn it during the wait.
      const last = pictures.read(subject);
      if (last?.etag === etag) return last.png;
      return draw(await read(), { processorTime: timeLimit, onStall: free });
    }, client);
    if (png === null) throw new Overloaded('The preview image was not drawn in time');
    const picture = { etag, png: Buffer.from(png), shows, at: clock().getTime() };
    pictures.add(subject, picture);
    return picture;
  }

  return (request: PreviewRequest): Picture | Promise<Picture> => {
    const { subject, shows, content, client } = request;
    const etag = `"${hash('sha256', JSON.stringify(content), 'base64url')}"`;
    const stored = pictures.read(subject);
    // What the user has removed or hidden is never shown.
    const last = stored?.shows.every((text) => shows.includes(text)) ? stored : undefined;
    // `Math.abs`, because the clock may have been set back.
    if (last && (last.etag === etag || Math.abs(clock().getTime() - last.at) < REDRAW_AFTER)) return last;
    const key = `${client.network} ${etag}`;
    const drawing = inProgress.getOrInsertComputed(key, () =>
      drawNow(request, etag).finally(() => inProgress.delete(key)),
    );
    return drawing.catch((error: unknown) => {
      if (last && error instanceof Overloaded) return last;
      throw error;
    });
  };
}
