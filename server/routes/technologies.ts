import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ById } from '#contract/field-rules.ts';
import { Technology } from '#contract/technology.ts';
import { logForeign } from '../accounts/security-log.ts';
import { created } from '../compatibility.ts';
import {
  addTechnology,
  changeTechnology,
  removeTechnology,
  restoreTechnology,
} from '../database/technologies/technologies.ts';
import {
  technologiesLimitReached,
  technologyTaken,
  technologyToChangeNotFound,
  technologyToRemoveNotFound,
  unlessTaken,
} from '../problems.ts';
import type { Services } from '../services.ts';

/** For users who are logged in. */
export function technologyRoutes(app: FastifyInstance, { database, clock, compatibility }: Services): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const { inputs, changed } = compatibility;
  const alreadyThere = () => technologyTaken(compatibility.taken);

  typed.post(
    '/users/techs',
    {
      config: { refuses: [alreadyThere(), technologiesLimitReached()] },
      schema: { body: inputs.TechnologyInput, response: { 201: created(Technology, compatibility) } },
    },
    async (request, reply) => {
      const write = addTechnology(database, request, request.body, clock());
      const technology = await unlessTaken('title_key', write, alreadyThere);
      if (technology === 'limit-reached') throw technologiesLimitReached();
      return reply.code(201).send({ ...technology, user: { id: request.userId } });
    },
  );

  typed.put(
    '/users/techs/:id',
    {
      config: { refuses: [technologyToChangeNotFound(), alreadyThere()] },
      schema: { params: ById, body: inputs.TechnologyChange, response: { [changed]: Technology } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const write = changeTechnology(database, request, id, request.body, clock());
      const technology = await unlessTaken('title_key', write, alreadyThere);
      if (technology === undefined)
        throw await logForeign(database, request, 'technologies', technologyToChangeNotFound());
      return reply.code(changed).send(technology);
    },
  );

  typed.delete(
    '/users/techs/:id',
    {
      config: { refuses: [technologyToRemoveNotFound()] },
      schema: { params: ById },
    },
    async (request, reply) => {
      if (!(await removeTechnology(database, request, request.params.id, clock())))
        throw await logForeign(database, request, 'technologies', technologyToRemoveNotFound());
      return reply.code(204).send();
    },
  );

  typed.post(
    '/users/techs/:id/restore',
    {
      config: { refuses: [technologyToChangeNotFound(), alreadyThere(), technologiesLimitReached()] },
      schema: { params: ById, response: { 200: Technology } },
    },
    async (request) => {
      const write = restoreTechnology(database, request, request.params.id, clock());
      const technology = await unlessTaken('title_key', write, alreadyThere);
      if (technology === undefined)
        throw await logForeign(database, request, 'technologies', technologyToChangeNotFound());
      if (technology === 'limit-reached') throw technologiesLimitReached();
      return technology;
    },
  );
}
