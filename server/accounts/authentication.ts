import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PasswordConfirmation } from '#contract/user.ts';
import { readSession, touchSession } from '../database/accounts/sessions.ts';
import { type OwnCredentials, readOwnCredentials } from '../database/users/users.ts';
import { addressClientOf } from '../load/clients.ts';
import type { Priority } from '../load/queue.ts';
import { passwordMissing, unauthenticated, wrongPassword } from '../problems.ts';
import type { Database } from '../database/open.ts';
import type { Services } from '../services.ts';
import { activityEntry } from './security-log.ts';
import { accountKey } from './throttle.ts';
import { fingerprint, isToken } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    userId: string;
    /** The fingerprint of the token in the request, valid or not; empty without a token. */
    tokenHash: string;
    readonly origin: string;
  }
}

export function decorateRequests(app: FastifyInstance, publicUrl: string | undefined): void {
  app.decorateRequest('origin', {
    getter() {
      // A proxy may forward any scheme that a client claims.
      const scheme = this.protocol === 'https' ? 'https' : 'http';
      return publicUrl ?? `${scheme}://${this.host || 'localhost'}`;
    },
  });
  app.decorateRequest('userId', '');
  app.decorateRequest('tokenHash', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const token = bearerToken(request.headers.authorization);
    if (token !== undefined) request.tokenHash = fingerprint(token);
    done();
  });
}

/** Throws if the session of the request has ended. */
export type SessionCheck = (request: FastifyRequest) => Promise<void>;

/** Responds with 401 to a request without a valid session token (RFC 6750), before its body is read. */
export function requireSession(services: Services): SessionCheck {
  return async (request) => {
    if (!(await authenticate(services, request))) throw unauthenticated();
  };
}

export function readOptionalSession(services: Services): SessionCheck {
  return async (request) => void (await authenticate(services, request));
}

/** Sets `request.userId`, to an empty text without a valid session. Then returns false. */
async function authenticate({ database, clock, sessionIdle }: Services, request: FastifyRequest): Promise<boolean> {
  const { tokenHash } = request;
  if (tokenHash === '') return false;
  const session = await readSession(database, tokenHash, clock(), sessionIdle);
  request.userId = session?.userId ?? '';
  if (session?.stale) {
    touchSession(database, tokenHash, clock()).catch((error: unknown) => {
      request.log.warn({ err: error }, 'last use of a session not stored');
    });
  }
  return session !== undefined;
}

/** Accepts any case, trailing blanks and quotes: clients of the original API send them. */
export function bearerToken(header: string | undefined): string | undefined {
  const [, credentials = ''] = /^bearer +(.*)$/is.exec(header?.trim() ?? '') ?? [];
  const token = credentials.replace(/^"(.*)"$/s, '$1').trim();
  return isToken(token) ? token : undefined;
}

/** The public id of a session, a UUIDv8 (RFC 9562): the token's hash stays secret. */
export function sessionId(tokenHash: string): string {
  const hex = fingerprint(tokenHash);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Throws `unauthenticated` if the session has ended since it was checked. */
export async function requireCredentials(database: Database, request: FastifyRequest): Promise<OwnCredentials> {
  const credentials = await readOwnCredentials(database, request);
  if (!credentials) throw unauthenticated();
  return credentials;
}

type Proof = { field: 'old_password' | 'password'; password: string; hash: string };

/** Throws `wrong-password` for `field`, or the errors of the throttle. */
export async function requirePassword(
  { passwords, throttle }: Services,
  { userId, ip }: FastifyRequest,
  { field, password, hash }: Proof,
): Promise<void> {
  const verify = (priority: Priority) => passwords.verify(password, hash, addressClientOf(ip), priority);
  const event = activityEntry({ ip }, 'authn_login_fail');
  const attempt = { account: accountKey(userId), userId, ip, event, hasSession: true };
  if (!(await throttle.attempt(attempt, verify))) throw wrongPassword(field);
}

/** Checks the password, which only a strict server requires. Returns no promise without one. Throws as `requirePassword`. */
export function requireConfirmation(
  services: Services,
  request: FastifyRequest,
  { password }: PasswordConfirmation,
): Promise<void> | undefined {
  if (password === undefined && services.passwordProfile === 'strict') throw passwordMissing('password');
  return password === undefined ? undefined : confirm(services, request, password);
}

async function confirm(services: Services, request: FastifyRequest, password: string): Promise<void> {
  const { password_hash: hash } = await requireCredentials(services.database, request);
  await requirePassword(services, request, { field: 'password', password, hash });
}

/** Marks the network of the request as known to the user. Never throws: the sign-up, login or reset has already succeeded. */
export async function rememberNetwork(
  { throttle }: Pick<Services, 'throttle'>,
  { ip, log }: FastifyRequest,
  userId: string,
  isNewAccount = false,
): Promise<void> {
  try {
    await throttle.remember({ account: accountKey(userId), userId, ip }, isNewAccount);
  } catch (error) {
    log.warn({ err: error }, 'known network not stored');
  }
}
