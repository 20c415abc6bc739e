import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { readSession, touchSession } from '../database/accounts/sessions.ts';
import { readOwnCredentials } from '../database/users/users.ts';
import { networkOf } from '../http/networks.ts';
import { unauthenticated, wrongPassword } from '../problems.ts';
import type { Services } from '../services.ts';
import { eventOf, logEvent, logRefusal } from './security-log.ts';
import { accountKey } from './throttle.ts';
import { fingerprint, isToken } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** '' for a visitor. */
    userId: string;
    /** Of the session token; '' for a visitor. */
    tokenHash: string;
    /** The origin of absolute addresses in the answer. */
    readonly origin: string;
  }
}

/** Adds user, session and origin to every request. Call it once, on the root of the app. */
export function decorateRequests(app: FastifyInstance, publicUrl: string | undefined): void {
  app.decorateRequest('origin', {
    getter() {
      // A proxy may pass on what a client says of itself.
      const scheme = this.protocol === 'https' ? 'https' : 'http';
      // HTTP/1.0 has no Host header.
      return publicUrl ?? `${scheme}://${this.host || 'localhost'}`;
    },
  });
  app.decorateRequest('userId', '');
  app.decorateRequest('tokenHash', '');
}

/** 401 without a valid session token (RFC 6750), before the body is read. */
export function requireSession(services: Services): onRequestAsyncHookHandler {
  return async (request) => {
    if (!(await recognise(services, request))) throw unauthenticated();
  };
}

/** Without a valid token the user is a visitor. */
export function noticeSession(services: Services): onRequestAsyncHookHandler {
  return async (request) => {
    await recognise(services, request);
  };
}

async function recognise({ database, clock, sessionIdle }: Services, request: FastifyRequest): Promise<boolean> {
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) return false;
  const tokenHash = fingerprint(token);
  const session = await readSession(database, tokenHash, clock(), sessionIdle);
  if (!session) return false;
  request.userId = session.userId;
  request.tokenHash = tokenHash;
  if (session.stale) {
    // Not awaited: the answer does not depend on it.
    touchSession(database, tokenHash, clock()).catch((error: unknown) => {
      request.log.warn({ err: error }, 'use of a session was not noted');
    });
  }
  return true;
}

/** Clients in use send any case, blanks at the end, and JSON's quotes. */
export function bearerToken(header: string | undefined): string | undefined {
  const [, credentials = ''] = /^bearer +(.*)$/is.exec(header?.trim() ?? '') ?? [];
  const token = credentials.replace(/^"(.*)"$/s, '$1').trim();
  return isToken(token) ? token : undefined;
}

/** A public id: the fingerprint is never shown (RFC 9562, UUIDv8). */
export function sessionId(tokenHash: string): string {
  const hex = fingerprint(tokenHash);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Answers the hash of the password sent as `field`. Throws `wrong-password`, and `unauthenticated`. */
export async function requirePassword(
  { database, passwords, throttle }: Services,
  request: FastifyRequest,
  field: 'old_password' | 'password',
  password: string,
): Promise<string> {
  const { password_hash: hash } = (await readOwnCredentials(database, request)) ?? {};
  if (hash === undefined) throw unauthenticated();
  const { userId, ip } = request;
  const verify = () => passwords.verify(password, hash, networkOf(ip));
  const attempt = throttle.attempt(
    { account: accountKey(userId), userId, ip, event: eventOf(request, 'authn_login_fail') },
    verify,
  );
  if (!(await logRefusal(request, 'authn_login_lock', {}, attempt))) {
    logEvent(request, 'authn_login_fail');
    throw wrongPassword(field);
  }
  return hash;
}
