import * as z from 'zod/mini';
import { atMost, line, oneOf } from './field-rules.ts';
import { ACCEPTED_STATUSES } from './choices.ts';
import { TECHNOLOGY_LIMITS } from './limits.ts';

export const TechnologyForm = z.object({ title: line(), status: line() });
export type TechnologyForm = z.infer<typeof TechnologyForm>;

export const TechnologyInput = z.object({
  title: TechnologyForm.shape.title.check(atMost(TECHNOLOGY_LIMITS.title)),
  status: TechnologyForm.shape.status.check(oneOf(ACCEPTED_STATUSES)),
});
export type TechnologyInput = z.infer<typeof TechnologyInput>;

export const TechnologyChange = z.partial(TechnologyInput);
export type TechnologyChange = z.infer<typeof TechnologyChange>;

/** `status` may be any text, which COMPAT=kenziehub accepts. */
export const Technology = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Technology = z.infer<typeof Technology>;
