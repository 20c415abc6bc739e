import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyHttpOptions } from 'fastify';
import { TECHNOLOGY_LIMITS } from '#contract/limits.ts';
import { contentEncoded, generic, type ProblemError, publishRefusal, tooManyRequests, toProblem } from '../problems.ts';
import { slowJsonProblem } from './bounded-json.ts';
import { refusalHeaders } from './headers.ts';
import { isForwarded, trustOf } from '../networks.ts';
import { clientOf } from '../load/clients.ts';
import { QUEUES } from '../load/limits.ts';
import { Overloaded, Queue } from '../load/queue.ts';
import { createBoundedServer, type SocketLimits } from '../load/sockets.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

// In milliseconds. Fastify's default for a request is unlimited, Node's for headers a minute.
const TIME_OUTS = { requestTimeout: 15_000, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 };
export type TimeOuts = typeof TIME_OUTS;
// In milliseconds, for an idle socket. A proxy in front needs a shorter timeout for its own sockets.
const KEEP_ALIVE = 5_000;
const BODY_LIMIT = 64 * 1024;
// In bytes. Browsers send one or two thousand. Names of headers take many times as much of the heap.
const HEAD_LIMIT = 8 * 1024;
// In bytes. Once as many of a socket wait, Node reads no more of it, and it reads up to 64 KiB at a time.
const READ_AHEAD = 16 * 1024;
// In bytes. Longer JSON waits to be parsed, unless its request has waited for a slot.
const SMALL_JSON = 8 * 1024;

// A name or an address with an optional port, or empty: URLs in responses begin with the Host.
// A name has at most 253 characters (RFC 1035, section 2.3.4).
const HOST = /^(?:(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?)?$/i;

/** False for `x:99999` or `256.1.1.1` too: they could begin no URL. */
function isValidHost(host: string): boolean {
  return HOST.test(host) && (host === '' || URL.canParse(`http://${host}`));
}

type ConnectionOptions = {
  timeOuts?: TimeOuts | undefined;
  limits: SocketLimits;
  trustedProxies: string[];
  corsOrigins: string[] | undefined;
};

/** Limits the connections and bodies of each client. Responds to malformed requests with a Problem. */
export function connectionOptions({ timeOuts = TIME_OUTS, limits, trustedProxies, corsOrigins }: ConnectionOptions) {
  const headers = refusalHeaders(corsOrigins);
  const isProxy = trustOf(trustedProxies);
  const http = {
    ...timeOuts,
    keepAliveTimeout: KEEP_ALIVE,
    maxHeaderSize: HEAD_LIMIT,
    highWaterMark: READ_AHEAD,
    requireHostHeader: false,
  };
  const refuse = (socket: Duplex) => respondOnSocket(socket, tooManyRequests(1), headers);
  return {
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 && isProxy,
    serverFactory: (handle: RequestListener) => {
      const server = createBoundedServer(handle, { http, limits, isProxy, refuse });
      server.setTimeout(60_000);
      return server;
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2 * TECHNOLOGY_LIMITS.title },
    genReqId: () => randomUUID(),
    // `guardConnections` responds instead: Fastify's 503 is no Problem.
    return503OnClosing: false,
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const { statusCode, problem } = publishRefusal(toProblem(error));
      reply.code(statusCode).headers(headers).send(problem);
    },
    clientErrorHandler: (error: Error, socket: Duplex) => refuseMalformed(error, socket, headers),
  } satisfies FastifyHttpOptions<Server>;
}

function refuseMalformed(
  error: Error & { code?: string },
  socket: Duplex & { _httpMessage?: ServerResponse },
  headers: Record<string, string>,
) {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  const unfinished = socket._httpMessage;
  // A response inside a half-sent one would be garbage (nodejs.org/api/http.html, 'clientError').
  if (error.code === 'ECONNRESET' || !socket.writable || unfinished?.headersSent) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.isPaused();
  const problem = isLate ? toProblem(new Overloaded('Waited too long to be read')) : problemOf(error.code);
  respondOnSocket(socket, problem, headers);
}

function respondOnSocket(socket: Duplex, refusal: ProblemError, headers: Record<string, string>) {
  const { statusCode, headers: own, problem } = publishRefusal(refusal);
  const body = JSON.stringify(problem);
  const head = Object.entries({ ...headers, ...own, 'content-length': Buffer.byteLength(body) });
  const lines = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...head.map((header) => header.join(': '))];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function problemOf(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') return generic('headers-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return generic('request-timeout');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return generic('payload-too-large');
  return generic('bad-request');
}

