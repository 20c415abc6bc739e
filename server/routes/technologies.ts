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
import type { App, Services } from '../services.ts';

export function technologyRoutes(app: App, { database, clock, compatibility }: Services): void {
  const { inputs, changeStatus } = compatibility;
  const titleTaken = () => technologyTaken(compatibility.conflict);

  app.post(
    '/users/techs',
    {
      config: { refuses: [titleTaken(), technologiesLimitReached()] },
      schema: { body: inputs.TechnologyInput, response: { 201: created(Technology, compatibility) } },
    },
    async (request, reply) => {
      const write = addTechnology(database, request, request.body, clock());
      const technology = await unlessTaken('title_key', write, titleTaken);
      if (technology === 'limit-reached') throw technologiesLimitReached();
      return reply.code(201).send({ ...technology, user: { id: request.userId } });
    },
  );

  app.put(
    '/users/techs/:id',
    {
      config: { refuses: [technologyToChangeNotFound(), titleTaken()] },
      schema: { params: ById, body: inputs.TechnologyChange, response: { [changeStatus]: Technology } },
    },
    async (request, reply) => {
      const write = changeTechnology(database, request, request.params.id, request.body, clock());
      const technology = await unlessTaken('title_key', write, titleTaken);
      if (!technology) throw await logForeign(database, request, 'technologies', technologyToChangeNotFound());
      return reply.code(changeStatus).send(technology);
    },
  );

  app.delete(
    '/users/techs/:id',
    { config: { refuses: [technologyToRemoveNotFound()] }, schema: { params: ById } },
    async (request, reply) => {
      const isRemoved = await removeTechnology(database, request, request.params.id, clock());
      if (!isRemoved) throw await logForeign(database, request, 'technologies', technologyToRemoveNotFound());
      return reply.code(204).send();
    },
  );

  app.post(
    '/users/techs/:id/restore',
    {
      config: { refuses: [technologyToChangeNotFound(), titleTaken(), technologiesLimitReached()] },
      schema: { params: ById, response: { 200: Technology } },
    },
    async (request) => {
      const write = restoreTechnology(database, request, request.params.id, clock());
      const technology = await unlessTaken('title_key', write, titleTaken);
      if (!technology) throw await logForeign(database, request, 'technologies', technologyToChangeNotFound());
      if (technology === 'limit-reached') throw technologiesLimitReached();
      return technology;
    },
  );
}
