import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../server/database/open.ts';
import { wholeNumber } from '../database/command.ts';
import { MEASURED, memoryOf, startServer } from '../running-app.ts';
import { orExplain, SetUpProblem } from '../set-up.mjs';
import { locationOf, openSessions, seed } from './data.ts';
import { report } from './figures.ts';
import { generate } from './load.ts';

const WARM_UP = 5_000;
// V8 returns freed memory to the system gradually.
const REST_MS = 10_000;

await orExplain(async () => {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '360000' } } });
  const amount = wholeNumber('--requests', values.requests, 1_000, 100_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'trilha-memory-'));
  const url = `sqlite:${folder}/trilha.sqlite`;
  try {
    await seed(url, 1_000, 8);
    const database = await openDatabase(locationOf(url));
    const users = await openSessions(database, await database.selectFrom('users').select('id').limit(100).execute());
    await database.destroy();
    const requests = users.flatMap(({ id, token }) => [
      { path: `/users/${id}` },
      { path: '/profile', token },
      { path: '/users?tech=react' },
      { path: '/healthz' },
    ]);
    const settings = { DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
    const { address, child, stop } = await startServer(settings, MEASURED);
    const load = async (count: number) => {
      const { refused } = await generate({ address, method: 'GET', requests, amount: count, connections: 32 });
      if (refused > 0) throw new SetUpProblem(`The server refused ${refused} of ${count} requests.`);
      return residentMemory(child);
    };
    const rest = await load(WARM_UP);
    const after = await load(amount);
    await stop();
    const [before, later] = [rest, after].map((bytes) => Math.round(bytes / 2 ** 20));
    report([[`${before} MiB at rest, ${later} MiB after ${amount} requests, ratio`, after / rest, 1.05]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function residentMemory(child: ChildProcess): Promise<number> {
  await memoryOf(child);
  await sleep(REST_MS);
  return (await memoryOf(child)).rss;
}
