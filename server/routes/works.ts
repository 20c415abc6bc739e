import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ById } from '#contract/field-rules.ts';
import { Work } from '#contract/work.ts';
import { logForeign } from '../accounts/security-log.ts';
import { created } from '../compatibility.ts';
import { addWork, changeWork, removeWork } from '../database/works/works.ts';
import { workNotFound, worksLimitReached } from '../problems.ts';
import type { Services } from '../services.ts';
import { fieldRefused } from '../validation.ts';

/** Another's is as good as none. */
const unknownTechnology = () => fieldRefused('technologies', 'invalid');

/** For users who are logged in. */
export function workRoutes(app: FastifyInstance, { database, clock, compatibility }: Services): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const { inputs, changed } = compatibility;

  typed.post(
    '/users/works',
    {
      config: { refuses: [worksLimitReached(), unknownTechnology()] },
      schema: { body: inputs.WorkInput, response: { 201: created(Work, compatibility) } },
    },
    async (request, reply) => {
      const work = await addWork(database, request, request.body, clock());
      if (work === 'limit-reached') throw worksLimitReached();
      if (work === 'unknown-technology') throw unknownTechnology();
      return reply.code(201).send({ ...work, user: { id: request.userId } });
    },
  );

  typed.put(
    '/users/works/:id',
    {
      config: { refuses: [workNotFound(), unknownTechnology()] },
      schema: { params: ById, body: inputs.WorkChange, response: { [changed]: Work } },
    },
    async (request, reply) => {
      const work = await changeWork(database, request, request.params.id, request.body, clock());
      if (!work) throw await logForeign(database, request, 'works', workNotFound());
      if (work === 'unknown-technology') throw unknownTechnology();
      return reply.code(changed).send(work);
    },
  );

  typed.delete(
    '/users/works/:id',
    { config: { refuses: [workNotFound()] }, schema: { params: ById } },
    async (request, reply) => {
      if (!(await removeWork(database, request, request.params.id)))
        throw await logForeign(database, request, 'works', workNotFound());
      return reply.code(204).send();
    },
  );
}
