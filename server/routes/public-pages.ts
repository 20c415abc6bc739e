import type { FastifyReply, FastifyRequest } from 'fastify';
import { featuredTechnologies } from '#contract/public/featured.ts';
import { publicPath, suggestHandle } from '#contract/public/handle.ts';
import type { PublicPage } from '#contract/public/page.ts';
import { ByHandle } from '#contract/public/pictures.ts';
import { publicUser } from '../accounts/visibility.ts';
import { type Profile, readProfile } from '../database/users/profiles.ts';
import { readAvatar } from '../database/users/avatars.ts';
import { listLevelChanges, listShownLevelChanges } from '../database/technologies/level-changes.ts';
import type { Database } from '../database/open.ts';
import { readPublicProfile } from '../database/public-profiles/public-profile.ts';
import { clientOf } from '../load/clients.ts';
import { withoutSlot } from '../load/fairness.ts';
import { FOR_MINUTES, OWN_FOR_MINUTES } from '../http/headers.ts';
import { generic, unauthenticated } from '../problems.ts';
import { makePreviews, previewOf } from '../public/preview.ts';
import type { App, Services } from '../services.ts';

export function publicPageRoutes(app: App, services: Services): void {
  const { database, clock, publicUrl, previewLimit } = services;
  const draw = makePreviews({ timeLimit: previewLimit, clock });
  const drawPreview = (request: FastifyRequest, preview: Parameters<typeof draw>[0]) =>
    withoutSlot(request, () => draw(preview));
  const cacheControl = publicUrl === undefined ? OWN_FOR_MINUTES : FOR_MINUTES;
  const setHeaders = (reply: FastifyReply, { searchable }: Pick<PublicPage, 'searchable'>) => {
    reply.header('cache-control', cacheControl);
    if (!searchable) reply.header('x-robots-tag', 'noindex');
  };

  /** Null if the avatar has become private or changed since its name was read: both change the name. */
  async function readImage(avatar: string | null): Promise<Uint8Array | null> {
    return avatar === null ? null : ((await readAvatar(database, avatar, clock()))?.image ?? null);
  }

  app.get(
    '/u/:handle',
    {
      config: {
        queue: 'documents',
        refuses: [generic('not-found')],
        mediaType: 'text/html',
        otherStatuses: [304, 308],
      },
      schema: { params: ByHandle },
    },
    async (request, reply) => {
      const page = await readPage(database, request);
      if (!page) throw generic('not-found');
      // Not cached: the user may take the former handle back.
      if (page.user.handle !== request.params.handle) return reply.redirect(publicPath(page.user.handle), 308);
      setHeaders(reply, page);
      return sendPage(services, request, reply, page, listShownLevelChanges);
    },
  );

  app.get(
    '/u/:handle/preview.png',
    {
      config: { queue: 'profiles', mediaType: 'image/png', otherStatuses: [304, 308, 404] },
      schema: { params: ByHandle },
    },
    async (request, reply) => {
      reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin');
      const shown = await readShown(services, request);
      const client = clientOf(request);
      if (!shown) {
        const missing = { subject: '', shows: [], content: null, client, read: async () => null };
        return reply.code(404).send((await drawPreview(request, missing)).png);
      }
      const { subject, handle, photo, preview, shows } = shown;
      if (handle !== request.params.handle) return reply.redirect(`${publicPath(handle)}/preview.png`, 308);
      setHeaders(reply, shown);
      const { etag, png } = await drawPreview(request, {
        subject,
        shows,
        content: [preview, photo],
        client,
        read: async () => ({ ...preview, avatar: await readImage(photo) }),
      });
      return reply.header('etag', etag).send(png);
    },
  );
}

/** What a preview shows of a page. Not the whole profile: many requests may wait for one drawing. */
async function readShown({ database, publicUrl }: Services, request: FastifyRequest<{ Params: { handle: string } }>) {
  const page = await readPage(database, request);
  if (!page) return undefined;
  const { user, avatar: photo, searchable } = page;
  const preview = previewOf({ ...page, publicUrl });
  const titles = preview.technologies.map(({ title }) => title);
  const shows = [user.handle, user.name, user.course_module, ...titles, ...(photo === null ? [] : [photo])];
  return { subject: user.id, handle: user.handle, photo, searchable, preview, shows };
}

/** The page as others see it, or would see it: only for its owner, also while the profile is private. */
export function ownPageRoutes(app: App, services: Services): void {
  app.get(
    '/profile/page',
    { config: { queue: 'documents', refuses: [generic('not-found')], mediaType: 'text/html' } },
    async (request, reply) => {
      const profile = await readProfile(services.database, request);
      if (!profile) throw unauthenticated();
      const handle = profile.handle ?? suggestHandle(profile.name) ?? '';
      return sendPage(services, request, reply, pageOf(profile, handle, request.origin), listLevelChanges);
    },
  );
}

type Page = ReturnType<typeof pageOf>;

async function sendPage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  listChanges: typeof listLevelChanges,
) {
  const { database, clock, drawPage } = services;
  if (!drawPage) throw generic('not-found');
  const readHistory = page.showsHistory ? () => listChanges(database, page.user.id) : undefined;
  const { policy, send } = await drawPage({ ...page, now: clock() }, readHistory);
  return send(request, reply.header('content-security-policy', policy));
}

async function readPage(database: Database, { params, origin }: FastifyRequest<{ Params: { handle: string } }>) {
  const profile = await readPublicProfile(database, params.handle);
  return profile && pageOf(profile, profile.handle, origin);
}

function pageOf(profile: Profile, handle: string, origin: string) {
  const user = { ...publicUser(profile, origin), handle };
  const { avatar, searchable, shows_history: showsHistory } = profile;
  return { user, avatar, origin, searchable, showsHistory, featured: featuredTechnologies(profile) };
}
