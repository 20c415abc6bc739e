/** A user of a resource. Groups share it fairly, and so do the members of a group. For requests see `clientOf`. */
export type Client = { group: string; member: string };

/** The most that one member, one group and all together may use. An absent limit is none. */
export type Limits = { member?: number; group?: number; total?: number };

type Entry = { client: Client; amount: number };
type Member<Item> = { sum: number; items: Set<Item> };
type Group<Item> = { sum: number; members: Map<string, Member<Item>> };

/** The use of one resource by each client. Items of a member are ordered by age, groups and members by their turns. */
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
   * Returns the items of the client that has to give way, largest user first, once `newcomer` was added; undefined within
   * the limits. Among equals the newcomer gives way.
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

  /** Removes and returns the first item, in the order of turns, whose client may start. Its client's next turn is the last. */
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

/** The largest sum: of equal ones the preferred one, else the one that is furthest from its turn. */
function largest<Value extends { sum: number }>(map: Map<string, Value>, preferred: Value | undefined): Value {
  let most = preferred;
  for (const each of map.values()) {
    if (!most || each.sum > most.sum || (each.sum === most.sum && most !== preferred)) most = each;
  }
  if (!most) throw new Error('An empty ledger has no largest user');
  return most;
}
