import * as z from 'zod/mini';

/** The JSON that shields.io reads to draw a badge (https://shields.io/badges/endpoint-badge). */
export const EndpointBadge = z.object({
  schemaVersion: z.literal(1),
  label: z.string(),
  message: z.string(),
  color: z.string(),
  namedLogo: z.optional(z.string()),
  isError: z.optional(z.boolean()),
});
export type EndpointBadge = z.infer<typeof EndpointBadge>;
