import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import { clientOf } from '../http/networks.ts';
import { generic } from '../problems.ts';
import { Overloaded, type Queue } from './queue.ts';
import { allocateUntilSent, Quota } from './quota.ts';
import type { Limits } from './usage.ts';

// In bytes. Smaller responses are not counted: they fit into the kernel's buffers.
const SMALL_RESPONSE = 8 * 1024;
// In bytes: the least that a body counts while it arrives. A body of unknown length counts as the largest of its route.
const SMALL_BODY = 64 * 1024;
// In bytes: a body up to this length does not count once it has arrived.
const TINY_BODY = 8 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a slow route: in the shared queue it would hold slots that other requests of its network need. */
    queue?: Queue;
  }
}

/** Requests of this scope enter `queue`, or that of their route, once their body is received, until their response is ready. */
export function limitConcurrency(scope: FastifyInstance, queue: Queue): void {
  const slots = new WeakMap<FastifyRequest, () => void>();

  scope.addHook('preHandler', async (request) => {
    slots.set(request, await (request.routeOptions.config.queue ?? queue).enter(clientOf(request)));
    // The client left while it waited: its work must not be done.
    if (request.raw.socket.destroyed) throw generic('bad-request');
  });
  scope.addHook('onSend', (request, _reply, _payload, done) => {
    slots.get(request)?.();
    done();
  });
}

/**
 * Limits the bytes of request bodies. Above the limits, disconnects the largest client's oldest request whose body or
 * response waits for the client, or else its oldest. If that is the new one, responds 503.
 */
export function limitBodies(app: FastifyInstance, limits: Limits): void {
  const bodies = new Quota(limits, { dropsOldest: true });
  const tiny = new WeakMap<FastifyRequest, () => void>();

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    const { bodyLimit, config } = request.routeOptions;
    const largest = config.fileField === undefined ? bodyLimit : AVATAR_LIMIT;
    const announced = coding === undefined ? Number(length ?? 0) : largest;
    const bytes = Math.max(SMALL_BODY, Math.min(announced, largest));
    if (announced === 0) return done();
    const release = allocateUntilSent(bodies, request, reply, bytes);
    if (!release) return done(new Overloaded('Too many bytes of bodies'));
    if (announced <= TINY_BODY) tiny.set(request, release);
    return done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.raw.complete) tiny.get(request)?.();
    done();
  });
}

/**
 * Limits the bytes of unread responses. Above the limits, responds 503 if this client is the largest, or else disconnects
 * the largest client's oldest request.
 */
export function limitUnreadBytes(app: FastifyInstance, limits: Limits): void {
  const unread = new Quota(limits);

  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? Buffer.byteLength(payload) : 0;
    const isCounted = bytes > SMALL_RESPONSE && !request.raw.socket.destroyed;
    if (!isCounted || allocateUntilSent(unread, request, reply, bytes)) return done();
    return done(new Overloaded('Too many bytes of unread responses'));
  });
}
