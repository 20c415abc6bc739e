import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../http/networks.ts';
import type { MachineLimits } from './limits.ts';
import type { Queue } from './queue.ts';
import { Quota } from './quota.ts';
import { makeYieldingQueue, SocketReads } from './socket-reads.ts';
import type { Client } from './usage.ts';

// `import` reads every export of the module, and some are getters that load undici, which takes 50 ms.
const { createServer, IncomingMessage: Message } = process.getBuiltinModule('node:http');

const HEALTH = /^\/(healthz|readyz)\/?(?:\?|$)/;
// An estimate in bytes: Node's objects for a request, without the strings of its head.
const REQUEST_SIZE = 2_048;
// In bytes.
const PIECE = 1_024;

export type SocketLimits = Pick<MachineLimits, 'reads' | 'heads' | 'sockets' | 'socket' | 'pipelined'>;

type ServerParts = {
  http: ServerOptions;
  limits: SocketLimits;
  isProxy: (address: string) => boolean;
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

/** An HTTP server that limits sockets and pipelining. At the total limit, a new socket replaces the oldest idle one. */
export function createBoundedServer(handle: RequestListener, { http, limits, isProxy, refuse }: ServerParts): Server {
  const open = new Quota(limits.sockets);
  const connections = new WeakMap<Socket, Connection>();
  const idle = new Set<Socket>();

  const server = createServer({ ...http, IncomingMessage: JoinedMessage });
  const heads = makeYieldingQueue(server, limits.heads);
  const setIdle = (socket: Socket, isIdle: boolean) => void (isIdle ? idle.add(socket) : idle.delete(socket));
  const reads = new SocketReads(server, limits.reads);
  const start = boundPipelines(handle, limits, { connections, setIdle, heads });
  server.on('request', start);
  // By default Node responds itself, to any number of requests.
  server.on('checkExpectation', start);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    // Each socket of a proxy counts as a network of its own: its client is unknown before a request head is read.
    const network = isProxy(remoteAddress) ? `${remoteAddress} ${remotePort}` : networkOf(remoteAddress);
    const client = { network, id: network };
    const [oldest] = idle;
    if (oldest && open.total >= (limits.sockets.total ?? Infinity)) {
      connections.get(oldest)?.release();
      idle.delete(oldest);
      oldest.destroy();
    }
    const release = open.allocate(client, 1, () => socket.destroy());
    if (!release) return refuse(socket);
    const connection: Connection = { client, release, requests: 0, running: 0, waiting: [] };
    connections.set(socket, connection);
    reads.add(socket, client, () => {
      if (connection.running === 0 && !socket.destroyed) idle.add(socket);
    });
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

/** Node makes an object of some 200 bytes for each piece of a body, which may be one byte. This joins small pieces. */
class JoinedMessage extends Message {
  #joined: Buffer | undefined;
  #size = 0;

  override push(piece: Buffer | null): boolean {
    let isRead = true;
    if (this.#joined && (piece === null || this.#size + piece.length > PIECE)) {
      isRead = super.push(this.#joined.subarray(0, this.#size));
      this.#joined = undefined;
      this.#size = 0;
    }
    if (piece === null || piece.length >= PIECE) return super.push(piece);
    this.#joined ??= Buffer.allocUnsafe(PIECE);
    this.#size += piece.copy(this.#joined, this.#size);
    return isRead;
  }
}

function sizeOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, REQUEST_SIZE + url.length);
}

type Sockets = {
  connections: WeakMap<Socket, Connection>;
  setIdle: (socket: Socket, isIdle: boolean) => void;
  heads: Queue;
};

// By default Node starts each pipelined request immediately, and buffers each response until the previous one is sent.
function boundPipelines(
  handle: RequestListener,
  { socket: bounds, pipelined: limits }: SocketLimits,
  { connections, setIdle, heads }: Sockets,
): RequestListener {
  const pipelined = new Quota(limits);

  function run(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Each byte restarts Node's socket timeout, and for an unread response it fires only the second time.
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

  async function handleInTurn({ client: { network } }: Connection, request: IncomingMessage, response: ServerResponse) {
    const { socket, url = '' } = request;
    try {
      // If health checks had to wait, a load balancer would remove a busy server.
      if (!HEALTH.test(url)) {
        const free = await heads.enter({ network, id: `${socket.remoteAddress} ${socket.remotePort}` });
        free();
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
    // After the last response the socket closes. Later requests wait for that.
    const isLate = connection.requests > bounds.requests;
    if (connection.requests >= bounds.requests) response.shouldKeepAlive = false;
    const start = () => {
      if (!isLate) run(connection, request, response);
    };
    if (!isLate && connection.running < bounds.concurrent) return start();
    const release = pipelined.allocate(connection.client, sizeOf(request), () => socket.destroy());
    if (release) connection.waiting.push({ start, release });
    else socket.destroy();
  };
}
