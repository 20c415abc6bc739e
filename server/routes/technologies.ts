import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { Technology, TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import type { Sessions } from '../authentication.ts';
import { addTechnology, changeTechnology, removeTechnology, restoreTechnology } from '../database/technologies.ts';
import {
  technologiesLimitReached,
  technologyTaken,
  technologyToChangeNotFound,
  technologyToRemoveNotFound,
} from '../problems.ts';

const params = z.object({ id: z.string() });

/** For people who are logged in. */
export function technologyRoutes(app: FastifyInstance, { database, clock }: Sessions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/users/techs',
    { schema: { body: TechnologyInput, response: { 201: Technology } } },
    async (request, reply) => {
      const technology = await addTechnology(database, request.userId, request.body, clock());
      if (technology === 'technology-taken') throw technologyTaken();
      if (technology === 'limit-reached') throw technologiesLimitReached();
      return reply.code(201).send(technology);
    },
  );

  typed.put(
    '/users/techs/:id',
    { schema: { params, body: TechnologyChange, response: { 200: Technology } } },
    async (request) => {
      const { id } = request.params;
      const technology = await changeTechnology(database, request.userId, id, request.body, clock());
      if (technology === undefined) throw technologyToChangeNotFound();
      if (technology === 'technology-taken') throw technologyTaken();
      return technology;
    },
  );

  typed.delete('/users/techs/:id', { schema: { params } }, async (request, reply) => {
    if (!(await removeTechnology(database, request.userId, request.params.id, clock())))
      throw technologyToRemoveNotFound();
    return reply.code(204).send();
  });

  typed.post('/users/techs/:id/restore', { schema: { params, response: { 200: Technology } } }, async (request) => {
    const technology = await restoreTechnology(database, request.userId, request.params.id, clock());
    if (technology === undefined) throw technologyToChangeNotFound();
    if (technology === 'technology-taken') throw technologyTaken();
    if (technology === 'limit-reached') throw technologiesLimitReached();
    return technology;
  });
}
