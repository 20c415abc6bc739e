import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import { clientOf, currentClient } from './clients.ts';
import { generic } from '../problems.ts';
import { QUEUES } from './limits.ts';
import { Overloaded, Queue, type QueueLimits } from './queue.ts';
import { allocateUntilSent, Quota } from './quota.ts';
import { isSearch } from './rate-limits.ts';
import { makeYieldingQueue } from './socket-reads.ts';
import type { Limits } from './usage.ts';

// In bytes. Smaller responses are not counted: they fit into the kernel's buffers.
const SMALL_RESPONSE = 8 * 1024;
// In bytes: the minimum that a body counts. One of unknown length counts as the largest that its route accepts.
const SMALL_BODY = 64 * 1024;
// In bytes. Up to this length, a body that has arrived no longer counts.
const TINY_BODY = 8 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The queue of a slow route, which in the shared one would delay other requests. */
    queue?: 'lists' | 'documents' | 'imports';
  }
}

export type RequestQueues = ReturnType<typeof makeRequestQueues>;

export function makeRequestQueues(server: Server, requests: QueueLimits) {
  return {
    requests: makeYieldingQueue(server, requests),
    lists: makeYieldingQueue(server, QUEUES.lists),
    searches: makeYieldingQueue(server, QUEUES.searches),
    documents: makeYieldingQueue(server, QUEUES.documents),
    rosters: makeYieldingQueue(server, QUEUES.rosters),
    imports: new Queue(QUEUES.imports),
  };
}

type QueueName = keyof RequestQueues;
type Slot = { queues: RequestQueues; name: QueueName; free: () => void };
const slots = new WeakMap<FastifyRequest, Slot>();

async function takeSlot(request: FastifyRequest, queues: RequestQueues, name: QueueName): Promise<void> {
  slots.set(request, { queues, name, free: await queues[name].enter(clientOf(request)) });
  // The client disconnected during the wait.
  if (request.raw.socket.destroyed) throw generic('bad-request');
}

/** Runs `work` for a request that occupies one of few slots. */
function withPriority<Result>(request: FastifyRequest, work: () => Result): Result {
  return currentClient.run({ ...clientOf(request), priority: 1 }, work);
}

/** Each request of this scope occupies a slot of its route's queue from the end of its body to its response. */
export function limitConcurrency(scope: FastifyInstance, queues: RequestQueues): void {
  scope.addHook('preHandler', (request) => {
    const { queue = 'requests' } = request.routeOptions.config;
    return takeSlot(request, queues, isSearch(request) ? 'searches' : queue);
  });
  scope.addHook('preHandler', (request, _reply, done) => {
    const { name } = slots.get(request) ?? {};
    return name === 'requests' || name === 'lists' ? done() : withPriority(request, done);
  });
  scope.addHook('onSend', (request, _reply, _payload, done) => {
    slots.get(request)?.free();
    done();
  });
}

/** Frees the request's slot during `work`, which waits in another queue. Throws Overloaded. */
export async function withoutSlot<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const slot = slots.get(request);
  slot?.free();
  const result = await work();
  if (slot) await takeSlot(request, slot.queues, slot.name);
  return result;
}

/** Moves a request to a queue with few slots for `work`. Throws Overloaded. */
export async function inQueue<Result>(
  request: FastifyRequest,
  name: 'documents' | 'rosters',
  work: () => Promise<Result>,
): Promise<Result> {
  const slot = slots.get(request);
  slot?.free();
  if (slot) await takeSlot(request, slot.queues, name);
  return withPriority(request, work);
}

/**
 * Limits the bytes of request bodies. Above the limits, disconnects the largest client's oldest request that is still
 * arriving or whose response is unread, or else its oldest. If that is the new request, responds 503.
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
