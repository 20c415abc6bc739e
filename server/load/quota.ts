import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Client, clientOf } from './clients.ts';
import { type Limits, Usage } from './usage.ts';

/** `moveTo` counts the allocation for another client. */
type Grant = { release: () => void; moveTo: (client: Client) => void };
type Allocation = {
  client: Client;
  amount: number;
  drop: () => void;
  waitsForClient: () => boolean;
};

// Of the client's oldest allocations. In a flood of connections, comparing all of them took a quarter of the time.
const COMPARED = 100;

/** Limits a resource that has no queue: sockets or memory. */
export class Quota {
  readonly #limits: Limits;
  readonly #usage = new Usage<Allocation>();
  readonly #dropsOldest: boolean;

  /** A client above its limit is refused; with `dropsOldest` it loses its oldest allocation instead. */
  constructor(limits: Limits, { dropsOldest = false } = {}) {
    this.#limits = limits;
    this.#dropsOldest = dropsOldest;
  }

  get total(): number {
    return this.#usage.total;
  }

  /**
   * Returns undefined to refuse `newest`. Above a limit, drops the oldest allocations of the largest client: of the first
   * hundred, those that wait for their client first, to send a body or to read a response.
   */
  allocate(newest: Allocation): Grant | undefined {
    this.#usage.add(newest);
    for (;;) {
      const excess = this.#usage.findExcess(this.#limits, newest);
      if (!excess) {
        return { release: () => void this.#usage.delete(newest), moveTo: (other) => this.#move(newest, other) };
      }
      const candidates = excess.has(newest) && !this.#dropsOldest ? [newest] : [...excess.values().take(COMPARED)];
      const loser = candidates.find((each) => each.waitsForClient()) ?? candidates[0] ?? newest;
      this.#usage.delete(loser);
      if (loser === newest) return undefined;
      loser.drop();
    }
  }

  #move(allocation: Allocation, client: Client): void {
    if (allocation.client.id === client.id || !this.#usage.delete(allocation)) return;
    allocation.client = client;
    this.#usage.add(allocation);
  }
}

/**
 * Allocates to the client of a request until the response is sent or the client has disconnected. Returns a function
 * that releases sooner, or undefined to refuse the client.
 */
export function allocateUntilSent(quota: Quota, request: FastifyRequest, reply: FastifyReply, amount: number) {
  const { raw } = request;
  const { socket } = raw;
  // The response has closed already.
  if (socket.destroyed) return () => undefined;
  const grant = quota.allocate({
    client: clientOf(request),
    amount,
    drop: () => socket.destroy(),
    waitsForClient: () => !raw.complete || reply.raw.writableEnded,
  });
  if (grant) reply.raw.once('close', grant.release);
  return grant?.release;
}
