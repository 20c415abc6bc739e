import * as z from 'zod/mini';
import type { Compatibility } from './compatibility.ts';

/** The id in a path. Any text is taken, for an id that cannot exist is answered as one that does not. */
export const ById = z.object({ id: z.string() });

/** What creating answers: the record, and its owner's id where the original API's clients read that. */
export function created<Shape extends z.core.$ZodShape>(
  record: z.ZodMiniObject<Shape>,
  { answersOwner }: Compatibility,
) {
  return answersOwner ? z.extend(record, { user: z.object({ id: z.string() }) }) : record;
}
