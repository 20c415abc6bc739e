import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/open.ts';
import { emailKey } from '../database/users.ts';
import { belongsToAnother } from '../database/writer.ts';
import { networkPrefix } from '../http/networks.ts';
import { ProblemError } from '../problems.ts';
import { fingerprint } from './tokens.ts';

/** The words of the OWASP Logging Vocabulary, where it has one. */
const EVENTS = {
  authn_login_success: ['info', 'login succeeded'],
  authn_login_fail: ['warn', 'wrong password'],
  authn_login_lock: ['warn', 'password held up by the throttle'],
  authn_password_change: ['info', 'password changed'],
  authn_token_revoked: ['info', 'session ended'],
  authz_fail: ['warn', "another's data refused"],
  excess_rate_limit_exceeded: ['warn', 'held up by the throttle'],
  user_created: ['info', 'sign-up'],
  user_updated: ['info', 'e-mail changed'],
  user_update_fail: ['warn', 'e-mail refused'],
  user_deleted: ['info', 'account deleted'],
} as const satisfies Record<string, [level: 'info' | 'warn', message: string]>;
type Event = keyof typeof EVENTS;

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
