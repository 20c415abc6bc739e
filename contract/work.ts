import * as z from 'zod/mini';
import { atMost, line, lines, webAddress } from './field-rules.ts';
import { WORK_LIMITS } from './limits.ts';

export const WorkInput = z.object({
  title: line().check(atMost(WORK_LIMITS.title)),
  description: lines().check(atMost(WORK_LIMITS.description)),
  deploy_url: line().check(webAddress(), atMost(WORK_LIMITS.deploy_url)),
});
export type WorkInput = z.infer<typeof WorkInput>;

export const WorkChange = z.partial(WorkInput);
export type WorkChange = z.infer<typeof WorkChange>;

/** `deploy_url` is any text: COMPAT=kenziehub takes any. */
export const Work = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  deploy_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Work = z.infer<typeof Work>;
