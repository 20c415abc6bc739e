import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const YEAR_IN_SECONDS = 31_536_000;

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
  app.register(helmet, securityHeaders(https));
  app.register(cors, {
    // Any origin may call: there are no cookies to abuse.
    origin: corsOrigins ?? '*',
    strictPreflight: false,
    methods: [...METHODS],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['page', 'perPage', 'nextUrl', 'Retry-After'],
    maxAge: 7_200,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

function securityHeaders(https: boolean): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: https && { maxAge: YEAR_IN_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  };
}
