import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf, widerNetworksOf } from '../networks.ts';

/** Who uses a resource. `id` is a user in one network, or all visitors of that network. */
export type Client = { network: string; id: string };

/** `slotOf`: the small queue in which the request has a slot. `waits`: milliseconds that it is not charged for. */
export type CurrentClient = Client & { slotOf?: string | undefined; waits?: { sum: number } };

/** The client of the request that the running code handles. */
export const currentClient = new AsyncLocalStorage<CurrentClient | undefined>();

/**
 * Client and priority of the current request in queues after its own. With a slot of a small queue it goes first, whatever
 * its network has used: otherwise others would wait for the slot.
 */
export function currentTurn(): [client: CurrentClient | undefined, priority: 0 | 1] {
  const client = currentClient.getStore();
  if (client?.slotOf === undefined) return [client, 0];
  return [{ ...client, network: client.slotOf, id: '' }, 1];
}

/** Milliseconds on a clock that stands still while the client waits in queues. */
export function clockOf(client: CurrentClient | undefined): number {
  return performance.now() - (client?.waits?.sum ?? 0);
}

/** The client of a connection or a password check. One customer may own an IPv6 /48, so its networks share one turn. */
export function addressClientOf(address: string): Client {
  const network = networkOf(address);
  return { network: widerNetworksOf(address).at(-1) ?? network, id: network };
}

/** The client of a request: its user in this network, or all visitors of the network. */
export function clientOf({ userId, ip }: { userId: string; ip: string }): Client {
  return withUser(addressClientOf(ip), userId);
}

/** The visitors of a network. `addressClient` is the `addressClientOf` of an address. */
export function visitorsOf(addressClient: Client): Client {
  return withUser(addressClient, '');
}

function withUser({ network, id }: Client, userId: string): Client {
  return { network, id: `${id} ${userId}` };
}
