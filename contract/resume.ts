import * as z from 'zod/mini';
import { RESUME_LISTS } from './limits.ts';

export const RESUME_SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';

/** JSON Resume 1.0 (https://jsonresume.org/schema). Omits invalid URLs. */
export const Resume = z.object({
  $schema: z.literal(RESUME_SCHEMA),
  basics: z.object({ name: z.string(), summary: z.string(), url: z.optional(z.string()) }),
  skills: z.array(z.object({ name: z.string(), level: z.string() })),
  projects: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      url: z.optional(z.string()),
      keywords: z.array(z.string()),
    }),
  ),
  meta: z.object({ version: z.literal('v1.0.0'), lastModified: z.string() }),
});
export type Resume = z.infer<typeof Resume>;

const invalid = { error: 'invalid' } as const;
const anything = z.optional(z.unknown());

function items(limit: number) {
  return z.optional(z.array(z.unknown(), invalid).check(z.maxLength(limit, { error: 'too-long' })));
}

const SECTIONS = ['basics', 'skills', 'projects'];
const hasSection = (resume: object) => SECTIONS.some((section) => Object.hasOwn(resume, section));

export const ResumeInput = z
  .object({
    basics: z.optional(z.object({ name: anything, summary: anything, url: anything }, invalid)),
    skills: items(RESUME_LISTS.skills),
    projects: items(RESUME_LISTS.projects),
  })
  .check(
    ...SECTIONS.map((section) =>
      z.refine<object>(hasSection, { error: 'required', path: [section], params: { anyOf: SECTIONS } }),
    ),
  );
export type ResumeInput = z.infer<typeof ResumeInput>;

export const ResumeItem = z.object({
  kind: z.enum(['technology', 'work', 'profile']),
  name: z.string(),
  reason: z.enum([
    'new',
    'level-assumed',
    'differs',
    'same',
    'level-unknown',
    'not-taken',
    'required',
    'invalid',
    'too-long',
    'not-allowed',
    'duplicate',
    'limit-reached',
  ]),
  fields: z.array(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type ResumeItem = z.infer<typeof ResumeItem>;

export const ResumeImport = z.object({
  add: z.array(ResumeItem),
  change: z.array(ResumeItem),
  keep: z.array(ResumeItem),
  refuse: z.array(ResumeItem),
});
export type ResumeImport = z.infer<typeof ResumeImport>;
