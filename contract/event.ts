import * as z from 'zod/mini';

/** What is remembered of an account, for its user. */
const EVENT_KINDS = [
  'login',
  'login-failed',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'email-changed',
  'made-public',
  'made-private',
  'data-exported',
  'reset-link-made',
  'locked',
  'unlocked',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** `admin` is whoever runs the server, at its command line. */
const EVENT_ACTORS = ['user', 'admin'] as const;

/** One thing that happened to an account. `network` is a prefix, as in a session. */
export const AccountEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  actor: z.enum(EVENT_ACTORS),
  network: z.nullable(z.string()),
  created_at: z.string(),
});
export type AccountEvent = z.infer<typeof AccountEvent>;
