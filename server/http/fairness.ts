import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { generic } from '../problems.ts';
import { makeQueues, Overloaded, type QueueLimits } from '../queue.ts';
import { networkOf } from './networks.ts';
import { Tally } from './tally.ts';

// Four at once leave room for others between two of them: each may take the event loop for 50 ms.
const TURNS: QueueLimits = { running: 4, waiting: 5_000, timeOut: 10_000 };
/** In bytes: of answers that a network has not taken yet. Small ones are not counted. */
const UNREAD_LIMIT = 32 * 1024 * 1024;
const SMALL = 64 * 1024;

/**
 * The routes of this context work on four requests of one network at once, from the body's end until the answer is made.
 * A request whose client has hung up is not worked on.
 */
export function takeTurns(app: FastifyInstance, limits: Partial<QueueLimits> = {}): void {
  const enqueue = makeQueues({ ...TURNS, ...limits });
  const leaving = new WeakMap<FastifyRequest, () => void>();

  app.addHook('preHandler', async (request) => {
    await new Promise<void>((start, refuse) => {
      const turn = () =>
        new Promise<void>((leave) => {
          leaving.set(request, leave);
          start();
        });
      enqueue(networkOf(request.ip), turn).catch(refuse);
    });
    // Databases in this process answer without a pause: let what has arrived from others be read.
    await setImmediate();
    if (request.raw.socket.destroyed) throw generic('bad-request');
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leaving.get(request)?.();
    done();
  });
}

/** Answers 503 instead of yet another large answer to a network that does not take those it has asked for. */
export function boundUnread(app: FastifyInstance, limit = UNREAD_LIMIT): void {
  const unread = new Tally();

  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw;
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? Buffer.byteLength(payload) : 0;
    if (bytes <= SMALL || socket.destroyed) return done();
    const network = networkOf(request.ip);
    if (unread.of(network) + bytes > limit) return done(new Overloaded('Too many answers that nobody takes'));
    unread.add(network, bytes);
    const forget = () => {
      reply.raw.removeListener('close', forget);
      // An answer that waits for the one before it does not hear that the socket is closed.
      socket.removeListener('close', forget);
      unread.add(network, -bytes);
    };
    reply.raw.once('close', forget);
    socket.once('close', forget);
    return done();
  });
}
