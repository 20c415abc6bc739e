import * as z from 'zod/mini';
import { atMost, line, lines, webAddress } from './field-rules.ts';
import { WORK_LIMITS } from './limits.ts';

/** Something a person has made, and where it can be seen. */
export const WorkInput = z.object({
  title: line().check(atMost(WORK_LIMITS.title)),
  description: lines().check(atMost(WORK_LIMITS.description)),
  deploy_url: line().check(webAddress(), atMost(WORK_LIMITS.deploy_url)),
});
export type WorkInput = z.infer<typeof WorkInput>;

/** A change names only what it changes. */
export const WorkChange = z.partial(WorkInput);
export type WorkChange = z.infer<typeof WorkChange>;

/** Any text may stand as address in an answer: the rules apply to what comes in. */
export const Work = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  deploy_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Work = z.infer<typeof Work>;
