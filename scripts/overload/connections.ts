import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Client } from '../bench/data.ts';
import { type Attack, ATTACKER, attackerAgent, networks, repeat, type Target } from './attacks.ts';
import { openSockets } from './calls.ts';

/** Connections that arrive in each turn of the event loop while bodies that are slow to parse make the turns long. */
export function connectionsBesideBodies(target: Target): Attack {
  const { port, ask, clients } = target;
  const items = Array.from({ length: 12_000 }, (_, index) => ({ [`k${index}`]: 0 }));
  const body = JSON.stringify({ basics: { name: items } });
  const send = ({ token }: Client) => ask('/profile/resume', { method: 'POST', token, body, agent: attackerAgent });
  return {
    name: '200 new connections a second, beside large imports of sixty accounts of one address',
    start: async () => {
      const statuses: Array<Promise<number>> = [];
      const sockets = await repeat(target, (tick) => {
        if (tick % 30 === 0) statuses.push(...clients.slice(0, 60).map(send));
        return openSockets(port, { from: ATTACKER, count: 20, text: '' });
      });
      return [...sockets, ...(await Promise.all(statuses))];
    },
  };
}

/** The same, but the results of many small statements make the turns long. */
export function connectionsBesideLogins(target: Target): Attack {
  const { port, ask } = target;
  const addresses = networks(40);
  const logIn = (localAddress: string) => {
    const agent = new Agent({ keepAlive: true, localAddress });
    return () => ask('/sessions', { method: 'POST', body: `{"email":"${randomUUID()}","password":"x"}`, agent });
  };
  return {
    name: '300 new connections a second that are reset, beside 1,280 loops of wrong logins from forty networks',
    start: async () => {
      const running = { isOn: true };
      const loops = addresses.flatMap((address) => Array.from({ length: 32 }, () => loop(running, logIn(address))));
      await repeat(target, (tick) => {
        const from = addresses[tick % addresses.length] ?? ATTACKER;
        const sockets = openSockets(port, { from, count: 30, text: '' });
        for (const socket of sockets) socket.once('connect', () => socket.resetAndDestroy());
        return [];
      });
      running.isOn = false;
      return (await Promise.all(loops)).flat();
    },
  };
}

async function loop(running: { isOn: boolean }, request: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  while (running.isOn) statuses.push(await request());
  return statuses;
}
