import * as z from 'zod/mini';

/** From `at` on, the technology has the level `status`. Null means that it was removed. */
export const LevelChange = z.object({
  technology: z.object({ id: z.string(), title: z.string() }),
  status: z.nullable(z.string()),
  at: z.string(),
});
export type LevelChange = z.infer<typeof LevelChange>;
