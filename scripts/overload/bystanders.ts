/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { quantile } from '../bench/figures.ts';
import { makeClient } from './calls.ts';

/** A thread of its own: opening the attackers' sockets would delay the bystanders. Reports when it receives a message. */
export type Bystanders = { port: number; address: string; classmate: string; stranger: string };
export type Waits = { name: string; others: number[]; median: number; longest: number };

const { port, address, classmate, stranger } = workerData as Bystanders;
const ask = makeClient(port);
const agent = new Agent({ keepAlive: true, localAddress: address });
const write = { method: 'PUT', body: JSON.stringify({ bio: 'Olá' }) };
const watched = { isOn: true };
parentPort?.once('message', () => {
  watched.isOn = false;
});

type Act = (count: number) => Promise<number>;

async function watch(name: string, act: Act): Promise<Waits> {
  const times: number[] = [];
  const others: number[] = [];
  while (watched.isOn) {
    const start = performance.now();
    const status = await act(times.length);
    times.push(performance.now() - start);
    if (status !== 200) others.push(status);
    await sleep(20);
  }
  return { name, others, median: quantile(times, 0.5), longest: Math.max(...times) };
}

const bystanders: Record<string, Act> = {
  health: () => ask('/healthz', { agent: false }),
  stranger: () => ask(`/users/${stranger}`),
  classmate: (count) => ask('/profile', { token: classmate, agent, ...(count % 5 === 4 && write) }),
};
// Their connections are open before the attack.
await Promise.all(Object.values(bystanders).map((act) => act(0)));
parentPort?.postMessage('ready');
parentPort?.postMessage(await Promise.all(Object.entries(bystanders).map(([name, act]) => watch(name, act))));
// Open sockets would keep the thread alive.
process.exit();
