import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './networks.ts';

// An import would read every name of the module, and behind some of them is undici: 50 ms of a start.
const { createServer } = process.getBuiltinModule('node:http');

/** How many of what, and how long an answer may take to be read, in milliseconds. */
export type SocketLimits = {
  /** Sockets at all: room beside hundreds of half-open ones (OWASP Denial of Service Cheat Sheet). */
  sockets: number;
  /** Sockets of one network: thirty browsers with six each, three times over. */
  ofNetwork: number;
  /** Requests that one socket ever makes. */
  requests: number;
  /** Requests of one socket that are worked on; the next ones wait for their answers to be taken. */
  inFlight: number;
  /** Requests that wait so, of all sockets: some kilobytes each. */
  waiting: number;
  answer: number;
};
const LIMITS: SocketLimits = {
  sockets: 2_048,
  ofNetwork: 600,
  requests: 1_000,
  inFlight: 8,
  waiting: 20_000,
  answer: 60_000,
};

type BoundedOptions = {
  http: ServerOptions;
  limits: Partial<SocketLimits> | undefined;
  /** Whose sockets are many people's. */
  isProxy: (address: string) => boolean;
  /** Answers a socket that is one too many. */
  refuse: (socket: Socket) => void;
};

/** An HTTP server that one client can neither fill nor keep for itself. */
export function createBoundedServer(
  handle: RequestListener,
  { http, limits, isProxy, refuse }: BoundedOptions,
): Server {
  const bounds = { ...LIMITS, ...limits };
  const server = createServer(http, boundPipelines(handle, bounds));
  server.maxConnections = bounds.sockets;
  server.maxRequestsPerSocket = bounds.requests;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    // Each answer in flight listens for its end.
    socket.setMaxListeners(4 * bounds.inFlight);
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    if (count > bounds.ofNetwork) refuse(socket);
  });
  return server;
}

type Pipeline = { made: number; busy: number; waiting: Array<() => void>; timer: NodeJS.Timeout | undefined };

// Node starts every request that has arrived, however many, and keeps each answer until the one before is taken.
function boundPipelines(
  handle: RequestListener,
  { requests, inFlight, waiting, answer }: SocketLimits,
): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  let waitingInAll = 0;

  function pipelineOf({ socket }: IncomingMessage): Pipeline {
    const known = pipelines.get(socket);
    if (known) return known;
    const pipeline: Pipeline = { made: 0, busy: 0, waiting: [], timer: undefined };
    pipelines.set(socket, pipeline);
    socket.once('close', () => {
      clearTimeout(pipeline.timer);
      waitingInAll -= pipeline.waiting.length;
      pipeline.waiting.length = 0;
    });
    return pipeline;
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const pipeline = pipelineOf(request);
    pipeline.made += 1;
    // Node says that it closes, and does not.
    if (pipeline.made >= requests) response.shouldKeepAlive = false;
    // Node's own time-out for sockets starts anew with each byte, and notices a reader who takes none at the second go.
    const expectReader = () => {
      clearTimeout(pipeline.timer);
      pipeline.timer = pipeline.busy > 0 ? setTimeout(() => socket.destroy(), answer) : undefined;
    };
    const start = () => {
      pipeline.busy += 1;
      if (pipeline.busy === 1) expectReader();
      response.once('close', () => {
        pipeline.busy -= 1;
        const next = pipeline.waiting.shift();
        if (next) waitingInAll -= 1;
        next?.();
        expectReader();
      });
      handle(request, response);
    };
    if (pipeline.busy < inFlight) start();
    else if (waitingInAll >= waiting) socket.destroy();
    else {
      waitingInAll += 1;
      pipeline.waiting.push(start);
    }
  };
}
