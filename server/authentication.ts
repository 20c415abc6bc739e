import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Database } from './database/connect.ts';
import { readSession, touchSession } from './database/sessions.ts';
import { unauthenticated } from './problems.ts';
import { fingerprint, isToken } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; '' for a visitor, and nothing is ever owned by ''. */
    userId: string;
    /** The fingerprint of the session in use; '' for a visitor. */
    tokenHash: string;
  }
}

/** Where sessions are looked up, and by which clock they end. */
export type Sessions = { database: Database; clock: () => Date };

/** Makes room for the person on every request. Call it once, on the root of the app. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', '');
  app.decorateRequest('tokenHash', '');
}

/** A door: lets in who has a valid session token, before any body is read. The others get 401 (RFC 6750). */
export function requireSession(sessions: Sessions): onRequestAsyncHookHandler {
  return async (request) => {
    if (!(await recognise(sessions, request))) throw unauthenticated();
  };
}

/** No door: notes who asks when the token is valid, and takes everybody else for a visitor. */
export function noticeSession(sessions: Sessions): onRequestAsyncHookHandler {
  return async (request) => {
    await recognise(sessions, request);
  };
}

async function recognise({ database, clock }: Sessions, request: FastifyRequest): Promise<boolean> {
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

/** The network that an address is in, which is enough to tell one's own sessions apart (LGPD, article 6-III). */
export function ipPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (v4 !== undefined) return `${v4}.0/24`;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return '';
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
