import { AsyncLocalStorage } from 'node:async_hooks';

/** A user of a resource. `id` is the user of the session; all visitors of a network share one id. */
export type Client = { network: string; id: string };

/** The client of the request that the running code handles. */
export const currentClient = new AsyncLocalStorage<Client | undefined>();

/** The most that one client, one network and all networks may use. An absent value means no limit. */
export type Limits = { client?: number; network?: number; total?: number };

type Entry = { client: Client; amount: number };
type OfClient<Item> = { sum: number; items: Set<Item> };
type OfNetwork<Item> = { sum: number; clients: Map<string, OfClient<Item>> };

/** The use of a resource by client. Items are in the order of insertion, networks and clients in the order of turns. */
export class Usage<Item extends Entry> {
  readonly #networks = new Map<string, OfNetwork<Item>>();
  total = 0;

  add(item: Item): void {
    const { client, amount } = item;
    const network = this.#networks.getOrInsertComputed(client.network, () => ({ sum: 0, clients: new Map() }));
    const own = network.clients.getOrInsertComputed(client.id, () => ({ sum: 0, items: new Set() }));
    own.items.add(item);
    own.sum += amount;
    network.sum += amount;
    this.total += amount;
  }

  /** False if the item was not there. */
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
   * Call after adding `newest`. Returns undefined within the limits, else the items, oldest first, of the largest client
   * above the exceeded limit; on a tie, those of the client of `newest`.
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

  /** Removes and returns the next item whose client may start. Its network and its client are then last in turn. */
  dequeue(mayStart: (client: Client) => boolean): Item | undefined {
    for (const [network, { clients }] of this.#networks) {
      for (const [id, { items }] of clients) {
        const [item] = items;
        if (item === undefined || !mayStart(item.client)) continue;
        this.delete(item);
        moveToEnd(clients, id);
        moveToEnd(this.#networks, network);
        return item;
      }
    }
    return undefined;
  }
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

/** The value with the largest sum. On a tie `preferred`, or else the last one in the order of turns. */
function largest<Value extends { sum: number }>(map: Map<string, Value>, preferred: Value | undefined): Value {
  let most = preferred;
  for (const each of map.values()) {
    if (!most || each.sum > most.sum || (each.sum === most.sum && most !== preferred)) most = each;
  }
  if (!most) throw new Error('Nobody uses the resource');
  return most;
}
