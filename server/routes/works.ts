import { ById } from '#contract/field-rules.ts';
import { Work } from '#contract/work.ts';
import { logForeign } from '../accounts/security-log.ts';
import { created } from '../compatibility.ts';
import { addWork, changeWork, removeWork } from '../database/works/works.ts';
import { workNotFound, worksLimitReached } from '../problems.ts';
import type { App, Services } from '../services.ts';
import { invalidField } from '../validation.ts';

const refusals = {
  // For another user's technology too, so ids cannot be probed.
  'unknown-technology': () => invalidField('technologies', 'invalid'),
  'too-many-pinned': () => invalidField('pinned', 'too-many'),
  'limit-reached': worksLimitReached,
};

export function workRoutes(app: App, { database, clock, compatibility }: Services): void {
  const { inputs, changeStatus } = compatibility;

  app.post(
    '/users/works',
    {
      config: { refuses: Object.values(refusals).map((refusal) => refusal()) },
      schema: { body: inputs.WorkInput, response: { 201: created(Work, compatibility) } },
    },
    async (request, reply) => {
      const work = await addWork(database, request, request.body, clock());
      if (typeof work === 'string') throw refusals[work]();
      return reply.code(201).send({ ...work, user: { id: request.userId } });
    },
  );

  app.put(
    '/users/works/:id',
    {
      config: { refuses: [workNotFound(), refusals['unknown-technology'](), refusals['too-many-pinned']()] },
      schema: { params: ById, body: inputs.WorkChange, response: { [changeStatus]: Work } },
    },
    async (request, reply) => {
      const work = await changeWork(database, request, request.params.id, request.body, clock());
      if (!work) throw await logForeign(database, request, 'works', workNotFound());
      if (typeof work === 'string') throw refusals[work]();
      return reply.code(changeStatus).send(work);
    },
  );

  app.delete(
    '/users/works/:id',
    { config: { refuses: [workNotFound()] }, schema: { params: ById } },
    async (request, reply) => {
      const isRemoved = await removeWork(database, request, request.params.id);
      if (!isRemoved) throw await logForeign(database, request, 'works', workNotFound());
      return reply.code(204).send();
    },
  );
}
