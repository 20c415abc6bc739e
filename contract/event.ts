import * as z from 'zod/mini';

export const AccountEvent = z.object({
  kind: z.enum([
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
  ]),
  actor: z.enum(['user', 'admin']),
  network: z.nullable(z.string()),
  created_at: z.string(),
});
export type AccountEvent = z.infer<typeof AccountEvent>;
export type EventKind = AccountEvent['kind'];
