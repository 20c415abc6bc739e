import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyHttpOptions } from 'fastify';
import { contentEncoded, generic, type ProblemError, toProblem } from '../problems.ts';

/** How long a client may take, in milliseconds; Fastify and Node by themselves would wait for minutes or for ever. */
export type Patience = { request: number; headers: number; checkEvery: number };
const PATIENCE: Patience = { request: 15_000, headers: 10_000, checkEvery: 1_000 };
const BODY_LIMIT = 64 * 1024;

// For answers given before there is a request that the plugins could add their headers to.
const BARE = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
};

// Everybody may call the API from a browser, for it knows no cookies: whoever holds a token may use it anywhere. Where
// the operator names origins, an answer that is given before the origin is known is for none.
function bareHeaders(corsOrigins: string[] | undefined): Record<string, string> {
  return { ...(corsOrigins === undefined && { 'access-control-allow-origin': '*' }), ...BARE };
}

type EdgeOptions = { patience?: Patience; trustedProxies: string[]; corsOrigins?: string[] | undefined };

/** The options of Fastify that bound what a client may take, and give even the earliest failure the shape of a Problem. */
export function edgeOptions({ patience = PATIENCE, trustedProxies, corsOrigins }: EdgeOptions) {
  const bare = bareHeaders(corsOrigins);
  return {
    bodyLimit: BODY_LIMIT,
    // Whoever is not named could otherwise say that they are somebody else.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    requestTimeout: patience.request,
    connectionTimeout: 60_000,
    keepAliveTimeout: 5_000,
    http: {
      requireHostHeader: false,
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.checkEvery,
    },
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
    // Fastify would answer in a shape of its own; `guardEdge` answers in ours.
    return503OnClosing: false,
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const { statusCode, problem } = toProblem(error);
      reply.code(statusCode).headers(bare).send(problem);
    },
    clientErrorHandler: (error: Error, socket: Duplex) => answerBrokenRequest(error, socket, bare),
  } satisfies FastifyHttpOptions<Server>;
}

function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Duplex & { _httpMessage?: ServerResponse },
  bare: Record<string, string>,
) {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  const unfinished = socket._httpMessage;
  // Half an answer may be on its way already (so Node itself asks, too): another one inside it would be garbage.
  if (error.code === 'ECONNRESET' || !socket.writable || unfinished?.headersSent) {
    socket.destroy();
    return;
  }
  const { statusCode, problem } = problemOf(error.code);
  const body = JSON.stringify(problem);
  const head = Object.entries({ ...bare, 'content-length': Buffer.byteLength(body) });
  const lines = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...head.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function problemOf(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') return generic('headers-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return generic('request-timeout');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return generic('payload-too-large');
  return generic('bad-request');
}

/** Adds what holds for every request: headers, CORS, one JSON parser, and the refusals that come before any route. */
export function guardEdge(
  app: FastifyInstance,
  { https, corsOrigins }: { https: boolean; corsOrigins: string[] | undefined },
): void {
  app.server.maxConnections = 2_048;
  refuseUnknownExpectations(app.server, bareHeaders(corsOrigins));
  app.register(helmet, securityHeaders(https));
  app.register(cors, {
    origin: corsOrigins ?? '*',
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['page', 'perPage', 'nextUrl', 'Retry-After'],
    maxAge: 7_200,
  });
  parseJsonOnly(app);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (closing) throw generic('unavailable', { 'retry-after': '5' });
    // RFC 9112, section 3.2: a request of HTTP/1.1 without Host is refused.
    if (request.raw.httpVersion === '1.1' && !request.headers.host) throw generic('bad-request');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

// A client that sends no body where one is required hears what is missing; one that needs none may send an empty one.
function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else return parse(request, String(body), done);
  });
  app.addHook('preParsing', async ({ method, headers }) => {
    const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
    // A GET has no body here, whatever its headers say of one.
    const hasBody = method !== 'GET' && method !== 'HEAD';
    if (hasBody && codings.some((coding) => coding !== '' && coding !== 'identity')) throw contentEncoded();
  });
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {};
  });
}

function refuseUnknownExpectations(server: Server, bare: Record<string, string>): void {
  server.on('checkExpectation', (_request, response) => {
    const { statusCode, problem } = generic('expectation-failed');
    const body = JSON.stringify(problem);
    response.writeHead(statusCode, { ...bare, 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

const YEAR_IN_SECONDS = 31_536_000;

function securityHeaders(https: boolean): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only an operator who serves HTTPS can promise it for a year.
    strictTransportSecurity: https && { maxAge: YEAR_IN_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  };
}
