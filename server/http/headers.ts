import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_COPY_MINUTES } from '#contract/limits.ts';
import { API_POLICY } from './content-security-policy.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const YEAR_IN_SECONDS = 31_536_000;

export const FOR_EVER = `public, max-age=${YEAR_IN_SECONDS}, immutable`;
/** `cache-control` of public profiles: the switch in the profile promises that copies expire by then. */
export const FOR_MINUTES = `public, max-age=${PUBLIC_COPY_MINUTES * 60}`;
/** For photos, whose addresses change with them: in shared caches, which send them to strangers, for minutes only. */
export const FOR_EVER_IN_BROWSERS = `public, max-age=${YEAR_IN_SECONDS}, s-maxage=${PUBLIC_COPY_MINUTES * 60}, immutable`;
/** For responses that contain the Host of the request: a shared cache would send them to other clients. */
export const OWN_FOR_MINUTES = FOR_MINUTES.replace('public', 'private');

/** Headers of the refusals that are sent before Fastify's hooks run. */
export function refusalHeaders(corsOrigins: string[] | undefined): Record<string, string> {
  return {
    // With CORS_ORIGINS set, responses sent before the CORS plugin allow no origin.
    ...(corsOrigins === undefined && { 'access-control-allow-origin': '*' }),
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  };
}

type Options = { publicUrl: string | undefined; corsOrigins: string[] | undefined };

export function addHeaders(app: FastifyInstance, { publicUrl, corsOrigins }: Options): void {
  const defaults = Object.freeze({
    'cache-control': 'no-store',
    'content-security-policy': API_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_IN_SECONDS}`,
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  });
  app.register(cors, {
    // Any origin may call the API: it uses no cookies.
    origin: corsOrigins ?? '*',
    strictPreflight: false,
    methods: [...METHODS],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['page', 'perPage', 'nextUrl', 'Retry-After'],
    maxAge: 7_200,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(defaults).header('x-request-id', request.id);
    done();
  });
}
