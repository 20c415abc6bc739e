import * as z from 'zod/mini';
import { RESUME_LISTS } from './limits.ts';

/** The schema that a resume says it follows. */
export const RESUME_SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';

/** What is given out: JSON Resume 1.0, https://jsonresume.org/schema. What is no web address is left out. */
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
const something = z.optional(z.unknown());

function items(limit: number) {
  return z.optional(z.array(z.unknown(), invalid).check(z.maxLength(limit, { error: 'too-long' })));
}

const PARTS = ['basics', 'skills', 'projects'];
const hasPart = (resume: object) => PARTS.some((part) => Object.hasOwn(resume, part));

/** What is taken in: any resume. Its other parts are dropped, and each item of these is judged by itself. */
export const ResumeInput = z
  .object({
    basics: z.optional(z.object({ name: something, summary: something, url: something }, invalid)),
    skills: items(RESUME_LISTS.skills),
    projects: items(RESUME_LISTS.projects),
  })
  .check(
    ...PARTS.map((part) => z.refine<object>(hasPart, { error: 'required', path: [part], params: { anyOf: PARTS } })),
  );
export type ResumeInput = z.infer<typeof ResumeInput>;

/** Why an item is added, changed, kept or refused. */
const RESUME_REASONS = [
  'new',
  // A level that is missing or unknown counts as the lowest.
  'level-assumed',
  'differs',
  'same',
  // What one has is not lowered by a word that nobody knows.
  'level-unknown',
  // The name of an account is not changed by a file.
  'not-taken',
  'required',
  'invalid',
  'too-long',
  'not-allowed',
  // The file has it twice.
  'duplicate',
  'limit-reached',
] as const;

export const ResumeItem = z.object({
  kind: z.enum(['technology', 'work', 'profile']),
  /** Its title, cut where it is too long; empty where it has none, and for the profile. */
  name: z.string(),
  reason: z.enum(RESUME_REASONS),
  /** The fields that are changed, kept or at fault, as the API calls them. */
  fields: z.array(z.string()),
  /** A technology's level before and after; null where it is neither held nor taken. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type ResumeItem = z.infer<typeof ResumeItem>;

/** What an import does, or has done, item by item. */
export const ResumeImport = z.object({
  add: z.array(ResumeItem),
  change: z.array(ResumeItem),
  keep: z.array(ResumeItem),
  refuse: z.array(ResumeItem),
});
export type ResumeImport = z.infer<typeof ResumeImport>;
