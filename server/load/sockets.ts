import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { acceptFirst } from './accepting.ts';
import type { MachineLimits } from './limits.ts';
import { Queue } from './queue.ts';
import { Quota } from './quota.ts';
import { SocketReads } from './socket-reads.ts';
import { addressClientOf, type Client, clientOf, currentClient, visitorsOf } from './clients.ts';

// `import` reads every export of the module, and some are getters that load undici, which takes 50 ms.
const { createServer, IncomingMessage: Message } = process.getBuiltinModule('node:http');

const HEALTH = /^\/(healthz|readyz)\/?(?:\?|$)/;
// In bytes.
const PIECE = 1_024;

// As Node's errors for heads that are too large.
const TOO_LARGE = Object.assign(new Error('The head is too large'), { code: 'HPE_HEADER_OVERFLOW' });

export type SocketLimits = Pick<MachineLimits, 'firstReads' | 'reads' | 'heads' | 'sockets' | 'socket'>;

type ServerParts = {
  http: ServerOptions;
  limits: SocketLimits;
  isProxy: (address: string) => boolean;
  refuse: (socket: Socket) => void;
};

type Connection = {
  /** Of the last request whose session was looked up. Before it: `initialClient`, then the network's visitors. */
  client: Client;
  /** All new sockets of a network are one client; each socket of a proxy is one. */
  initialClient: Client;
  isOfProxy: boolean;
  release: () => void;
  /** Counts the socket for another client: for visitors from its first request on, for a user once the session is known. */
  moveTo: (client: Client) => void;
  /** Requests started in its lifetime. */
  started: number;
  /** To the running request. */
  response?: ServerResponse | undefined;
  /** Starts pipelined requests. While any waits, the socket is not read. */
  waiting: Array<() => void>;
  /** The request whose body may still be arriving. */
  newest?: IncomingMessage;
  readOn: () => void;
};

const connections = new WeakMap<Socket, Connection>();

/** Assigns each socket to the client of its last request, and sets `currentClient` for the work of each request. */
export function trackClients(app: FastifyInstance): void {
  // Until the session is looked up, the client of the socket's last request.
  app.addHook('onRequest', (request, _reply, done) => {
    const client = clientOf(request);
    currentClient.run({ ...client, id: connections.get(request.raw.socket)?.client.id ?? client.id }, done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const connection = connections.get(request.raw.socket);
    if (connection) {
      connection.client = { ...connection.client, id: clientOf(request).id };
      connection.moveTo(clientOf(request));
    }
    done();
  });
  // Again, because a body arrives in the context of its socket.
  app.addHook('preHandler', (request, _reply, done) => currentClient.run(clientOf(request), done));
}

/** An HTTP server that limits sockets and pipelining. */
export function createBoundedServer(handle: RequestListener, { http, limits, isProxy, refuse }: ServerParts): Server {
  const open = new Quota(limits.sockets, { dropsOldest: true });
  const idle = new Set<Socket>();

  const server = createServer({ ...http, IncomingMessage: JoinedMessage });
  acceptFirst(server);
  const heads = new Queue(limits.heads);
  const reads = new SocketReads(server, limits);
  server.maxHeadersCount = limits.socket.headers;
  const handleBounded: RequestListener = (request, response) => {
    if (isBounded(request, limits.socket)) handle(request, response);
    else server.emit('clientError', TOO_LARGE, request.socket);
  };
  const clientOfHead = (request: IncomingMessage) => visitorsOf(addressClientOf(addressOf(request, isProxy)));
  const start = boundPipelines(handleBounded, { limits, idle, heads, clientOfHead });
  server.on('request', start);
  // By default Node responds itself, without these limits.
  server.on('checkExpectation', start);
  const close = (socket: Socket) => {
    connections.get(socket)?.release();
    idle.delete(socket);
    socket.destroy();
  };
  const closeOldestIdle = () => {
    const [oldest] = idle;
    if (oldest) close(oldest);
    return oldest !== undefined;
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // The client has already reset it: its request would count for no network.
    if (remoteAddress === undefined) return socket.destroy();
    const isOfProxy = isProxy(remoteAddress);
    const client = isOfProxy ? proxyClientOf(socket) : addressClientOf(remoteAddress);
    const drop = () => close(socket);
    const waits = () => waitsForClient(connections.get(socket));
    const allocate = () => open.allocate({ client, amount: 1, drop, waitsForClient: waits });
    // On a tie, `allocate` refuses the new socket. Ties are usual behind a proxy: each of its sockets counts as a network.
    const grant = allocate() ?? (open.total === limits.sockets.total && closeOldestIdle() ? allocate() : undefined);
    if (!grant) return refuse(socket);
    const connection: Connection = {
      client,
      initialClient: client,
      isOfProxy,
      ...grant,
      started: 0,
      waiting: [],
      readOn: () => undefined,
    };
    connections.set(socket, connection);
    connection.readOn = reads.add(socket, connection, {
      mayRead: () => connection.waiting.length === 0,
      newest: () => connection.newest,
      onTurn: () => {
        if (!connection.response && !socket.destroyed) idle.add(socket);
      },
    });
    socket.once('close', () => {
      idle.delete(socket);
      grant.release();
    });
  });
  return server;
}

