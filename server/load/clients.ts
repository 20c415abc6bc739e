import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf, widerNetworksOf } from '../networks.ts';

/** Who uses a resource. `id` is a user in one network, or all visitors of that network. */
export type Client = { network: string; id: string };

/**
 * With `priority`, a request has a slot of a small queue: in others it goes first, so that the slot is free sooner. `waits`:
 * milliseconds that it is not charged for. The steps of a search wait for searches only.
 */
export type CurrentClient = Client & { priority?: 1 | undefined; isSearch?: boolean; waits?: { sum: number } };

/** The client of the request that the running code handles. */
export const currentClient = new AsyncLocalStorage<CurrentClient | undefined>();

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
