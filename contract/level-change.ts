import * as z from 'zod/mini';

/** `status` is null when the technology was removed. */
export const LevelChange = z.object({
  technology: z.object({ id: z.string(), title: z.string() }),
  status: z.nullable(z.string()),
  at: z.string(),
});
export type LevelChange = z.infer<typeof LevelChange>;
