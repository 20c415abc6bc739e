import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Client } from '../ledger.ts';
import type { MachineLimits } from '../limits.ts';
import { networkOf } from './networks.ts';
import { Queue, type QueueLimits } from '../queue.ts';
import { Shares } from './shares.ts';

// An import would read every name of the module, and behind some of them is undici: 50 ms of a start.
const { createServer } = process.getBuiltinModule('node:http');

const HEALTH = /^\/(healthz|readyz)\b/;
// In bytes: Node's objects for a request, without its head.
const REQUEST_SIZE = 2_048;
// Connections that are accepted before the next slice of work: libuv accepts one per turn of the event loop.
const ACCEPTED_FIRST = 50;

export type SocketLimits = Pick<MachineLimits, 'arrivals' | 'sockets' | 'socket' | 'pipelined'>;

type ServerParts = {
  http: ServerOptions;
  limits: SocketLimits;
  isProxy: (address: string) => boolean;
  /** Responds to a socket that is not accepted. */
  refuse: (socket: Socket) => void;
};

type Connection = {
  client: Client;
  release: () => void;
  requests: number;
  running: number;
  waiting: Array<{ start: () => void; release: () => void }>;
  timer?: NodeJS.Timeout;
};

/** Creates an HTTP server with bounded sockets. A full server closes its oldest idle socket for a new one. */
export function createBoundedServer(handle: RequestListener, { http, limits, isProxy, refuse }: ServerParts): Server {
  const open = new Shares(limits.sockets);
  const connections = new WeakMap<Socket, Connection>();
  // In the order in which they became idle.
  const idle = new Set<Socket>();

  const server = createServer(http);
  const arrivals = makeYieldingQueue(server, limits.arrivals);
  const setIdle = (socket: Socket, isIdle: boolean) => void (isIdle ? idle.add(socket) : idle.delete(socket));
  server.on('request', boundPipelines(handle, limits, { connections, setIdle, arrivals }));
  server.maxRequestsPerSocket = limits.socket.requests;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    // Each socket of a proxy counts as a client: its clients are unknown until a head is read.
    const group = isProxy(remoteAddress) ? `${remoteAddress} ${remotePort}` : networkOf(remoteAddress);
    const client = { group, member: group };
    const [oldest] = idle;
    if (oldest && open.total >= (limits.sockets.total ?? Infinity)) {
      connections.get(oldest)?.release();
      idle.delete(oldest);
      oldest.destroy();
    }
    const release = open.take(client, 1, () => socket.destroy());
    if (!release) return refuse(socket);
    const connection: Connection = { client, release, requests: 0, running: 0, waiting: [] };
    connections.set(socket, connection);
    idle.add(socket);
    // Each concurrent response listens for the end of its socket.
    socket.setMaxListeners(6 * limits.socket.concurrent);
    socket.once('close', () => {
      clearTimeout(connection.timer);
      idle.delete(socket);
      release();
      for (const each of connection.waiting.splice(0)) each.release();
    });
  });
  return server;
}

/** A queue whose work yields to new connections. */
export function makeYieldingQueue(server: Server, limits: QueueLimits): Queue {
  let isAccepting = false;
  let yielded = 0;
  server.on('connection', () => {
    isAccepting = true;
  });
  return new Queue(limits, () => {
    const shouldYield = isAccepting && yielded < ACCEPTED_FIRST;
    isAccepting = false;
    yielded = shouldYield ? yielded + 1 : 0;
    return shouldYield;
  });
}

function sizeOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, REQUEST_SIZE + url.length);
}

type Sockets = {
  connections: WeakMap<Socket, Connection>;
  setIdle: (socket: Socket, isIdle: boolean) => void;
  arrivals: Queue;
};

// Node starts every request that has arrived, however many, and buffers each response until the one before is read.
function boundPipelines(
  handle: RequestListener,
  { socket: bounds, pipelined: limits }: SocketLimits,
  { connections, setIdle, arrivals }: Sockets,
): RequestListener {
  const pipelined = new Shares(limits);

  function run(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Node's own time-out for sockets starts anew with each byte, and notices an unread response at its second expiry.
    const expectReader = () => {
      clearTimeout(connection.timer);
      if (connection.running > 0) connection.timer = setTimeout(() => socket.destroy(), bounds.response);
    };
    connection.running += 1;
    if (connection.running === 1) {
      setIdle(socket, false);
      expectReader();
    }
    response.once('close', () => {
      connection.running -= 1;
      if (socket.destroyed) return;
      const next = connection.waiting.shift();
      next?.release();
      next?.start();
      expectReader();
      if (connection.running === 0) setIdle(socket, true);
    });
    void handleInTurn(connection, request, response);
  }

  /** The sockets of a network take turns. */
  async function handleInTurn({ client: { group } }: Connection, request: IncomingMessage, response: ServerResponse) {
    const { socket, url = '' } = request;
    try {
      // Health checks do not wait: a load balancer would consider a busy server dead.
      if (!HEALTH.test(url)) {
        const leave = await arrivals.enter({ group, member: `${socket.remoteAddress} ${socket.remotePort}` });
        leave();
      }
    } catch {
      socket.destroy();
    }
    if (!socket.destroyed) handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (socket.destroyed || !connection) return;
    connection.requests += 1;
    // At its limit, Node sends `Connection: close` without closing the connection.
    if (connection.requests >= bounds.requests) response.shouldKeepAlive = false;
    const start = () => run(connection, request, response);
    if (connection.running < bounds.concurrent) return start();
    const release = pipelined.take(connection.client, sizeOf(request), () => socket.destroy());
    if (release) connection.waiting.push({ start, release });
    else socket.destroy();
  };
}