// V8 stores a decoded text in pieces until it is read: 500 kB for 15,000 signs of plus.
const READ = /^/;

/** Refuses ambiguous requests before any route. Closes each connection after its response once `stopping` is aborted. */
export function guardConnections(app: FastifyInstance, trustedProxies: string[], stopping: AbortSignal): void {
  warnAboutProxies(app, trustedProxies);
  acceptJsonOnly(app);

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', ({ params, query }, _reply, done) => {
    const texts = [params, query].flatMap((parameters) =>
      Object.values(parameters as Record<string, string | string[]>),
    );
    for (const text of texts.flat()) READ.test(text);
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    onHangUp(reply, () => {
      // No rate limit bounds the number of refused requests, so a flood would fill the disk.
      if (reply.statusCode !== 429) request.log.info({ req: request }, 'client disconnected');
    });
    if (closing) return done(generic('unavailable', { 'retry-after': '5' }));
    const { raw, headers } = request;
    if (headers.expect !== undefined && !/100-continue/i.test(headers.expect))
      return done(generic('expectation-failed'));
    // HTTP/1.1 requires one Host (RFC 9112, section 3.2). Of two, Node keeps the first; a proxy may have used the other.
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length;
    const hasHost = raw.httpVersion !== '1.1' || Boolean(headers.host);
    const isUnambiguous = hasHost && hosts <= 1 && isValidHost(request.host);
    return isUnambiguous ? done() : done(generic('bad-request'));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

/** Calls `listener` if the client disconnects before the end of the response. Fastify's `onRequestAbort` covers the body only. */
export function onHangUp({ raw }: FastifyReply, listener: () => void): void {
  raw.once('close', () => {
    if (!raw.writableFinished) listener();
  });
}

// All clients behind an unknown proxy share the limits of one network.
function warnAboutProxies(app: FastifyInstance, trustedProxies: string[]): void {
  const isProxy = trustOf(trustedProxies);
  let hasWarned = false;
  app.addHook('onRequest', ({ headers, raw, log }, _reply, done) => {
    done();
    if (hasWarned || !isForwarded(headers)) return;
    const isTrusted = isProxy(raw.socket.remoteAddress ?? '');
    if (isTrusted && 'x-forwarded-for' in headers) return;
    hasWarned = true;
    log.warn(
      isTrusted
        ? 'a trusted proxy sends no X-Forwarded-For'
        : 'forwarding headers from an address that TRUST_PROXY does not list',
    );
  });
}

/** Queues large bodies before they are parsed. Only for scopes without slots: elsewhere a body is parsed in its slot. */
export function parseInSlices(scope: FastifyInstance): void {
  const bodies = new Queue(QUEUES.bodies);
  scope.addHook('preValidation', async (request) => {
    if (!(request.body instanceof Buffer) || request.body.length <= SMALL_JSON) return;
    const free = await bodies.enter(clientOf(request));
    free();
  });
}

/**
 * Parses the bodies of this scope. Call it last: parsed JSON takes up to forty times the memory of its text, so a request
 * must wait with the text.
 */
export function parseJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addHook('preValidation', (request, _reply, done) => {
    if (!(request.body instanceof Buffer)) return done();
    const json = request.body.toString();
    const problem = slowJsonProblem(json);
    if (problem) return done(problem);
    return parse(request, json, (error, value) => {
      // Otherwise it would be held while the request waits in another queue.
      request.body = request.routeOptions.schema?.body === undefined ? undefined : value;
      done(error ?? undefined);
    });
  });
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    // Would be stored with replacement characters (RFC 8259, section 8.1).
    if (!isUtf8(body)) return done(generic('bad-request'));
    // Clients in use send a JSON content type with an empty body.
    return done(null, body.length === 0 ? undefined : body);
  });
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    const codings = headers['content-encoding']?.split(',').map((coding) => coding.trim().toLowerCase()) ?? [];
    const hasBody = method !== 'GET' && method !== 'HEAD';
    // Clients in use send a type with a DELETE that has no body, which Fastify would refuse.
    if (Number(headers['content-length'] ?? 0) === 0 && !headers['transfer-encoding']) delete headers['content-type'];
    const isEncoded = hasBody && codings.some((coding) => coding !== '' && coding !== 'identity');
    done(isEncoded ? contentEncoded() : null);
  });
  // Without a body, validation names every required field.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {};
    done();
  });
}
