import type { FastifyRequest } from 'fastify';
import type { EventKind } from '#contract/event.ts';
import type { Database } from '../database/open.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { emailKey } from '../database/users/users.ts';
import { belongsToAnother } from '../database/statements/write-as.ts';
import { networkPrefix } from '../http/networks.ts';
import { ProblemError } from '../problems.ts';
import { fingerprint } from './tokens.ts';

/** The words of the OWASP Logging Vocabulary, where it has one; the third is what the user is told. */
const EVENTS = {
  authn_login_success: ['info', 'login succeeded', 'login'],
  authn_login_fail: ['warn', 'wrong password', 'login-failed'],
  authn_login_lock: ['warn', 'password held up by the throttle'],
  authn_password_change: ['info', 'password changed', 'password-changed'],
  authn_password_reset: ['info', 'password set by a link', 'password-reset'],
  authn_reset_request: ['info', 'a link to a new password asked for', 'reset-link-made'],
  authn_token_revoked: ['info', 'session ended', 'sessions-ended'],
  authz_fail: ['warn', "another's data refused"],
  authn_reset_fail: ['warn', 'a link to a new password refused'],
  excess_rate_limit_exceeded: ['warn', 'held up by the throttle'],
  user_created: ['info', 'sign-up'],
  user_updated: ['info', 'e-mail changed', 'email-changed'],
  user_published: ['info', 'profile made public', 'made-public'],
  user_hidden: ['info', 'profile made private', 'made-private'],
  sensitive_read: ['info', 'own data exported', 'data-exported'],
  user_update_fail: ['warn', 'e-mail refused'],
  user_deleted: ['info', 'account deleted'],
} as const satisfies Record<string, [level: 'info' | 'warn', message: string, kind?: EventKind]>;
type Event = keyof typeof EVENTS;
type Kept = { [Name in Event]: (typeof EVENTS)[Name]['length'] extends 3 ? Name : never }[Event];

/** `userId` is the one of the session, unless it is told. The e-mail is logged as a fingerprint. */
type About = { userId?: string | undefined; email?: string | undefined };
type Asked = Pick<FastifyRequest, 'log' | 'ip' | 'userId'>;

/** One line, with who and from where, and without secrets (OWASP ASVS 16.3). */
export function logEvent(request: Asked, event: Event, { userId = request.userId, email }: About = {}): void {
  const [level, message] = EVENTS[event];
  request.log[level](
    {
      event,
      userId: userId || undefined,
      emailHash: email === undefined ? undefined : fingerprint(emailKey(email)).slice(0, 12),
      network: networkPrefix(request.ip),
    },
    message,
  );
}

/** What the user's own list keeps of it: the transaction that does it adds it. The log is told once that is done. */
export function eventOf({ ip }: Pick<FastifyRequest, 'ip'>, event: Kept): NewEvent {
  return { kind: EVENTS[event][2], actor: 'user', network: networkPrefix(ip) };
}

/** What an operator has done, at the command line. */
export function adminEvent(kind: EventKind): NewEvent {
  return { kind, actor: 'admin', network: null };
}

/** Logs `event` when `work` is refused. */
export async function logRefusal<Result>(
  request: Asked,
  event: Event,
  about: About,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProblemError) logEvent(request, event, about);
    throw error;
  }
}

/** Answers `problem`. Logs it when somebody else has what is asked for: that is answered as what does not exist. */
export async function logForeign(
  database: Database,
  request: Asked & { params: { id: string } },
  table: 'technologies' | 'works',
  problem: ProblemError,
): Promise<ProblemError> {
  if (await belongsToAnother(database, table, request.userId, request.params.id)) logEvent(request, 'authz_fail');
  return problem;
}