function isBounded({ url = '', headers }: IncomingMessage, bounds: MachineLimits['socket']): boolean {
  // Fastify parses this header each time that the client's address is read.
  const { 'x-forwarded-for': forwardedFor = '' } = headers;
  return url.split('&').length <= bounds.parameters && forwardedFor.length <= bounds.forwardedFor;
}

/** Each socket of a proxy counts as a network of its own: its client is unknown before a request head is read. */
function proxyClientOf({ remoteAddress, remotePort }: Socket): Client {
  const id = `${remoteAddress} ${remotePort}`;
  return { network: id, id };
}

/** As Fastify's `trustProxy`: the last address of the request that is no proxy's. */
function addressOf({ socket, headers }: IncomingMessage, isProxy: (address: string) => boolean): string {
  let address = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  while (isProxy(address) && forwarded.length > 0) address = forwarded.pop()?.trim() || address;
  return address;
}

function countRequest(connection: Connection, visitors: Client): void {
  const { client, initialClient, isOfProxy } = connection;
  connection.started += 1;
  // Each request of a proxy's socket may be of another client.
  if (connection.started === 1 || isOfProxy) connection.moveTo(visitors);
  // Otherwise a socket whose sessions are all refused would always count as new.
  else if (client === initialClient) connection.client = visitorsOf(initialClient);
}

/** The server has nothing to do for the socket: it is new or idle, its request has not arrived, or its response is unread. */
function waitsForClient(connection: Connection | undefined): boolean {
  if (!connection || connection.newest?.complete === false) return true;
  return connection.response?.writableEnded ?? true;
}

/** Joins small pieces of a body: Node makes an object of some 200 bytes for each, even if it has one byte. */
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

type Pipelines = {
  limits: SocketLimits;
  idle: Set<Socket>;
  heads: Queue;
  clientOfHead: (request: IncomingMessage) => Client;
};

// By default Node starts each pipelined request immediately, and buffers each response until the previous one is sent.
function boundPipelines(handle: RequestListener, { limits, idle, heads, clientOfHead }: Pipelines): RequestListener {
  const { socket: bounds } = limits;

  function run(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const { isOfProxy, initialClient } = connection;
    const visitors = isOfProxy ? clientOfHead(request) : visitorsOf(initialClient);
    countRequest(connection, visitors);
    // The socket closes after this response.
    if (connection.started === bounds.requests) response.shouldKeepAlive = false;
    connection.response = response;
    idle.delete(socket);
    // Node's socket timeout is too late: each byte restarts it, and for an unread response it fires only the second time.
    const timer = setTimeout(() => socket.destroy(), bounds.response);
    response.once('close', () => {
      clearTimeout(timer);
      connection.response = undefined;
      if (socket.destroyed) return;
      // Its next request may be of another client.
      if (isOfProxy) connection.moveTo(initialClient);
      idle.add(socket);
      startNext(connection);
    });
    void handleInTurn(isOfProxy ? visitors : connection.client, request, response);
  }

  async function handleInTurn(client: Client, request: IncomingMessage, response: ServerResponse) {
    const { socket, url = '', headers } = request;
    // If its own had to wait, a load balancer would remove a busy server. Those that it forwards may come from anybody.
    const isHealthCheck = HEALTH.test(url) && headers['x-forwarded-for'] === undefined;
    try {
      if (!isHealthCheck) (await heads.enter(client, 0, socket))();
    } catch {
      socket.destroy();
    }
    if (!socket.destroyed) handle(request, response);
  }

  function startNext(connection: Connection): void {
    const { started, response, waiting } = connection;
    if (!response && started < bounds.requests) waiting.shift()?.();
    connection.readOn();
  }

  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (socket.destroyed || !connection) return;
    connection.newest = request;
    connection.waiting.push(() => run(connection, request, response));
    startNext(connection);
  };
}
