import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventKind } from '#contract/event.ts';
import type { Database } from '../database/open.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { emailKey } from '../database/users/users.ts';
import { belongsToOther, type Owned } from '../database/statements/write-as.ts';
import { networkPrefix } from '../networks.ts';
import { ProblemError } from '../problems.ts';
import { fingerprint } from './tokens.ts';

/** Events of the OWASP Logging Vocabulary, with log level and message, and the kind that the user's activity shows. */
const EVENTS = {
  authn_login_success: ['info', 'login succeeded', 'login'],
  authn_login_fail: ['warn', 'wrong password', 'login-failed'],
  authn_login_lock: ['warn', 'password check throttled'],
  authn_password_change: ['info', 'password changed', 'password-changed'],
  authn_password_reset: ['info', 'password reset', 'password-reset'],
  authn_reset_request: ['info', 'password reset link requested', 'reset-link-made'],
  authn_token_revoked: ['info', 'session ended', 'sessions-ended'],
  authz_fail: ['warn', "access to another user's data refused"],
  authn_reset_fail: ['warn', 'password reset link refused'],
  excess_rate_limit_exceeded: ['warn', 'request throttled'],
  user_created: ['info', 'account created'],
  user_updated: ['info', 'e-mail changed', 'email-changed'],
  user_published: ['info', 'profile made public', 'made-public'],
  user_hidden: ['info', 'profile made private', 'made-private'],
  sensitive_read: ['info', 'own data exported', 'data-exported'],
  user_update_fail: ['warn', 'e-mail change refused'],
  user_deleted: ['info', 'account deleted'],
} as const satisfies Record<string, [level: 'info' | 'warn', message: string, kind?: EventKind]>;
export type SecurityEvent = keyof typeof EVENTS;
type ActivityEvent = {
  [Name in SecurityEvent]: (typeof EVENTS)[Name]['length'] extends 3 ? Name : never;
}[SecurityEvent];

/** `userId` defaults to the session's. The e-mail is logged as a hash. */
type Subject = { userId?: string | undefined; email?: string | undefined };
export type AccountChange = Subject & { event: ActivityEvent };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Logged when the route succeeds. A refusal logs the event of its problem. */
    event?: SecurityEvent;
  }
  interface FastifyRequest {
    /** Set by handlers: the subject of the events, and changes that the transaction committed. */
    audit: (Subject & { changes?: readonly AccountChange[] }) | null;
  }
}

/** Logs the security events of all routes (OWASP ASVS 16.3). Changes are logged even if the response then fails. */
export function logSecurityEvents(app: FastifyInstance): void {
  app.decorateRequest('audit', null);
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof ProblemError && error.event) logEvent(request, error.event, request.audit ?? {});
    done();
  });
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    const event = statusCode < 400 ? request.routeOptions.config.event : undefined;
    if (event) logEvent(request, event, request.audit ?? {});
    for (const change of request.audit?.changes ?? []) logEvent(request, change.event, change);
    // `onSend` runs again if a later hook fails.
    request.audit = null;
    done();
  });
}

/** Logs no secrets: the e-mail as a hash, the address as a network. */
function logEvent(request: FastifyRequest, event: SecurityEvent, { userId = request.userId, email }: Subject) {
  const [level, message] = EVENTS[event];
  const emailHash = email === undefined ? undefined : fingerprint(emailKey(email)).slice(0, 12);
  request.log[level]({ event, userId: userId || undefined, emailHash, network: networkPrefix(request.ip) }, message);
}

/** An entry of the user's activity, which the transaction of the change inserts. */
export function activityEntry({ ip }: Pick<FastifyRequest, 'ip'>, event: ActivityEvent): NewEvent {
  return { kind: EVENTS[event][2], actor: 'user', network: networkPrefix(ip) };
}

export function adminEvent(kind: EventKind): NewEvent {
  return { kind, actor: 'admin', network: null };
}

/** Returns `problem`, which is the same 404 for another user's row as for a missing one. Only the former is logged. */
export async function logForeign(
  database: Database,
  { userId, params }: { userId: string; params: { id: string } },
  table: Owned,
  problem: ProblemError,
): Promise<ProblemError> {
  return (await belongsToOther(database, table, userId, params.id)) ? problem.loggedAs('authz_fail') : problem;
}
