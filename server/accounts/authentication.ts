import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { readSession, touchSession } from '../database/sessions.ts';
import { readPasswordHash } from '../database/users.ts';
import { unauthenticated, wrongPassword } from '../problems.ts';
import type { Services } from '../services.ts';
import { fingerprint, isToken } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; '' for a visitor, and nothing is ever owned by ''. */
    userId: string;
    /** The fingerprint of the session in use; '' for a visitor. */
    tokenHash: string;
    /** What the addresses of this server start with, as whoever asks reaches it. */
    readonly origin: string;
  }
}

/** Makes room for the person, and the origin, on every request. Call it once, on the root of the app. */
export function decorateRequests(app: FastifyInstance, publicUrl: string | undefined): void {
  app.decorateRequest('origin', {
    getter() {
      // Before HTTP/1.1 a request need not say which host it means.
      return publicUrl ?? `${this.protocol}://${this.host || 'localhost'}`;
    },
  });
  app.decorateRequest('userId', '');
  app.decorateRequest('tokenHash', '');
}

/** A door: lets in who has a valid session token, before any body is read. The others get 401 (RFC 6750). */
export function requireSession(services: Services): onRequestAsyncHookHandler {
  return async (request) => {
    if (!(await recognise(services, request))) throw unauthenticated();
  };
}

/** No door: notes who asks when the token is valid, and takes everybody else for a visitor. */
export function noticeSession(services: Services): onRequestAsyncHookHandler {
  return async (request) => {
    await recognise(services, request);
  };
}

async function recognise({ database, clock }: Services, request: FastifyRequest): Promise<boolean> {
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) return false;
  const tokenHash = fingerprint(token);
  const session = await readSession(database, tokenHash, clock());
  if (!session) return false;
  request.userId = session.userId;
  request.tokenHash = tokenHash;
  if (session.stale) {
    // Not awaited: an answer does not wait for this note, and is right without it.
    touchSession(database, tokenHash, clock()).catch((error: unknown) => {
      request.log.warn({ err: error }, 'use of a session was not noted');
    });
  }
  return true;
}

/**
 * The token in an Authorization header, or undefined when there is none that could be ours. Clients in use send the
 * scheme in any case, blanks at the end, and the JSON string that they found in their storage, quotes and all.
 */
export function bearerToken(header: string | undefined): string | undefined {
  const [, credentials = ''] = /^bearer +(.*)$/is.exec(header?.trim() ?? '') ?? [];
  const token = credentials.replace(/^"(.*)"$/s, '$1').trim();
  return isToken(token) ? token : undefined;
}

/** What a session is called where it is shown: made from its fingerprint, which itself stays here (RFC 9562, UUIDv8). */
export function sessionId(tokenHash: string): string {
  const hex = fingerprint(tokenHash);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * Has whoever asks prove that they know their password, which was sent as `field`: throws `wrong-password` where they do
 * not. Answers the hash that it made.
 */
export async function requirePassword(
  { database, passwords, throttle }: Services,
  { userId, ip }: { userId: string; ip: string },
  field: 'old_password' | 'password',
  password: string,
): Promise<string> {
  const hash = await readPasswordHash(database, userId);
  // The account may have gone between the door and here, and its sessions with it.
  if (hash === undefined) throw unauthenticated();
  if (!(await throttle.attempt({ account: userId, ip }, () => passwords.verify(password, hash)))) {
    throw wrongPassword(field);
  }
  return hash;
}
