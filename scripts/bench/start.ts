import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildWebIfStale, orExplain, root, SetUpProblem } from '../set-up.mjs';
import { type Figures, medians, processorTime, report } from './figures.ts';

const RUNS = 7;
const SERVER = [process.execPath, 'server/main.ts'];
const WAYS = [
  { name: 'node server/main.ts', command: SERVER, limit: 600 },
  { name: 'npm start', command: ['npm', 'start'], limit: 1_200 },
  { name: 'nothing compiled', command: SERVER, environment: { NODE_DISABLE_COMPILE_CACHE: '1' }, limit: Infinity },
];

type Run = Figures<'ready' | 'work'>;

await orExplain(async () => {
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  const folder = mkdtempSync(join(tmpdir(), 'trilha-start-'));
  const shared = {
    DATABASE_URL: `sqlite:${folder}/trilha.sqlite`,
    PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: '',
  };
  try {
    const runs = WAYS.map(() => [] as Run[]);
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [index, { command, environment }] of WAYS.entries()) {
        const measured = await start(command, { ...shared, ...environment });
        if (run > 0) runs[index]?.push(measured);
      }
    }
    const all = WAYS.map((way, index) => ({ ...way, ...medians(runs[index] ?? []) }));
    report(
      all.map(({ name, ready, work, limit }) => [
        `${name}, ${work} ms of processor time; ready after ms`,
        ready,
        limit,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function start([command = '', ...args]: string[], environment: Record<string, string>): Promise<Run> {
  const begin = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own, so that npm's children end with it.
    detached: true,
  });
  const closed = once(child, 'close');
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const [address] = /http:\S+/.exec(line) ?? [];
      if (address === undefined) continue;
      const { status } = await fetch(`${address}/readyz`);
      if (status !== 200) throw new SetUpProblem(`/readyz answers ${status}.`);
      return { ready: Math.round(performance.now() - begin), work: processorTime(child.pid) };
    }
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await closed;
  }
  throw new SetUpProblem(`${[command, ...args].join(' ')} does not start.`);
}
