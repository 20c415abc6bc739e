import type { FastifyReply } from 'fastify';
import { EndpointBadge } from '#contract/public/badge.ts';
import { featuredTechnologies } from '#contract/public/featured.ts';
import { BadgeQuery, ByHandle, ByTechnology, CardQuery } from '#contract/public/pictures.ts';
import { searchKey } from '#contract/search-key.ts';
import { readPublicProfile, readPublicTechnologies } from '../database/public-profiles/public-profile.ts';
import { picturePolicy } from '../http/content-security-policy.ts';
import { FOR_MINUTES } from '../http/headers.ts';
import { drawBadge, drawMissing, endpointBadge, missingBadge } from '../public/badge.ts';
import { makeCache } from '../public/cache.ts';
import { type CardTechnology, drawCard } from '../public/card.ts';
import { STYLES } from '../public/svg.ts';
import type { App, Services } from '../services.ts';

const HEADERS = {
  'cache-control': FOR_MINUTES,
  'content-security-policy': picturePolicy(Object.values(STYLES)),
  // READMEs and pages of any origin embed them; image searches do not list them.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};
const MISSING = { card: 'Perfil não encontrado', badge: 'Tecnologia não encontrada' };
const SVG = { queue: 'profiles', mediaType: 'image/svg+xml', otherStatuses: [304, 404] } as const;

function makeDrawing() {
  const pictures = makeCache<string>({ entries: 1_000, bytes: 6 * 1024 * 1024, sizeOf: ({ length }) => length });
  return <Content>(draw: (content: Content) => string, content: Content): string => {
    const key = `${draw.name} ${JSON.stringify(content)}`;
    const cached = pictures.read(key);
    if (cached !== undefined) return cached;
    const svg = draw(content);
    pictures.add(key, svg);
    return svg;
  };
}

/** Cards and badges of public profiles. A private profile gets the same response as one that does not exist. */
export function cardRoutes(app: App, { database }: Services): void {
  const picture = makeDrawing();

  app.get(
    '/u/:handle/card.svg',
    { config: SVG, schema: { params: ByHandle, querystring: CardQuery } },
    async (request, reply) => {
      const { tema: theme = 'auto', colunas: columns = '1' } = request.query;
      const profile = await readPublicProfile(database, request.params.handle);
      if (!profile) return send(reply.code(404), picture(drawMissing, { words: MISSING.card, theme }));
      const { name, course_module: module, techs } = profile;
      const technologies = featuredTechnologies(profile).map(titleAndLevel);
      const left = techs.length - technologies.length;
      return send(reply, picture(drawCard, { name, module, technologies, left, theme, columns }));
    },
  );

  app.get(
    '/u/:handle/badge/:technology.svg',
    { config: SVG, schema: { params: ByTechnology, querystring: BadgeQuery } },
    async (request, reply) => {
      const { tema: theme = 'auto' } = request.query;
      const technology = await readTechnology(request.params);
      if (!technology) return send(reply.code(404), picture(drawMissing, { words: MISSING.badge, theme }));
      return send(reply, picture(drawBadge, { ...technology, theme }));
    },
  );

  app.get(
    '/u/:handle/badge/:technology.json',
    {
      config: { queue: 'profiles', otherStatuses: [304] },
      schema: { params: ByTechnology, response: { 200: EndpointBadge, 404: EndpointBadge } },
    },
    async (request, reply) => {
      const technology = await readTechnology(request.params);
      reply.headers(HEADERS);
      return technology ? endpointBadge(technology) : reply.code(404).send(missingBadge(MISSING.badge.toLowerCase()));
    },
  );

  /** Ignores case and accents; of several matches, prefers the exact spelling. */
  async function readTechnology({ handle, technology: title }: { handle: string; technology: string }) {
    const key = searchKey(title);
    const techs = await readPublicTechnologies(database, handle);
    const found = techs.filter((technology) => searchKey(technology.title) === key);
    return found.find((one) => one.title === title) ?? found[0];
  }
}

/** The fields that a picture shows: ids and times must not change its cache key. */
function titleAndLevel({ title, status }: CardTechnology): CardTechnology {
  return { title, status };
}

function send(reply: FastifyReply, svg: string): FastifyReply {
  return reply.headers(HEADERS).type('image/svg+xml; charset=utf-8').send(svg);
}
