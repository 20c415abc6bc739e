import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { seedClients } from '../bench/data.ts';
import { type Engine, enginesOf, withDatabase } from '../bench/engines.ts';
import { processorTime } from '../bench/figures.ts';
import { MEASURED, memoryOf, startServer } from '../running-server.ts';
import { exitOnProblem, SetUpProblem } from '../set-up.mjs';
import { type Attack, ATTACKER, busyClients, busyQueues, floods, PROXY } from './attacks.ts';
import type { Bystanders, Waits } from './bystanders.ts';
import { makeClient } from './calls.ts';
import { connectionsBesideBodies, connectionsBesideLogins } from './connections.ts';

const USAGE = 'Usage: npm run test:overload -- [--engine sqlite|postgres] [part of the name of an attack]';
const USERS = 300;
const SECONDS = 10;
// The longest response times in milliseconds: of a health check, and of another bystander's request.
const HEALTH_LIMIT = 250;
const WAIT_LIMIT = 2_000;
const SETTINGS = {
  NODE_OPTIONS: '--max-old-space-size=256',
  LOG_LEVEL: 'warn',
  COMPAT: 'kenziehub',
  TRUST_PROXY: PROXY,
};

type Attacked = { child: ChildProcess; bystanders: Bystanders };
/** `slowness` is reported, but is no failure on a machine that other programs keep busy. */
type Problems = { failures: Set<string>; slowness: Set<string> };

/**
 * Attacks a server of its own, twice, and prints how long bystanders waited: a neighbour at the attacker's address, a
 * stranger, and a health check on a new connection. Reads /proc, so it needs Linux.
 */
await exitOnProblem(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { engine: { type: 'string' } } });
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
  const problems: Problems = { failures: new Set(), slowness: new Set() };
  for (const engine of enginesOf(values.engine)) {
    await withDatabase(engine, (url) => overload(engine, url, positionals.join(' '), problems));
  }
  if (isBusy) for (const slow of problems.slowness) console.log(`On a busy machine: ${slow}`);
  const failures = isBusy ? problems.failures : problems.failures.union(problems.slowness);
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.size > 0 ? 1 : 0;
});

async function overload(engine: Engine, url: string, filter: string, problems: Problems): Promise<void> {
  const all = await seedClients(url, { users: USERS, techs: 4, clients: USERS });
  await using server = await startServer({ ...SETTINGS, DATABASE_URL: url }, MEASURED);
  const port = Number(new URL(server.address).port);
  const [neighbour, stranger, ...clients] = all;
  const bystanders = { port, address: ATTACKER, neighbour: neighbour?.token ?? '', stranger: stranger?.id ?? '' };
  const fail = (problem: string) => void problems.failures.add(problem);
  const target = { port, ask: makeClient(port), clients, seconds: SECONDS, fail };
  const attacks = [
    ...floods(target),
    ...busyClients(target),
    connectionsBesideBodies(target),
    connectionsBesideLogins(target),
    ...(await busyQueues(target)),
  ];
  const named = attacks.map((attack) => ({ ...attack, name: `${engine}: ${attack.name}` }));
  const chosen = named.filter(({ name }) => name.includes(filter));
  if (chosen.length === 0) throw new SetUpProblem(USAGE);
  const memory: number[] = [];
  for (const round of ['first', 'second']) {
    console.log(`The ${round} round, median and longest wait:`);
    for (const attack of chosen) await run(attack, { child: server.child, bystanders }, problems);
    // The decoder ends when it was idle for five seconds.
    await sleep(6_000);
    memory.push((await memoryOf(server.child)).rss / 2 ** 20);
  }
  const [first = 0, second = 0] = memory;
  console.log(`RSS after the rounds: ${first.toFixed(0)}, ${second.toFixed(0)} MiB.`);
  if (second > first * 1.2) fail('The second round left more than 20 % in memory');
}

async function run({ name, start }: Attack, { child, bystanders }: Attacked, problems: Problems): Promise<void> {
  const watching = new Worker(new URL('bystanders.ts', import.meta.url), { workerData: bystanders });
  await once(watching, 'message');
  const { pid = 0 } = child;
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMemory(pid));
  }, 50);
  const [attack] = await Promise.all([start(), sleep(SECONDS * 1_000)]);
  const report = once(watching, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  watching.postMessage('stop');
  const [bystanderWaits] = (await report) as [Waits[]];
  clearInterval(sampling);
  if (child.exitCode !== null || child.signalCode !== null) throw new SetUpProblem(`${name}: the server ended.`);
  const waits = bystanderWaits.map(({ name: who, refusals, median, longest }) => {
    if (longest > (who === 'health' ? HEALTH_LIMIT : WAIT_LIMIT))
      problems.slowness.add(`${name}: ${who} waited ${longest.toFixed(0)} ms`);
    if (refusals.length > 0) problems.failures.add(`${name}: ${who} got ${[...new Set(refusals)].join(', ')}`);
    return `${who} ${median.toFixed(0)}/${longest.toFixed(0)} ms${refusals.length > 0 ? ` (${refusals.length} refused)` : ''}`;
  });
  const answers = Object.entries(Object.groupBy(attack, (one) => (typeof one === 'number' ? one : 'sockets')));
  const counts = answers.map(([status, all]) => `${all?.length} × ${status}`).join(', ');
  console.log(`${name}: ${waits.join(', ')}, RSS at most ${most.toFixed(0)} MiB, ${counts}`);
  for (const each of attack) if (typeof each !== 'number') each.destroy();
  await untilIdle(pid);
}

function residentMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Waits until the server has processed the data that closed sockets had sent. */
async function untilIdle(pid: number): Promise<void> {
  let [before, now] = [-Infinity, processorTime(pid)];
  while (now - before > 20) {
    before = now;
    await sleep(1_000);
    now = processorTime(pid);
  }
}
