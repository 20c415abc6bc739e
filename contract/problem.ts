import * as z from 'zod/mini';

/** The error messages of the schemas; screens translate them. */
export const FIELD_CODES = [
  'required',
  'invalid',
  'too-short',
  'too-long',
  'taken',
  'not-allowed',
  'too-many',
  // The next three are for passwords only, with PASSWORD_PROFILE=strict.
  'below-minimum',
  'too-common',
  'personal',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** Every error response in JSON, except that of badges. `message` is in English, for clients of the original API. */
export const Problem = z.object({
  status: z.literal('error'),
  message: z.union([z.string(), z.array(z.string())]),
  code: z.enum([
    'validation',
    'bad-request',
    'invalid-credentials',
    'unauthenticated',
    'forbidden',
    'not-found',
    'method-not-allowed',
    'email-taken',
    'handle-taken',
    'technology-taken',
    'wrong-password',
    'limit-reached',
    'class-full',
    'payload-too-large',
    'uri-too-long',
    'headers-too-large',
    'unsupported-media-type',
    'request-timeout',
    'expectation-failed',
    'too-many-requests',
    'overloaded',
    'unavailable',
    'internal',
  ]),
  fields: z.optional(z.record(z.string(), z.enum(FIELD_CODES))),
});
export type Problem = z.infer<typeof Problem>;
export type ProblemCode = Problem['code'];
