import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildWebIfStale, orExplain, root, SetUpProblem } from '../set-up.mjs';
import { type Figures, medians } from './device.ts';

const RUNS = 7;
/** In milliseconds, on a machine with a core to spare. */
const MOST = { server: 600, npm: 1_200 };

type Run = Figures<'ready' | 'work'>;

/** How long a start takes to be ready, with everything installed, built and migrated, and how much work it is. */
await orExplain(async () => {
  if ((await buildWebIfStale()) !== 0) throw new SetUpProblem('The web app does not build.');
  const folder = mkdtempSync(join(tmpdir(), 'trilha-start-'));
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'trilha.sqlite')}`,
    PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: '',
  };
  const uncompiled = { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' };
  const ways = [
    { name: 'node server/main.ts', command: [process.execPath, 'server/main.ts'], environment, most: MOST.server },
    { name: 'npm start', command: ['npm', 'start'], environment, most: MOST.npm },
    { name: 'nothing compiled', command: [process.execPath, 'server/main.ts'], environment: uncompiled, most: 0 },
  ];
  try {
    const runs = ways.map(() => [] as Run[]);
    // In turn, so that all see the same machine. The first is to warm up.
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [index, way] of ways.entries()) {
        const measured = await start(way.command, way.environment);
        if (run > 0) runs[index]?.push(measured);
      }
    }
    console.log(`${'what'.padEnd(22)} ready, ms   work, ms   at most, ms`);
    for (const [index, { name, most }] of ways.entries()) {
      const { ready, work } = medians(runs[index] ?? []);
      console.log(
        `${name.padEnd(22)} ${String(ready).padStart(9)} ${String(work).padStart(10)} ${String(most || '').padStart(13)}`,
      );
      if (most > 0 && ready > most) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function start([command = '', ...args]: string[], environment: Record<string, string>): Promise<Run> {
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    // npm has children, which end with their group.
    detached: true,
  });
  const closed = once(child, 'close');
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const [address] = /http:\S+/.exec(line) ?? [];
      if (address === undefined) continue;
      const { status } = await fetch(`${address}/readyz`);
      if (status !== 200) throw new SetUpProblem(`/readyz answers ${status}.`);
      return { ready: Math.round(performance.now() - begun), work: workOfGroup(child.pid ?? 0) };
    }
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await closed;
  }
  throw new SetUpProblem(`${[command, ...args].join(' ')} does not start.`);
}

/** Processor time of a process, of the children it has, and of those that have ended, in milliseconds (proc_pid_stat(5)). */
function workOfGroup(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) * 10;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + workOfGroup(Number(child)), own);
}
