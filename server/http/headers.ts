import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_COPY_MINUTES } from '#contract/limits.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const YEAR_IN_SECONDS = 31_536_000;

/** The `cache-control` of what never changes under its name. */
export const FOR_EVER = `public, max-age=${YEAR_IN_SECONDS}, immutable`;
/** The `cache-control` of what a public profile shows: its switch promises that copies are gone by then. */
export const FOR_MINUTES = `public, max-age=${PUBLIC_COPY_MINUTES * 60}`;
/** For answers that begin with the Host of the request: a shared cache would send one client's to others. */
export const OWN_FOR_MINUTES = FOR_MINUTES.replace('public', 'private');

/** For answers that are sent before the plugins have run. */
export function bareHeaders(corsOrigins: string[] | undefined): Record<string, string> {
  return {
    // With CORS_ORIGINS set, answers sent before CORS has run allow no origin.
    ...(corsOrigins === undefined && { 'access-control-allow-origin': '*' }),
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  };
}

/** `https` promises HTTPS for a year. */
export function addHeaders(
  app: FastifyInstance,
  { https, corsOrigins }: { https: boolean; corsOrigins: string[] | undefined },
): void {
  const constant = constantHeaders(https);
  app.register(cors, {
    // Any origin may call: there are no cookies to abuse.
    origin: corsOrigins ?? '*',
    strictPreflight: false,
    methods: [...METHODS],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['page', 'perPage', 'nextUrl', 'Retry-After'],
    maxAge: 7_200,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant).header('x-request-id', request.id);
    done();
  });
}

// Each answer has them, unless its route says otherwise (OWASP HTTP Headers Cheat Sheet).
function constantHeaders(https: boolean): Readonly<Record<string, string>> {
  return Object.freeze({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    ...(https && { 'strict-transport-security': `max-age=${YEAR_IN_SECONDS}; includeSubDomains` }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  });
}
