import * as z from 'zod/mini';
import { atMost, line, verbatim } from './field-rules.ts';
import { OwnUser } from './user.ts';
import { USER_LIMITS } from './limits.ts';

/** Accepts any e-mail format: the server responds to a malformed e-mail as to an unknown one. */
export const LogInForm = z.object({ email: line(), password: verbatim() });
export type LogInForm = z.infer<typeof LogInForm>;

export const LogIn = z.extend(LogInForm, {
  password: LogInForm.shape.password.check(atMost(USER_LIMITS.password)),
});

export const Session = z.object({ token: z.string(), user: OwnUser });
export type Session = z.infer<typeof Session>;

export const OpenSession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  user_agent: z.nullable(z.string()),
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;
