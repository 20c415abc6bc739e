/** A user of a resource: a member of a group, usually a user or the visitors (`member`) of a network (`group`). */
export type Client = { group: string; member: string };

/** Maximum use by one member, one group, and all groups together. An absent value means no limit. */
export type Limits = { member?: number; group?: number; total?: number };

type Entry = { client: Client; amount: number };
type Member<Item> = { sum: number; items: Set<Item> };
type Group<Item> = { sum: number; members: Map<string, Member<Item>> };

/** How much of a resource each client uses. Items are in order of insertion, groups and members in order of turns. */
export class Ledger<Item extends Entry> {
  readonly #groups = new Map<string, Group<Item>>();
  total = 0;

  add(item: Item): void {
    const { client, amount } = item;
    const group = this.#groups.get(client.group) ?? { sum: 0, members: new Map<string, Member<Item>>() };
    const member = group.members.get(client.member) ?? { sum: 0, items: new Set() };
    this.#groups.set(client.group, group);
    group.members.set(client.member, member);
    member.items.add(item);
    member.sum += amount;
    group.sum += amount;
    this.total += amount;
  }

  /** Deleting an item again has no effect. */
  delete(item: Item): void {
    const { client, amount } = item;
    const group = this.#groups.get(client.group);
    const member = group?.members.get(client.member);
    if (!group || !member?.items.delete(item)) return;
    member.sum -= amount;
    group.sum -= amount;
    this.total -= amount;
    if (member.items.size === 0) group.members.delete(client.member);
    if (group.members.size === 0) this.#groups.delete(client.group);
  }

  hasRoom({ member = Infinity, group = Infinity, total = Infinity }: Limits, client: Client): boolean {
    const used = this.#groups.get(client.group);
    if (this.total >= total || (used?.sum ?? 0) >= group) return false;
    return (used?.members.get(client.member)?.sum ?? 0) < member;
  }

  /**
   * Call after adding `newcomer`. Returns undefined within the limits, else the items, oldest first, of the client that
   * uses most of what is exceeded; among equals, those of the newcomer.
   */
  overdrawn({ member = Infinity, group = Infinity, total = Infinity }: Limits, newcomer: Item): Item[] | undefined {
    const ownGroup = this.#groups.get(newcomer.client.group);
    const own = ownGroup?.members.get(newcomer.client.member);
    if (!ownGroup || !own) return undefined;
    if (own.sum > member) return [...own.items];
    if (ownGroup.sum > group) return [...largest(ownGroup.members, own).items];
    if (this.total <= total) return undefined;
    const most = largest(this.#groups, ownGroup);
    return [...largest(most.members, most === ownGroup ? own : undefined).items];
  }

  /** Removes and returns the next item whose client may start. Moves its group and member to the end of the order. */
  takeNext(mayStart: (client: Client) => boolean): Item | undefined {
    for (const [groupName, { members }] of this.#groups) {
      for (const [memberName, { items }] of members) {
        const [item] = items;
        if (item === undefined || !mayStart(item.client)) continue;
        this.delete(item);
        moveToEnd(members, memberName);
        moveToEnd(this.#groups, groupName);
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

/** The value with the largest sum. Among equals `preferred`, or else the last in the order of turns. */
function largest<Value extends { sum: number }>(map: Map<string, Value>, preferred: Value | undefined): Value {
  let most = preferred;
  for (const each of map.values()) {
    if (!most || each.sum > most.sum || (each.sum === most.sum && most !== preferred)) most = each;
  }
  if (!most) throw new Error('An empty ledger has no largest user');
  return most;
}
