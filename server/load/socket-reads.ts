import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Queue, type QueueLimits } from './queue.ts';
import type { Client } from './usage.ts';

// New connections that may delay work: libuv accepts one per turn of the event loop.
const ACCEPTED_FIRST = 500;
// In milliseconds per turn of the event loop.
const PARSE_TIME = 5;
// In bytes, parsed without a look at the clock: a millisecond if they are chunks of one byte.
const SLICE = 4_096;

const gates = new WeakMap<Server, () => boolean>();

/** Makes a queue that postpones its slices while new connections arrive. */
export function makeYieldingQueue(server: Server, limits: QueueLimits): Queue {
  return new Queue(limits, yieldTo(server));
}

/** Returns a function to call in any turn of the event loop: whether other work waits for new connections. */
function yieldTo(server: Server): () => boolean {
  const known = gates.get(server);
  if (known) return known;
  let accepted = 0;
  let quiet: NodeJS.Immediate | undefined;
  server.on('connection', () => {
    accepted = (accepted + 1) % ACCEPTED_FIRST;
    clearImmediate(quiet);
    quiet = setImmediate(() => {
      accepted = 0;
    });
  });
  const shouldYield = () => accepted > 0;
  gates.set(server, shouldYield);
  return shouldYield;
}

/**
 * Reads sockets in turns that are fair between networks, five milliseconds in each turn of the event loop; the kernel
 * buffers the rest. Node alone would parse all sockets' data in one turn.
 */
export class SocketReads {
  readonly #queue: Queue;
  readonly #shouldYield: () => boolean;
  readonly #slots: Array<() => void> = [];
  #parseEnd: number | undefined;

  constructor(server: Server, limits: QueueLimits) {
    this.#queue = new Queue(limits);
    this.#shouldYield = yieldTo(server);
    // Node has no such option for HTTP servers: a new socket is not read before its first turn.
    Object.assign(server, { pauseOnConnect: true });
  }

  /** To call with each new socket. Calls `onTurn` whenever the socket has waited for its turn. */
  add(socket: Socket, client: Client, onTurn: () => void): void {
    const feed = new Feed(socket, {
      hasTime: () => this.#hasTime(),
      waitForTurn: async () => {
        await this.#waitForTurn(socket, client);
        onTurn();
      },
    });
    void feed.wait();
  }

  /** Resolves when it is the socket's turn. */
  async #waitForTurn(socket: Socket, client: Client): Promise<void> {
    // Node would close an idle socket whose next request waits here.
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    const free = await this.#queue.enter(client);
    if (this.#slots.push(free) === 1) setImmediate(() => this.#freeSlots());
    // A response sent meanwhile has set another.
    if (!socket.timeout) socket.setTimeout(timeout);
  }

  #freeSlots(): void {
    if (this.#shouldYield()) setImmediate(() => this.#freeSlots());
    else for (const free of this.#slots.splice(0)) free();
  }

  #hasTime(): boolean {
    const now = performance.now();
    if (this.#parseEnd === undefined) {
      this.#parseEnd = now + PARSE_TIME;
      setImmediate(() => {
        this.#parseEnd = undefined;
      });
    }
    return now < this.#parseEnd;
  }
}

type Turns = { hasTime: () => boolean; waitForTurn: () => Promise<void> };

/** Feeds Node's parser with what a socket receives. */
class Feed {
  readonly #socket: Socket;
  readonly #turns: Turns;
  readonly #pause: () => void;
  readonly #resume: () => void;
  readonly #parse: (data: Buffer) => void;
  #isWaiting = false;
  #isWanted = true;
  #hasTurn = false;

  constructor(socket: Socket, turns: Turns) {
    this.#socket = socket;
    this.#turns = turns;
    this.#pause = socket.pause.bind(socket);
    this.#resume = socket.resume.bind(socket);
    const [parse] = socket.listeners('data');
    this.#parse = parse as (data: Buffer) => void;
    socket.removeListener('data', this.#parse);
    socket.on('data', (data: Buffer) => this.#feed(data));
    // Node pauses a socket whose bodies or responses are not read, fails if it is fed meanwhile, and resumes a socket
    // after each request.
    socket.pause = () => {
      this.#isWanted = false;
      this.#pause();
      return socket;
    };
    socket.resume = () => {
      this.#isWanted = true;
      if (!this.#isWaiting) this.#resume();
      return socket;
    };
  }

  async wait(): Promise<void> {
    this.#isWaiting = true;
    this.#pause();
    try {
      await this.#turns.waitForTurn();
    } catch {
      this.#socket.destroy();
    }
    if (this.#socket.destroyed) return;
    this.#isWaiting = false;
    this.#hasTurn = true;
    if (this.#isWanted) this.#resume();
  }

  #feed(data: Buffer): void {
    let rest = data;
    for (; rest.length > 0 && this.#mayParse(); rest = rest.subarray(SLICE)) {
      this.#parse(rest.subarray(0, SLICE));
      // The response to a malformed request ends the socket.
      if (!this.#socket.writable) return;
    }
    if (rest.length === 0) return;
    if (this.#isWanted) void this.wait();
    this.#socket.unshift(rest);
  }

  /** A socket whose turn it is parses one slice, whatever the time. */
  #mayParse(): boolean {
    const mayParse = this.#isWanted && (this.#hasTurn || this.#turns.hasTime());
    this.#hasTurn = false;
    return mayParse;
  }
}
