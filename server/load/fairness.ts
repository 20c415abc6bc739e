import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import { type CurrentClient, clientOf, currentClient } from './clients.ts';
import { generic } from '../problems.ts';
import { QUEUES } from './limits.ts';
import { Overloaded, Queue, type QueueLimits } from './queue.ts';
import { allocateUntilSent, Quota } from './quota.ts';
import { isSearch } from './rate-limits.ts';
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
    queue?: 'lists' | 'profiles' | 'documents' | 'people' | 'imports';
  }
}

export type RequestQueues = ReturnType<typeof makeRequestQueues>;

/** `readsWait`: for a database server. Requests that read a profile then have slots of their own. */
export function makeRequestQueues(limits: QueueLimits, readsWait: boolean) {
  const requests = new Queue(limits);
  return {
    requests,
    lists: new Queue(QUEUES.lists),
    profiles: readsWait ? new Queue(QUEUES.profiles) : requests,
    searches: new Queue(QUEUES.searches),
    documents: new Queue(QUEUES.documents),
    people: new Queue(QUEUES.people),
    rosters: new Queue(QUEUES.rosters),
    imports: new Queue(QUEUES.imports),
  };
}

type Check = (request: FastifyRequest) => Promise<void>;
type Place = { queues: RequestQueues; name: keyof RequestQueues; check: Check };
/** `client`: that of the work in the slot. */
type Slot = Place & { free: () => void; client: CurrentClient };
const slots = new WeakMap<FastifyRequest, Slot>();

async function takeSlot(request: FastifyRequest, place: Place): Promise<void> {
  const { socket } = request.raw;
  const { queues, name } = place;
  const queue = queues[name];
  const slotOf = queue === queues.requests ? undefined : name;
  const client = { ...clientOf(request), slotOf, waits: { sum: 0 } };
  try {
    const free = await queue.enter(client, 0, socket);
    slots.set(request, { ...place, free, client });
  } catch (error) {
    if (!socket.destroyed) throw error;
  }
  // The client disconnected during the wait.
  if (socket.destroyed) throw generic('bad-request');
}

function inSlot<Result>(request: FastifyRequest, work: () => Result): Result {
  return currentClient.run(slots.get(request)?.client, work);
}

function queueNameOf(request: FastifyRequest): keyof RequestQueues {
  const { queue = 'requests' } = request.routeOptions.config;
  return isSearch(request) ? 'searches' : queue;
}

// In milliseconds. Each check is a statement, which few requests need twice.
const LONG_WAIT = 50;

/**
 * Each request of this scope occupies a slot of its route's queue from the end of its body to its response. `check` is
 * called after a long wait and by `inQueue`: the request's session may have ended meanwhile.
 */
export function limitConcurrency(
  scope: FastifyInstance,
  queues: RequestQueues,
  check: Check = () => Promise.resolve(),
): void {
  scope.addHook('preValidation', (request) => takeSlot(request, { queues, name: queueNameOf(request), check }));
  scope.addHook('preHandler', (request, _reply, done) => inSlot(request, done));
  scope.addHook('preHandler', async (request, reply) => {
    if (reply.elapsedTime > LONG_WAIT) await check(request);
  });
  scope.addHook('onSend', (request, _reply, _payload, done) => {
    freeSlot(request);
    done();
  });
}

/** Call it when the rest of the request is work outside this process's thread, such as compression. */
export function freeSlot(request: FastifyRequest): void {
  slots.get(request)?.free();
}

/** Frees the request's slot until the promise of `work` resolves. Keeps it if `work` returns no promise. Throws Overloaded. */
export async function withoutSlot<Result>(
  request: FastifyRequest,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const working = work();
  if (!(working instanceof Promise)) return working;
  const slot = slots.get(request);
  slot?.free();
  const result = await working;
  if (slot) await takeSlot(request, slot);
  return result;
}

/** Call it after a read of several steps. Throws what the scope's `check` throws. */
export async function checkAgain(request: FastifyRequest): Promise<void> {
  await slots.get(request)?.check(request);
}

/** Moves a request to another queue for `work`. Throws Overloaded, and what the scope's `check` throws. */
export async function inQueue<Result>(
  request: FastifyRequest,
  name: 'profiles' | 'documents' | 'rosters',
  work: () => Promise<Result>,
): Promise<Result> {
  const slot = slots.get(request);
  if (!slot || slot.queues[slot.name] === slot.queues[name]) return work();
  const { queues, check } = slot;
  slot.free();
  await takeSlot(request, { queues, name, check });
  return inSlot(request, () => check(request).then(work));
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
    if (bytes <= SMALL_RESPONSE || allocateUntilSent(unread, request, reply, bytes)) return done();
    return done(new Overloaded('Too many bytes of unread responses'));
  });
}
