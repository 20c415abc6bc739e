import * as z from 'zod/mini';

/** What shields.io draws a badge of (https://shields.io/badges/endpoint-badge). */
export const EndpointBadge = z.object({
  schemaVersion: z.literal(1),
  label: z.string(),
  message: z.string(),
  color: z.string(),
  /** The logo's name at Simple Icons. */
  namedLogo: z.optional(z.string()),
  isError: z.optional(z.boolean()),
});
export type EndpointBadge = z.infer<typeof EndpointBadge>;
