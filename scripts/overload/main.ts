import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { seedClients } from '../bench/data.ts';
import { processorTime } from '../bench/figures.ts';
import { type Attack, ATTACKER, busyClients, busyQueues, connectionsBesideBodies, floods, PROXY } from './attacks.ts';
import type { Bystanders, Waits } from './bystanders.ts';
import { makeClient } from './calls.ts';
import { MEASURED, memoryOf, startServer } from '../running-server.ts';

/**
 * Attacks a server of its own, twice, and prints how long bystanders waited: a neighbour at the attacker's address, a
 * stranger, and a health check on a new connection. Reads /proc, so it needs Linux.
 */
const USERS = 300;
const SECONDS = 10;
// The longest response times in milliseconds: of a health check, and of another bystander's request.
const HEALTH_LIMIT = 250;
const WAIT_LIMIT = 2_000;
const folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-overload-'));
process.once('exit', () => folder.remove());
const settings = {
  DATABASE_URL: `sqlite:${folder.path}/db.sqlite`,
  LOG_LEVEL: 'warn',
  COMPAT: 'kenziehub',
  TRUST_PROXY: PROXY,
};
const [neighbour, stranger, ...clients] = await seedClients(settings.DATABASE_URL, {
  users: USERS,
  techs: 4,
  clients: USERS,
});
const { address, child } = await startServer(settings, MEASURED);
const port = Number(new URL(address).port);
const failures: string[] = [];
// Reported, but no failure on a machine that other programs keep busy.
const slowness: string[] = [];
const bystanders: Bystanders = {
  port,
  address: ATTACKER,
  neighbour: neighbour?.token ?? '',
  stranger: stranger?.id ?? '',
};

function residentMemory(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function run({ name, start }: Attack): Promise<void> {
  const watching = new Worker(new URL('bystanders.ts', import.meta.url), { workerData: bystanders });
  await once(watching, 'message');
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMemory());
  }, 50);
  const [attack] = await Promise.all([start(), sleep(SECONDS * 1_000)]);
  const report = once(watching, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  watching.postMessage('stop');
  const [bystanderWaits] = (await report) as [Waits[]];
  clearInterval(sampling);
  const waits = bystanderWaits.map(({ name: who, refusals, median, longest }) => {
    if (longest > (who === 'health' ? HEALTH_LIMIT : WAIT_LIMIT))
      slowness.push(`${name}: ${who} waited ${longest.toFixed(0)} ms`);
    if (refusals.length > 0) failures.push(`${name}: ${who} was answered ${[...new Set(refusals)].join(', ')}`);
    return `${who} ${median.toFixed(0)}/${longest.toFixed(0)} ms${refusals.length > 0 ? ` (${refusals.length} refused)` : ''}`;
  });
  const answers = Object.entries(Object.groupBy(attack, (one) => (typeof one === 'number' ? one : 'sockets')));
  const counts = answers.map(([status, all]) => `${all?.length} × ${status}`).join(', ');
  console.log(`${name}: ${waits.join(', ')}, RSS at most ${most.toFixed(0)} MiB, ${counts}`);
  for (const each of attack) if (typeof each !== 'number') each.destroy();
  await untilIdle();
}

/** Waits until the server has processed the data that closed sockets had sent. */
async function untilIdle(): Promise<void> {
  let [before, now] = [-Infinity, processorTime(child.pid)];
  while (now - before > 20) {
    before = now;
    await sleep(1_000);
    now = processorTime(child.pid);
  }
}

const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
const fail = (problem: string) => void failures.push(problem);
const target = { port, ask: makeClient(port), clients, seconds: SECONDS, fail };
const mixed = connectionsBesideBodies(target);
const attacks = [...floods(target), ...busyClients(target), mixed, ...(await busyQueues(target))];
const chosen = attacks.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const memory: number[] = [];
for (const round of ['first', 'second']) {
  console.log(`The ${round} round, median and longest wait:`);
  for (const attack of chosen) await run(attack);
  // The decoder ends when it was idle for five seconds.
  await sleep(6_000);
  memory.push((await memoryOf(child)).rss / 2 ** 20);
}
const [first = 0, second = 0] = memory;
console.log(`RSS after the rounds: ${first.toFixed(0)}, ${second.toFixed(0)} MiB.`);
if (second > first * 1.2) failures.push('The second round left more than 20 % in memory');
if (isBusy) for (const slow of slowness) console.log(`On a busy machine: ${slow}`);
else failures.push(...slowness);
for (const failure of new Set(failures)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
