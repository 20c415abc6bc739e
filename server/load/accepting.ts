import type { Server } from 'node:http';

// In milliseconds: how long new connections go first; then other work has as much time. Not a number of connections,
// because libuv accepts one in each turn of the event loop, and turns may be long.
const ACCEPT_TIME = 250;

let isAccepting = false;
let [start, end] = [0, 0];
let quiet: NodeJS.Immediate | undefined;

/** True while new connections arrive, and other work must wait for the next turn of the event loop. */
export function mustYield(): boolean {
  return isAccepting;
}

/** Lets the connections of `server` go first. */
export function acceptFirst(server: Server): void {
  server.on('connection', () => {
    const now = performance.now();
    if (now < end) return;
    if (!isAccepting) start = now;
    isAccepting = now - start < ACCEPT_TIME;
    if (!isAccepting) end = now + (now - start);
    clearImmediate(quiet);
    // At the end of the next turn, in which libuv would have accepted the next connection.
    quiet = setImmediate(() => {
      quiet = setImmediate(() => {
        isAccepting = false;
      });
    });
  });
}
