// Measures the response times of bystanders. In a thread, so that opening the attackers' sockets does not delay them.
// Posts 'ready'; after the first message that it receives, it stops and posts `Waits[]`.
/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { quantile } from '../bench/figures.ts';
import { makeClient } from './calls.ts';

export type Bystanders = { port: number; address: string; neighbour: string; stranger: string };
export type Waits = { name: string; refusals: number[]; median: number; longest: number };

const { port, address, neighbour, stranger } = workerData as Bystanders;
const ask = makeClient(port);
const agent = new Agent({ keepAlive: true, localAddress: address });
const write = { method: 'PUT', body: JSON.stringify({ bio: 'Olá' }) };
const measuring = { isOn: true };
parentPort?.once('message', () => {
  measuring.isOn = false;
});

type Request = (count: number) => Promise<number>;

async function measure(name: string, request: Request): Promise<Waits> {
  const times: number[] = [];
  const refusals: number[] = [];
  while (measuring.isOn) {
    const start = performance.now();
    const status = await request(times.length);
    times.push(performance.now() - start);
    if (status !== 200) refusals.push(status);
    await sleep(20);
  }
  return { name, refusals, median: quantile(times, 0.5), longest: Math.max(...times) };
}

const bystanders: Record<string, Request> = {
  health: () => ask('/healthz', { agent: false }),
  stranger: () => ask(`/users/${stranger}`),
  neighbour: (count) => ask('/profile', { token: neighbour, agent, ...(count % 5 === 4 && write) }),
};
// Opens the connections that stay open, before the attack.
await Promise.all(Object.values(bystanders).map((request) => request(0)));
parentPort?.postMessage('ready');
parentPort?.postMessage(await Promise.all(Object.entries(bystanders).map(([name, request]) => measure(name, request))));
// Open sockets would keep the thread alive.
process.exit();
