import { AsyncLocalStorage } from 'node:async_hooks';

/** Who uses a resource. `id` is a user in one network, or all visitors of that network. */
export type Client = { network: string; id: string };

/** The client of the request that the running code handles. */
export const currentClient = new AsyncLocalStorage<Client | undefined>();

/** The most that one client, one network and all networks may use. An absent value means no limit. */
export type Limits = { client?: number; network?: number; total?: number };

type Entry = { client: Client; amount: number };
// `usedTime` is in milliseconds. A client starts with that of its network, which follows the client dequeued last.
type OfClient<Item> = { sum: number; items: Set<Item>; usedTime: number };
type OfNetwork<Item> = {
  sum: number;
  clients: Map<string, OfClient<Item>>;
  usedTime: number;
  usedTimes: Map<string, number>;
};

// In milliseconds. Lets clients with equal use alternate.
const MINIMUM_CHARGE = 0.1;

/** The use of a resource by client. Items are in the order of insertion, networks in the order of turns. */
export class Usage<Item extends Entry> {
  readonly #networks = new Map<string, OfNetwork<Item>>();
  total = 0;

  add(item: Item): void {
    const { client, amount } = item;
    const network = this.#networks.getOrInsertComputed(client.network, () => {
      return { sum: 0, clients: new Map(), usedTime: 0, usedTimes: new Map() };
    });
    const own = network.clients.getOrInsertComputed(client.id, () => {
      const usedTime = Math.max(network.usedTime, network.usedTimes.get(client.id) ?? 0);
      return { sum: 0, items: new Set(), usedTime };
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
    if (network.clients.size === 0) this.#networks.delete(client.network);
    return true;
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
  findExcess(limits: Limits, newest: Item): Item[] | undefined {
    const network = this.#networks.get(newest.client.network);
    const own = network?.clients.get(newest.client.id);
    if (!network || !own) return undefined;
    if (own.sum > (limits.client ?? Infinity)) return [...own.items];
    if (network.sum > (limits.network ?? Infinity)) return [...largest(network.clients, own).items];
    if (this.total <= (limits.total ?? Infinity)) return undefined;
    const most = largest(this.#networks, network);
    return [...largest(most.clients, most === network ? own : undefined).items];
  }

  /**
   * Removes and returns the next item whose client may start: networks take turns, and in each the client with the least
   * used time goes first. If clients took turns too, one student with sixty accounts would delay classmates by sixty slow
   * requests each time.
   */
  dequeue(mayStart: (client: Client) => boolean): Item | undefined {
    for (const [name, network] of this.#networks) {
      let next: { item: Item; usedTime: number } | undefined;
      for (const { items, usedTime } of network.clients.values()) {
        const [item] = items;
        if (item && usedTime < (next?.usedTime ?? Infinity) && mayStart(item.client)) next = { item, usedTime };
      }
      if (!next) continue;
      // Advances for new clients too: otherwise a series of them could starve one that has used time.
      network.usedTime = Math.max(network.usedTime + MINIMUM_CHARGE, next.usedTime);
      this.charge(next.item.client, MINIMUM_CHARGE);
      this.delete(next.item);
      moveToEnd(this.#networks, name);
      return next.item;
    }
    return undefined;
  }

  /** Adds to the client's used time, which is deleted with the last item of its network. */
  charge({ network: name, id }: Client, milliseconds: number): void {
    const network = this.#networks.get(name);
    if (!network) return;
    const own = network.clients.get(id);
    const usedTime = Math.max(network.usedTime, own?.usedTime ?? network.usedTimes.get(id) ?? 0) + milliseconds;
    network.usedTimes.set(id, usedTime);
    if (own) own.usedTime = usedTime;
  }
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

/** The value with the largest sum. On a tie the one with the most used time, then `preferred`, or else the last one. */
function largest<Value extends { sum: number; usedTime: number }>(
  map: Map<string, Value>,
  preferred: Value | undefined,
) {
  let most = preferred;
  for (const each of map.values()) {
    const difference = most ? each.sum - most.sum || each.usedTime - most.usedTime : Infinity;
    if (difference > 0 || (difference === 0 && most !== preferred)) most = each;
  }
  if (!most) throw new Error('There is no client to choose from');
  return most;
}
