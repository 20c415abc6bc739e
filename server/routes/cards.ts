import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { EndpointBadge } from '#contract/public/badge.ts';
import { BadgeQuery, ByHandle, ByTechnology, CardQuery } from '#contract/public/pictures.ts';
import { type Card, readCard } from '../database/public-profiles/public-profile.ts';
import { FOR_MINUTES } from '../http/headers.ts';
import { drawBadge, drawMissing, endpointBadge, missingBadge } from '../public/badge.ts';
import { makeCache } from '../public/cache.ts';
import { chooseTechnologies, drawCard } from '../public/card.ts';
import { PICTURE_POLICY } from '../public/svg.ts';
import type { Services } from '../services.ts';

const HEADERS = {
  'cache-control': FOR_MINUTES,
  'content-security-policy': PICTURE_POLICY,
  // For READMEs and pages of any origin, and for no list of pictures.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};
const MISSING = { card: 'Perfil não encontrado', badge: 'Tecnologia não encontrada' };
const SVG = { answers: 'image/svg+xml', answersAlso: [304, 404] } as const;

/** Draws each picture once for as long as it shows the same. */
function makeDrawing() {
  // Most have 2 to 6 kB.
  const drawn = makeCache<string>({ entries: 1_000, bytes: 6 * 1024 * 1024, sizeOf: ({ length }) => length });
  return <Subject>(draw: (subject: Subject) => string, subject: Subject): string => {
    const key = `${draw.name} ${JSON.stringify(subject)}`;
    const known = drawn.read(key);
    if (known !== undefined) return known;
    const svg = draw(subject);
    drawn.add(key, svg);
    return svg;
  };
}

/** For anyone: pictures of public profiles. Who is private is answered as who never was. */
export function cardRoutes(app: FastifyInstance, { database }: Services): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const picture = makeDrawing();

  typed.get(
    '/u/:handle/card.svg',
    { config: SVG, schema: { params: ByHandle, querystring: CardQuery } },
    async (request, reply) => {
      const { tema: theme = 'auto', colunas: columns = '1' } = request.query;
      const shown = await readCard(database, request.params.handle.toLowerCase());
      if (!shown) return send(reply.code(404), picture(drawMissing, { words: MISSING.card, theme }));
      const { name, course_module: module, technologies } = shown;
      const card = { name, module, ...chooseTechnologies(technologies), theme, columns };
      return send(reply, picture(drawCard, card));
    },
  );

  typed.get(
    '/u/:handle/badge/:technology.svg',
    { config: SVG, schema: { params: ByTechnology, querystring: BadgeQuery } },
    async (request, reply) => {
      const { tema: theme = 'auto' } = request.query;
      const technology = await readTechnology(request.params);
      if (!technology) return send(reply.code(404), picture(drawMissing, { words: MISSING.badge, theme }));
      return send(reply, picture(drawBadge, { ...technology, theme }));
    },
  );

  typed.get(
    '/u/:handle/badge/:technology.json',
    {
      config: { answersAlso: [304] },
      schema: { params: ByTechnology, response: { 200: EndpointBadge, 404: EndpointBadge } },
    },
    async (request, reply) => {
      const technology = await readTechnology(request.params);
      reply.headers(HEADERS);
      return technology ? endpointBadge(technology) : reply.code(404).send(missingBadge(MISSING.badge.toLowerCase()));
    },
  );

  async function readTechnology({ handle, technology }: { handle: string; technology: string }) {
    const shown = await readCard(database, handle.toLowerCase(), technology);
    return shown && bestOf(shown, technology);
  }
}

/** Of titles that differ in case or accents, the one that is spelled the same. */
function bestOf({ technologies }: Card, title: string) {
  return technologies.find((technology) => technology.title === title) ?? technologies[0];
}

function send(reply: FastifyReply, svg: string): FastifyReply {
  return reply.headers(HEADERS).type('image/svg+xml; charset=utf-8').send(svg);
}
