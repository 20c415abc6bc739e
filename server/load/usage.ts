import { AsyncLocalStorage } from 'node:async_hooks';

/** A user of a resource. `id` is the user of the session; all visitors of a network share one id. */
export type Client = { network: string; id: string };

/** The client of the request that the running code handles. */
export const currentClient = new AsyncLocalStorage<Client | undefined>();

/** The most that one client, one network and all networks may use. An absent value means no limit. */
export type Limits = { client?: number; network?: number; total?: number };

type Entry = { client: Client; amount: number };
// `turn` is the time used so far in milliseconds, at least that of the network when the client came.
type OfClient<Item> = { sum: number; items: Set<Item>; turn: number };
type OfNetwork<Item> = { sum: number; clients: Map<string, OfClient<Item>>; turn: number; turns: Map<string, number> };

// In milliseconds: what a turn counts at least, so that clients of equal use take turns.
const SHORTEST_TURN = 0.1;

/** The use of a resource by client. Items are in the order of insertion, networks in the order of turns. */
export class Usage<Item extends Entry> {
  readonly #networks = new Map<string, OfNetwork<Item>>();
  total = 0;

  add(item: Item): void {
    const { client, amount } = item;
    const network = this.#networks.getOrInsertComputed(client.network, () => {
      return { sum: 0, clients: new Map(), turn: 0, turns: new Map() };
    });
    const own = network.clients.getOrInsertComputed(client.id, () => {
      return { sum: 0, items: new Set(), turn: Math.max(network.turn, network.turns.get(client.id) ?? 0) };
    });
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
   * above the exceeded limit; on a tie, those of the one that has used most, or else of the client of `newest`.
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
   * Removes and returns the next item whose client may start: of the client of the network that has used least. If they
   * took turns by number, one student with sixty accounts could let classmates wait for sixty slow requests each time.
   */
  dequeue(mayStart: (client: Client) => boolean): Item | undefined {
    for (const [name, network] of this.#networks) {
      let next: { item: Item; turn: number } | undefined;
      for (const { items, turn } of network.clients.values()) {
        const [item] = items;
        if (item && turn < (next?.turn ?? Infinity) && mayStart(item.client)) next = { item, turn };
      }
      if (!next) continue;
      // Advances also for new clients: any number of them could keep one that has used something waiting.
      network.turn = Math.max(network.turn + SHORTEST_TURN, next.turn);
      this.charge(next.item.client, SHORTEST_TURN);
      this.delete(next.item);
      moveToEnd(this.#networks, name);
      return next.item;
    }
    return undefined;
  }

  /** Counts time that the client has used. Forgotten once nobody of its network waits. */
  charge({ network: name, id }: Client, milliseconds: number): void {
    const network = this.#networks.get(name);
    if (!network) return;
    const own = network.clients.get(id);
    const turn = Math.max(network.turn, own?.turn ?? network.turns.get(id) ?? 0) + milliseconds;
    network.turns.set(id, turn);
    if (own) own.turn = turn;
  }
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

/** The value with the largest sum. On a tie the one that has used most, then `preferred`, or else the last one. */
function largest<Value extends { sum: number; turn: number }>(map: Map<string, Value>, preferred: Value | undefined) {
  let most = preferred;
  for (const each of map.values()) {
    const difference = most ? each.sum - most.sum || each.turn - most.turn : Infinity;
    if (difference > 0 || (difference === 0 && most !== preferred)) most = each;
  }
  if (!most) throw new Error('Nobody uses the resource');
  return most;
}
