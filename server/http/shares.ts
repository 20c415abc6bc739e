import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Client, Ledger, type Limits } from '../ledger.ts';
import { clientOf } from './networks.ts';

type Share = { client: Client; amount: number; drop: () => void };

/** Limits the use of a resource that clients cannot queue for: sockets and memory. */
export class Shares {
  readonly #limits: Limits;
  readonly #shares = new Ledger<Share>();
  readonly #dropsOwn: boolean;

  /** With `dropsOwn` a client at its limit loses its oldest share, instead of being refused. */
  constructor(limits: Limits, { dropsOwn = false } = {}) {
    this.#limits = limits;
    this.#dropsOwn = dropsOwn;
  }

  get total(): number {
    return this.#shares.total;
  }

  /**
   * Returns the function that releases the share, or undefined to refuse `client`. Makes room by dropping the oldest shares
   * of the largest user.
   */
  take(client: Client, amount: number, drop: () => void): (() => void) | undefined {
    const share = { client, amount, drop };
    this.#shares.add(share);
    for (;;) {
      const items = this.#shares.overdrawn(this.#limits, share);
      if (!items) return () => this.#shares.delete(share);
      const [loser = share] = items.includes(share) && !this.#dropsOwn ? [share] : items;
      this.#shares.delete(loser);
      if (loser === share) return undefined;
      loser.drop();
    }
  }
}

/**
 * Takes a share for the client of a request, and releases it when the response is sent or the client has disconnected.
 * Returns false to refuse the client.
 */
export function takeUntilSent(shares: Shares, request: FastifyRequest, reply: FastifyReply, amount: number): boolean {
  const { socket } = request.raw;
  const release = shares.take(clientOf(request), amount, () => socket.destroy());
  if (!release) return false;
  const close = () => {
    reply.raw.removeListener('close', close);
    // A response behind an unread one does not notice that the socket closes.
    socket.removeListener('close', close);
    release();
  };
  reply.raw.once('close', close);
  socket.once('close', close);
  return true;
}
