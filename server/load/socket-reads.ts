import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { yielding } from './accepting.ts';
import type { Client } from './clients.ts';
import type { MachineLimits } from './limits.ts';
import { Queue } from './queue.ts';

// In milliseconds: for all sockets in a turn of the event loop, and at least for each socket whose turn it is.
const PARSE_TIME = { turn: 5, socket: 0.1 };
// Bytes parsed between checks of the clock. Parsing also stops after each empty line, which may end a request head, to
// check `mayRead`.
const SLICE = 1_024;
const HEAD_END = '\r\n\r\n';

type Reader = {
  /** While it returns false, the socket is not parsed. */
  mayRead: () => boolean;
  /** The last request that was parsed. */
  newest: () => IncomingMessage | undefined;
  onTurn: () => void;
};

/**
 * Reads sockets in turns that are fair between networks, five milliseconds in each turn of the event loop; the kernel
 * buffers the rest. Node alone would parse all sockets' data in one turn.
 */
export class SocketReads {
  readonly #newSockets: Queue;
  readonly #others: Queue;
  readonly #turns: Array<() => void> = [];
  readonly #endTurns = yielding(() => {
    for (const end of this.#turns.splice(0)) end();
  });
  #parseEnd: number | undefined;

  constructor(server: Server, { firstReads, reads }: Pick<MachineLimits, 'firstReads' | 'reads'>) {
    this.#newSockets = new Queue(firstReads);
    this.#others = new Queue(reads);
    // A new socket must not be read before its first turn. `http.createServer` has no such option.
    Object.assign(server, { pauseOnConnect: true });
  }

  /** Call it with each new socket, and the returned function when `mayRead` may have become true. */
  add(socket: Socket, connection: { client: Client }, { mayRead, newest, onTurn }: Reader): () => void {
    const feed = new Feed(socket, {
      mayRead,
      newest,
      hasTime: () => this.#hasTime(),
      waitForTurn: async (isNew, endTurn) => {
        const queue = isNew ? this.#newSockets : this.#others;
        await this.#waitForTurn(queue.enter(connection.client, 0, socket), socket, endTurn);
        onTurn();
      },
    });
    void feed.wait();
    return () => feed.readOn();
  }

  /** Resolves when it is the socket's turn. Calls `endTurn` after the next reads. */
  async #waitForTurn(turn: Promise<() => void>, socket: Socket, endTurn: () => void): Promise<void> {
    // Node would close an idle socket whose next request waits here.
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    const free = await turn;
    // A socket that closed while it waited must not use a turn.
    if (socket.destroyed) return free();
    const end = () => {
      endTurn();
      free();
    };
    if (this.#turns.push(end) === 1) setImmediate(this.#endTurns);
    // A response sent during the wait may have set another timeout.
    if (!socket.timeout) socket.setTimeout(timeout);
  }

  #hasTime(): boolean {
    const now = performance.now();
    if (this.#parseEnd === undefined) {
      this.#parseEnd = now + PARSE_TIME.turn;
      setImmediate(() => {
        this.#parseEnd = undefined;
      });
    }
    return now < this.#parseEnd;
  }
}

type Turns = Pick<Reader, 'mayRead' | 'newest'> & {
  hasTime: () => boolean;
  waitForTurn: (isNew: boolean, endTurn: () => void) => Promise<void>;
};

/** Passes the data of a socket to Node's parser in slices. */
class Feed {
  readonly #socket: Socket;
  readonly #turns: Turns;
  readonly #pause: () => void;
  readonly #resume: () => void;
  readonly #parse: (data: Buffer) => void;
  #isWaiting = false;
  #isPausedByNode = false;
  #hasTurn = false;
  /** Nothing was parsed yet: it may have received data after its first turn. */
  #isNew = true;
  #newest: IncomingMessage | undefined;
  /** Bytes that surely belong to the body of the newest request: an empty line ends no head in them. */
  #bodyLeft = 0;

  constructor(socket: Socket, turns: Turns) {
    this.#socket = socket;
    this.#turns = turns;
    this.#pause = socket.pause.bind(socket);
    this.#resume = socket.resume.bind(socket);
    const [parse] = socket.listeners('data');
    this.#parse = parse as (data: Buffer) => void;
    socket.removeListener('data', this.#parse);
    socket.on('data', (data: Buffer) => this.#feed(data));
    // Node pauses a socket while its bodies or responses are not read, fails if the socket is fed meanwhile, and resumes
    // it after each request.
    socket.pause = () => {
      this.#isPausedByNode = true;
      this.#pause();
      return socket;
    };
    socket.resume = () => {
      this.#isPausedByNode = false;
      this.readOn();
      return socket;
    };
  }

  async wait(): Promise<void> {
    this.#isWaiting = true;
    this.#pause();
    try {
      // An idle socket loses its turn: otherwise many could save theirs and use them simultaneously.
      await this.#turns.waitForTurn(this.#isNew, () => {
        this.#hasTurn = false;
      });
    } catch {
      this.#socket.destroy();
    }
    if (this.#socket.destroyed) return;
    this.#isWaiting = false;
    this.#hasTurn = true;
    this.readOn();
  }

  readOn(): void {
    if (this.#mayRead() && !this.#isWaiting) this.#resume();
  }

  #feed(data: Buffer): void {
    // Node still emits the chunks that it has buffered. A CONNECT in them would remove the listener of the socket's error.
    if (this.#socket.destroyed) return;
    // A socket whose turn it is always parses something, even if the others have used up the time.
    const ownEnd = this.#hasTurn ? performance.now() + PARSE_TIME.socket : 0;
    this.#hasTurn = false;
    const hasTime = () => performance.now() < ownEnd || this.#turns.hasTime();
    let rest = data;
    while (rest.length > 0 && this.#mayRead() && hasTime()) {
      const slice = this.#bodyLeft > 0 ? rest.subarray(0, Math.min(SLICE, this.#bodyLeft)) : firstSlice(rest);
      rest = rest.subarray(slice.length);
      this.#isNew = false;
      this.#parse(slice);
      this.#countBody(slice.length);
      // The response to a malformed request has closed the socket.
      if (!this.#socket.writable) return;
    }
    if (rest.length === 0) return;
    if (this.#mayRead()) void this.wait();
    else this.#pause();
    // A copy of a small rest: otherwise all that was read with it would be held.
    this.#socket.unshift(2 * rest.length < data.length ? Buffer.from(rest) : rest);
  }

  #countBody(parsed: number): void {
    const newest = this.#turns.newest();
    if (newest !== this.#newest) {
      this.#newest = newest;
      this.#bodyLeft = newest?.complete === false ? Number(newest.headers['content-length'] ?? 0) : 0;
    }
    // Of a new request too, because the slice may have ended in its body.
    this.#bodyLeft = Math.max(0, this.#bodyLeft - parsed);
  }

  #mayRead(): boolean {
    return !this.#isPausedByNode && this.#turns.mayRead();
  }
}

function firstSlice(data: Buffer): Buffer {
  const slice = data.subarray(0, SLICE);
  const end = slice.indexOf(HEAD_END);
  return end === -1 ? slice : slice.subarray(0, end + HEAD_END.length);
}
