import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyHttpOptions } from 'fastify';
import { contentEncoded, generic, type ProblemError, toProblem } from '../problems.ts';
import { bareHeaders } from './headers.ts';

/** In milliseconds. Fastify waits without end for a body, Node a minute for headers. */
export type TimeOuts = { request: number; headers: number; checkEvery: number };
const TIME_OUTS: TimeOuts = { request: 15_000, headers: 10_000, checkEvery: 1_000 };
/** In bytes. The avatar's form has a limit of its own. */
const BODY_LIMIT = 64 * 1024;
// Node sets none: this leaves room beside hundreds of half-open sockets (OWASP Denial of Service Cheat Sheet).
const CONNECTIONS_LIMIT = 2_048;

type ConnectionOptions = {
  timeOuts?: TimeOuts | undefined;
  trustedProxies: string[];
  corsOrigins: string[] | undefined;
};

/** Bounds what a client may take, and answers broken requests by a Problem. */
export function connectionOptions({ timeOuts = TIME_OUTS, trustedProxies, corsOrigins }: ConnectionOptions) {
  const bare = bareHeaders(corsOrigins);
  return {
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    requestTimeout: timeOuts.request,
    connectionTimeout: 60_000,
    keepAliveTimeout: 5_000,
    http: {
      requireHostHeader: false,
      headersTimeout: timeOuts.headers,
      connectionsCheckingInterval: timeOuts.checkEvery,
    },
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
    // Fastify's own 503 is no Problem: `guardConnections` answers.
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
  // A second answer inside a half-sent one would be garbage (nodejs.org/api/http.html, 'clientError').
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

/** Refuses what no route should see. */
export function guardConnections(app: FastifyInstance, corsOrigins: string[] | undefined): void {
  app.server.maxConnections = CONNECTIONS_LIMIT;
  refuseExpectations(app.server, bareHeaders(corsOrigins));
  parseJsonOnly(app);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request) => {
    if (closing) throw generic('unavailable', { 'retry-after': '5' });
    // RFC 9112, section 3.2: a request of HTTP/1.1 without Host is refused.
    if (request.raw.httpVersion === '1.1' && !request.headers.host) throw generic('bad-request');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

function refuseExpectations(server: Server, bare: Record<string, string>): void {
  server.on('checkExpectation', (_request, response) => {
    const { statusCode, problem } = generic('expectation-failed');
    const body = JSON.stringify(problem);
    response.writeHead(statusCode, { ...bare, 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  // Clients in use send a JSON content type with an empty body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else return parse(request, String(body), done);
  });
  app.addHook('preParsing', async ({ method, headers }) => {
    const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
    // Fastify reads no body of a GET, whatever its headers say.
    const hasBody = method !== 'GET' && method !== 'HEAD';
    if (hasBody && codings.some((coding) => coding !== '' && coding !== 'identity')) throw contentEncoded();
  });
  // An absent body counts as an empty one, so that validation names every required field.
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {};
  });
}
