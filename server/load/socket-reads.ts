import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Queue, type QueueLimits } from './queue.ts';
import type { Client } from './usage.ts';

// New connections that may delay the next slice: libuv accepts one per turn of the event loop.
const ACCEPTED_FIRST = 500;
// In milliseconds.
const PARSE_TIME = 10;

/** Makes a queue that postpones its slices while new connections arrive. */
export function makeYieldingQueue(server: Server, limits: QueueLimits): Queue {
  return new Queue(limits, yieldTo(server));
}

/** Returns a function to call once per turn of the event loop: whether other work waits for new connections. */
function yieldTo(server: Server): () => boolean {
  let isAccepting = false;
  let yielded = 0;
  server.on('connection', () => {
    isAccepting = true;
  });
  return () => {
    const shouldYield = isAccepting && yielded < ACCEPTED_FIRST;
    isAccepting = false;
    yielded = shouldYield ? yielded + 1 : 0;
    return shouldYield;
  };
}

/**
 * Returns a function to call with each new socket. Sockets are read in turns that are fair between networks. Node parses
 * everything that has arrived, up to 64 KiB from each of a thousand sockets, in one turn of the event loop: after ten
 * milliseconds of that, every socket waits for its next turn, and the kernel buffers what it receives.
 */
export function makeSocketReads(server: Server, limits: QueueLimits, onRead: (socket: Socket) => void) {
  const queue = new Queue(limits);
  const shouldYield = yieldTo(server);
  const slots: Array<() => void> = [];
  const open = new Map<Socket, Client>();
  let parseEnd: number | undefined;

  function freeSlots(): void {
    if (shouldYield()) setImmediate(freeSlots);
    else for (const free of slots.splice(0)) free();
  }

  async function waitForTurn(socket: Socket, client: Client): Promise<void> {
    // Node would close an idle socket whose next request waits here.
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    try {
      const free = await queue.enter(client);
      if (slots.push(free) === 1) setImmediate(freeSlots);
      if (socket.destroyed) return;
      open.set(socket, client);
      // A response sent meanwhile has set another.
      if (!socket.timeout) socket.setTimeout(timeout);
      socket.resume();
      onRead(socket);
    } catch {
      socket.destroy();
    }
  }

  function countParsing(): void {
    const now = performance.now();
    if (parseEnd === undefined) {
      parseEnd = now + PARSE_TIME;
      setImmediate(() => {
        parseEnd = undefined;
      });
    }
    if (now < parseEnd) return;
    for (const [socket, client] of open) {
      socket.pause();
      void waitForTurn(socket, client);
    }
    open.clear();
  }

  return (socket: Socket, client: Client): void => {
    socket.once('close', () => open.delete(socket));
    // Node's own listener has parsed. Not per request: 64 KiB of a body may be ten thousand chunks.
    socket.on('data', countParsing);
    // Node starts to read in the next tick.
    process.nextTick(() => {
      socket.pause();
      void waitForTurn(socket, client);
    });
  };
}
