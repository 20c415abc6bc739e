import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyHttpOptions } from 'fastify';
import { TECHNOLOGY_LIMITS } from '#contract/limits.ts';
import { contentEncoded, generic, type ProblemError, publishRefusal, tooManyRequests, toProblem } from '../problems.ts';
import { bareHeaders } from './headers.ts';
import { trustOf } from './networks.ts';
import { createBoundedServer, type SocketLimits } from './sockets.ts';

// Imported it would take as long as in sockets.ts.
const { STATUS_CODES: REASONS } = process.getBuiltinModule('node:http');

/** In milliseconds. Fastify waits without end for a body, Node a minute for headers. */
export type TimeOuts = { request: number; headers: number; checkEvery: number };
const TIME_OUTS: TimeOuts = { request: 15_000, headers: 10_000, checkEvery: 1_000 };
/** How long an idle socket is kept, in milliseconds. A proxy in front must keep its own for less. */
const KEEP_ALIVE = 5_000;
/** In bytes. A resume and the form of an avatar have limits of their own. */
const BODY_LIMIT = 64 * 1024;

// A name or an address, and a port; empty without one. Addresses in answers begin with it, so it is nothing else.
// A name has at most 253 characters (RFC 1035, section 2.3.4).
const HOST = /^(?:(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?)?$/i;

const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

type ConnectionOptions = {
  timeOuts?: TimeOuts | undefined;
  limits: SocketLimits;
  trustedProxies: string[];
  corsOrigins: string[] | undefined;
};

/** Bounds what a client may take, and answers broken requests by a Problem. */
export function connectionOptions({ timeOuts = TIME_OUTS, limits, trustedProxies, corsOrigins }: ConnectionOptions) {
  const bare = bareHeaders(corsOrigins);
  const isProxy = trustOf(trustedProxies);
  const http = {
    requireHostHeader: false,
    headersTimeout: timeOuts.headers,
    connectionsCheckingInterval: timeOuts.checkEvery,
    requestTimeout: timeOuts.request,
    keepAliveTimeout: KEEP_ALIVE,
  };
  return {
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 && isProxy,
    serverFactory: (handle: RequestListener) => {
      const refuse = (socket: Duplex) => answerOnSocket(socket, tooManyRequests(1), bare);
      const server = createBoundedServer(handle, { http, limits, isProxy, refuse });
      server.setTimeout(60_000);
      refuseExpectations(server, bare);
      return server;
    },
    // Of a path's part, in UTF-16 units: a technology's title is one.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2 * TECHNOLOGY_LIMITS.title },
    genReqId: () => randomUUID(),
    // Fastify's own 503 is no Problem: `guardConnections` answers.
    return503OnClosing: false,
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const { statusCode, problem } = publishRefusal(toProblem(error));
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
  answerOnSocket(socket, problemOf(error.code), bare);
}

/** For when no request can be answered; hangs up. */
function answerOnSocket(socket: Duplex, refusal: ProblemError, bare: Record<string, string>) {
  const { statusCode, headers, problem } = publishRefusal(refusal);
  const body = JSON.stringify(problem);
  const head = Object.entries({ ...bare, ...headers, 'content-length': Buffer.byteLength(body) });
  const lines = [`HTTP/1.1 ${statusCode} ${REASONS[statusCode]}`, ...head.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function problemOf(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') return generic('headers-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return generic('request-timeout');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return generic('payload-too-large');
  return generic('bad-request');
}

/** Refuses what no route should see, and hangs up after each answer once `stopping`. */
export function guardConnections(app: FastifyInstance, trustedProxies: string[], stopping: AbortSignal): void {
  noticeProxies(app, trustedProxies);
  parseJsonOnly(app);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    onHangUp(reply, () => request.log.info({ req: request }, 'the client hung up'));
    if (closing) return done(generic('unavailable', { 'retry-after': '5' }));
    const { raw, headers } = request;
    // RFC 9112, section 3.2: a request of HTTP/1.1 without Host is refused, and so is one with two.
    // Node keeps the first, a proxy may have read the other.
    const isHosted = raw.httpVersion !== '1.1' || Boolean(headers.host);
    const isClear = isHosted && count(raw.rawHeaders, 'host') <= 1 && HOST.test(request.host);
    return isClear ? done() : done(generic('bad-request'));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

/** Calls back when the answer cannot be sent to its end. Fastify's own hook hears of it only while a body is read. */
export function onHangUp({ raw }: FastifyReply, hear: () => void): void {
  raw.once('close', () => {
    if (!raw.writableFinished) hear();
  });
}

// Everybody behind a proxy that is not understood is one network, and shares its limits.
function noticeProxies(app: FastifyInstance, trustedProxies: string[]): void {
  const isProxy = trustOf(trustedProxies);
  let told = false;
  app.addHook('onRequest', ({ headers, raw, log }, _reply, done) => {
    done();
    if (told || !FORWARDING.some((name) => name in headers)) return;
    const isTrusted = isProxy(raw.socket.remoteAddress ?? '');
    if (isTrusted && 'x-forwarded-for' in headers) return;
    told = true;
    log.warn(
      isTrusted ? 'a trusted proxy sends no X-Forwarded-For' : 'a proxy, perhaps, that TRUST_PROXY does not name',
    );
  });
}

/** How often a header stands in Node's list of names and values. */
function count(rawHeaders: readonly string[], name: string): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const text = rawHeaders[index];
    if (text?.length === name.length && text.toLowerCase() === name) found += 1;
  }
  return found;
}

function refuseExpectations(server: Server, bare: Record<string, string>): void {
  server.on('checkExpectation', (_request, response) => {
    const { statusCode, problem } = publishRefusal(generic('expectation-failed'));
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
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    const codings = headers['content-encoding']?.split(',').map((coding) => coding.trim().toLowerCase()) ?? [];
    // Fastify reads no body of a GET, whatever its headers say.
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const isEncoded = hasBody && codings.some((coding) => coding !== '' && coding !== 'identity');
    done(isEncoded ? contentEncoded() : null);
  });
  // An absent body counts as an empty one, so that validation names every required field.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {};
    done();
  });
}
