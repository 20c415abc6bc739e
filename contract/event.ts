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

export const AccountEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  actor: z.enum(['user', 'admin']),
  network: z.nullable(z.string()),
  created_at: z.string(),
});
export type AccountEvent = z.infer<typeof AccountEvent>;
