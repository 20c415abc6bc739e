import * as z from 'zod/mini';
import { line, oneOf } from '#contract/field-rules.ts';
import { RESUME_LIMIT } from '#contract/limits.ts';
import { Resume, ResumeImport, ResumeInput } from '#contract/resume.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { importResume } from '../database/works/resumes.ts';
import { resumeOf } from '../resume/format.ts';
import { planImport } from '../resume/plan.ts';
import { readResume } from '../resume/reading.ts';
import type { App, Services } from '../services.ts';

const ImportQuery = z.object({ apply: z.optional(line().check(oneOf(['true', 'false']))) });

export function resumeRoutes(app: App, { database, clock, compatibility }: Services): void {
  app.get(
    '/profile/resume.json',
    { config: { queue: 'profiles' }, schema: { response: { 200: Resume } } },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="trilha-curriculo.json"');
      return resumeOf(await readOwnUser(database, request));
    },
  );

  app.post(
    '/profile/resume',
    {
      bodyLimit: RESUME_LIMIT,
      config: { queue: 'imports' },
      schema: { querystring: ImportQuery, body: ResumeInput, response: { 200: ResumeImport } },
    },
    async (request) => {
      const parsed = readResume(request.body, compatibility.inputs);
      const options = { apply: request.query.apply === 'true', now: clock() };
      const { report } = await importResume(database, request, (stored) => planImport(parsed, stored), options);
      return report;
    },
  );
}
