import type { Client } from './clients.ts';
import { findLeast, UsedTimes } from './used-times.ts';

/** The most that one client, one network and all networks may use. An absent value means no limit. */
export type Limits = { client?: number; network?: number; total?: number };

type Entry = { client: Client; amount: number };
type OfClient<Item> = { sum: number; items: Set<Item> };
type OfNetwork<Item> = { sum: number; clients: Map<string, OfClient<Item>>; usedTimes: UsedTimes };

// In milliseconds after the last one has left. Whoever sends many requests at once, again and again, leaves in between.
const REMEMBERED = 60_000;

/** The use of a resource by client, in the order of insertion. */
export class Usage<Item extends Entry> {
  readonly #networks = new Map<string, OfNetwork<Item>>();
  /** The used times of the clients of networks that have left, oldest first. */
  readonly #left = new Map<string, { usedTimes: UsedTimes; since: number }>();
  #usedTimes = new UsedTimes();
  #emptySince = 0;
  total = 0;

  add(item: Item): void {
    const { client, amount } = item;
    const network = this.#networks.getOrInsertComputed(client.network, () => {
      this.#forget();
      const usedTimes = this.#left.get(client.network)?.usedTimes ?? new UsedTimes();
      this.#left.delete(client.network);
      this.#usedTimes.add(client.network, 0);
      return { sum: 0, clients: new Map(), usedTimes };
    });
    const own = network.clients.getOrInsertComputed(client.id, () => {
      network.usedTimes.add(client.id, 0);
      return { sum: 0, items: new Set() };
    });
    own.items.add(item);
    own.sum += amount;
    network.sum += amount;
    this.total += amount;
  }

  /** Returns false if the item was already deleted. */
  delete(item: Item): boolean {
    const { client, amount } = item;
    const network = this.#networks.get(client.network);
    const own = network?.clients.get(client.id);
    if (!network || !own?.items.delete(item)) return false;
    own.sum -= amount;
    network.sum -= amount;
    this.total -= amount;
    if (own.items.size === 0) network.clients.delete(client.id);
    if (network.clients.size === 0) this.#leave(client.network, network);
    network.usedTimes.sweep(network.clients);
    this.#usedTimes.sweep(this.#networks);
    return true;
  }

  #leave(name: string, { usedTimes }: OfNetwork<Item>): void {
    const since = performance.now();
    this.#networks.delete(name);
    if (!usedTimes.isTrivial) this.#left.set(name, { usedTimes, since });
    if (this.#networks.size === 0) this.#emptySince = since;
  }

  #forget(): void {
    const oldest = performance.now() - REMEMBERED;
    for (const [name, { since }] of this.#left) {
      if (since > oldest) break;
      this.#left.delete(name);
    }
    if (this.#networks.size === 0 && this.#emptySince <= oldest) this.#usedTimes = new UsedTimes();
  }

  hasRoom(limits: Limits, client: Client): boolean {
    const network = this.#networks.get(client.network);
    if (this.total >= (limits.total ?? Infinity) || (network?.sum ?? 0) >= (limits.network ?? Infinity)) return false;
    return (network?.clients.get(client.id)?.sum ?? 0) < (limits.client ?? Infinity);
  }

  /**
   * Call after adding `newest`. Returns undefined within the limits. Otherwise returns the items, oldest first, of the
   * largest client to which the exceeded limit applies; on a tie, the one with the most used time, or else that of `newest`.
   */
  findExcess(limits: Limits, newest: Item): ReadonlySet<Item> | undefined {
    const { client } = newest;
    const network = this.#networks.get(client.network);
    const own = network?.clients.get(client.id);
    if (!network || !own) return undefined;
    if (own.sum > (limits.client ?? Infinity)) return own.items;
    if (network.sum > (limits.network ?? Infinity)) return itemsOfLargest(network, client);
    if (this.total <= (limits.total ?? Infinity)) return undefined;
    const most = largest(this.#networks, this.#usedTimes, client.network);
    return itemsOfLargest(most, most === network ? client : undefined);
  }

  /**
   * Removes and returns the next item whose client may start: of the network that has used the least time, and in it of
   * the client that has. Turns by count would let forty slow networks delay everybody.
   */
  dequeue(mayStart: (client: Client) => boolean): Item | undefined {
    const next = findLeast(this.#networks, this.#usedTimes, ({ clients, usedTimes }) =>
      findLeast(clients, usedTimes, ({ items }) => {
        const [item] = items;
        return item && mayStart(item.client) ? item : undefined;
      }),
    );
    if (!next) return undefined;
    const { network: name, id } = next.client;
    const others = this.#othersThan(next.client);
    this.#usedTimes.goFirst(name, others.elsewhere);
    this.#networks.get(name)?.usedTimes.goFirst(id, others.inNetwork);
    this.delete(next);
    return next;
  }

  /** Adds to the used time of the client and of its network, which count only while others wait. */
  charge(client: Client, milliseconds: number): void {
    const others = this.#othersThan(client);
    if (others.elsewhere) this.#usedTimes.add(client.network, milliseconds);
    if (others.inNetwork) this.#networks.get(client.network)?.usedTimes.add(client.id, milliseconds);
  }

  /** Whether other networks, and other clients of this one, have items. */
  #othersThan({ network: name, id }: Client): { elsewhere: boolean; inNetwork: boolean } {
    const network = this.#networks.get(name);
    const [sum, own] = [network?.sum ?? 0, network?.clients.get(id)?.sum ?? 0];
    return { elsewhere: this.total > sum, inNetwork: sum > own };
  }
}

function itemsOfLargest<Item>({ clients, usedTimes }: OfNetwork<Item>, preferred: Client | undefined): Set<Item> {
  return largest(clients, usedTimes, preferred?.id).items;
}

/** The value with the largest sum. On a tie the one with the most used time, then `preferred`, or else the last one. */
function largest<Value extends { sum: number }>(
  map: ReadonlyMap<string, Value>,
  usedTimes: UsedTimes,
  preferred: string | undefined,
): Value {
  const first = preferred === undefined ? undefined : map.get(preferred);
  let most = first;
  let mostTime = preferred === undefined ? 0 : usedTimes.of(preferred);
  for (const [name, value] of map) {
    const usedTime = usedTimes.of(name);
    const difference = most ? value.sum - most.sum || usedTime - mostTime : Infinity;
    if (difference < 0 || (difference === 0 && most === first)) continue;
    most = value;
    mostTime = usedTime;
  }
  if (!most) throw new Error('There is no client to choose from');
  return most;
}
