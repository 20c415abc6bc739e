import * as z from 'zod/mini';

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

const EVENT_ACTORS = ['user', 'admin'] as const;

export const AccountEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  actor: z.enum(EVENT_ACTORS),
  network: z.nullable(z.string()),
  created_at: z.string(),
});
export type AccountEvent = z.infer<typeof AccountEvent>;
