import * as z from 'zod/mini';
import { atMost, line, verbatim } from './field-rules.ts';
import { OwnUser } from './user.ts';
import { USER_LIMITS } from './limits.ts';

/** What the login form checks: presence only, an address that is none simply fails to log in. */
export const LogInForm = z.object({ email: line(), password: verbatim() });
export type LogInForm = z.infer<typeof LogInForm>;

/** What the server takes: the form's rules, and no password longer than one that can exist. */
export const LogIn = z.object({
  email: LogInForm.shape.email,
  password: LogInForm.shape.password.check(atMost(USER_LIMITS.password)),
});
export type LogIn = z.infer<typeof LogIn>;

/** The token is shown once, here: the server keeps only its fingerprint. */
export const Session = z.object({ token: z.string(), user: OwnUser });
export type Session = z.infer<typeof Session>;

/** A session that is open: where and since when someone is logged in. `current` is the one that asks. */
export const OpenSession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  user_agent: z.nullable(z.string()),
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;
