import type { ChildProcess } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wholeNumber } from '../database/command.ts';
import { MEASURED, memoryOf, startServer } from '../running-server.ts';
import { orExplain, SetUpProblem } from '../set-up.mjs';
import { seedClients } from './data.ts';
import { report } from './figures.ts';
import { generate } from './load.ts';

const WARM_UP = 5_000;
// V8 returns freed memory to the system gradually.
const REST_MS = 10_000;

await orExplain(async () => {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '360000' } } });
  const amount = wholeNumber('--requests', values.requests, 1_000, 100_000_000);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-memory-'));
  const url = `sqlite:${folder.path}/trilha.sqlite`;
  const clients = await seedClients(url, { users: 1_000, techs: 8, clients: 100 });
  const requests = clients.flatMap(({ id, token }) => [
    { path: `/users/${id}` },
    { path: '/profile', token },
    { path: '/users?tech=react' },
    { path: '/healthz' },
  ]);
  await using server = await startServer({ DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }, MEASURED);
  const { address, child } = server;
  const load = async (count: number) => {
    const { refused } = await generate({ address, requests, amount: count, connections: 32 });
    if (refused > 0) throw new SetUpProblem(`The server refused ${refused} of ${count} requests.`);
    return residentMemory(child);
  };
  const rest = await load(WARM_UP);
  const after = await load(amount);
  const [before, later] = [rest, after].map((bytes) => Math.round(bytes / 2 ** 20));
  report([[`${before} MiB at rest, ${later} MiB after ${amount} requests, ratio`, after / rest, 1.05]]);
});

async function residentMemory(child: ChildProcess): Promise<number> {
  await memoryOf(child);
  await sleep(REST_MS);
  return (await memoryOf(child)).rss;
}
