import * as z from 'zod/mini';
import { atMost, boundedHost, line, lines, uniqueIds, textOrEmpty, webAddress, yesOrNo } from './field-rules.ts';
import { WORK_LIMITS, WORK_TECHNOLOGIES_LIMIT } from './limits.ts';

function link(limit: number) {
  return line().check(boundedHost(), webAddress(), atMost(limit));
}

/** An empty `repository_url` means null. */
export const WorkForm = z.object({
  title: line().check(atMost(WORK_LIMITS.title)),
  description: lines().check(atMost(WORK_LIMITS.description)),
  deploy_url: link(WORK_LIMITS.deploy_url),
  repository_url: textOrEmpty(link(WORK_LIMITS.repository_url)),
});
export type WorkForm = z.infer<typeof WorkForm>;
export const WorkFormChange = z.partial(WorkForm);

/** `technologies` are ids of the user's technologies. Clients of the original API omit the optional fields. */
export const WorkInput = z.extend(WorkForm, {
  repository_url: z.optional(z.nullable(link(WORK_LIMITS.repository_url))),
  pinned: z.optional(yesOrNo()),
  technologies: z.optional(uniqueIds(WORK_TECHNOLOGIES_LIMIT)),
});
export type WorkInput = z.infer<typeof WorkInput>;

export const WorkChange = z.partial(WorkInput);
export type WorkChange = z.infer<typeof WorkChange>;

/** `deploy_url` may be any text: COMPAT=kenziehub accepts any. */
export const Work = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  deploy_url: z.string(),
  repository_url: z.nullable(z.string()),
  pinned: z.boolean(),
  technologies: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Work = z.infer<typeof Work>;
