import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './networks.ts';
import { Tally } from './tally.ts';

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
  /** Bytes of the requests that wait so: of one network, and of all sockets. */
  waitingOfNetwork: number;
  waiting: number;
  answer: number;
};
const LIMITS: SocketLimits = {
  sockets: 2_048,
  ofNetwork: 600,
  requests: 1_000,
  inFlight: 8,
  waitingOfNetwork: 1024 * 1024,
  waiting: 16 * 1024 * 1024,
  answer: 60_000,
};
// In bytes: Node's objects for a request, without its head.
const REQUEST_SIZE = 2_048;

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
  // The sockets of a proxy are counted by themselves: its clients are not known before a head is read.
  const ownerOf = ({ remoteAddress = '', remotePort = 0 }: Socket) =>
    isProxy(remoteAddress) ? `${remoteAddress} ${remotePort}` : networkOf(remoteAddress);
  const server = createServer(http, boundPipelines(handle, bounds, ownerOf));
  server.maxConnections = bounds.sockets;
  server.maxRequestsPerSocket = bounds.requests;
  const open = new Tally();
  server.on('connection', (socket: Socket) => {
    // Each answer in flight listens for its end.
    socket.setMaxListeners(4 * bounds.inFlight);
    const owner = ownerOf(socket);
    socket.once('close', () => open.add(owner, -1));
    if (open.add(owner, 1) > bounds.ofNetwork) refuse(socket);
  });
  return server;
}

type Waiting = { start: () => void; bytes: number };
type Pipeline = { made: number; busy: number; owner: string; waiting: Waiting[]; timer: NodeJS.Timeout | undefined };

function sizeOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, REQUEST_SIZE + url.length);
}

// Node starts every request that has arrived, however many, and keeps each answer until the one before is taken.
function boundPipelines(
  handle: RequestListener,
  { requests, inFlight, waiting, waitingOfNetwork, answer }: SocketLimits,
  ownerOf: (socket: Socket) => string,
): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const bytesWaiting = new Tally();

  function pipelineOf({ socket }: IncomingMessage): Pipeline {
    const known = pipelines.get(socket);
    if (known) return known;
    const pipeline: Pipeline = { made: 0, busy: 0, owner: ownerOf(socket), waiting: [], timer: undefined };
    pipelines.set(socket, pipeline);
    socket.once('close', () => {
      clearTimeout(pipeline.timer);
      for (const { bytes } of pipeline.waiting.splice(0)) bytesWaiting.add(pipeline.owner, -bytes);
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
        if (socket.destroyed) return;
        const next = pipeline.waiting.shift();
        if (next) bytesWaiting.add(pipeline.owner, -next.bytes);
        next?.start();
        expectReader();
      });
      handle(request, response);
    };
    if (pipeline.busy < inFlight) return start();
    const bytes = sizeOf(request);
    pipeline.waiting.push({ start, bytes });
    const isTooMuch = bytesWaiting.add(pipeline.owner, bytes) > waitingOfNetwork || bytesWaiting.total > waiting;
    if (isTooMuch) socket.destroy();
  };
}
