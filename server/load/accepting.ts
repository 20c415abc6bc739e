import type { Server } from 'node:http';

// In milliseconds: how long new connections go first, at most; then other work has as much time. Not a number of
// connections, because libuv accepts one in each turn of the event loop, and turns may be long.
const ACCEPT_TIME = 500;

let isAccepting = false;
let [start, end] = [0, 0];
let quiet: NodeJS.Immediate | undefined;

/** Returns a function that calls `work`, but while new connections arrive, in a later turn of the event loop. */
export function yielding(work: () => void): () => void {
  let isWaiting = false;
  const tryWork = () => {
    isWaiting = isAccepting;
    if (isWaiting) setImmediate(tryWork);
    else work();
  };
  return () => {
    if (!isWaiting) tryWork();
  };
}

function stop(): void {
  const now = performance.now();
  isAccepting = false;
  end = now + (now - start);
}

/** Lets the connections of `server` go first. */
export function acceptFirst(server: Server): void {
  server.on('connection', () => {
    const now = performance.now();
    if (now < end) return;
    if (!isAccepting) start = now;
    isAccepting = true;
    clearImmediate(quiet);
    if (now - start >= ACCEPT_TIME) return stop();
    // At the end of the next turn, in which libuv would have accepted the next connection.
    quiet = setImmediate(() => {
      quiet = setImmediate(stop);
    });
  });
}
