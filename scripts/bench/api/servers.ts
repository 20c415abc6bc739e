import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type RunningServer, startServer } from '../../running-app.ts';
import { SetUpProblem } from '../../set-up.mjs';
import type { Figures } from '../device.ts';
import type { Load, Loaded } from './load.ts';

// Of 1/100 second, as Linux counts processor time.
const TICK = 10;
// A machine that others keep busy makes Trilha refuse some: that round counts for nothing.
const TRIES = 5;

export type Round = Figures<'perSecond' | 'work'>;

/** Asks a server from a process of its own, and again where it refused some. Work is in milliseconds an answer. */
export async function measure({ name, ...load }: Load & { name: string }, { child }: RunningServer): Promise<Round> {
  let refused = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = processorTime(child);
    const loaded = await generate({ ...load, unique: `${load.unique}${tries}-` });
    if (loaded.refused === 0 && loaded.answered > 0)
      return { perSecond: loaded.perSecond, work: (processorTime(child) - before) / loaded.answered };
    ({ refused } = loaded);
  }
  throw new SetUpProblem(`${name}: ${refused} requests were refused, each of ${TRIES} times.`);
}

async function generate(load: Load): Promise<Loaded> {
  const program = join(import.meta.dirname, 'load.ts');
  const generator = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(JSON.stringify(load));
  return JSON.parse(await text(generator.stdout)) as Loaded;
}

/** Of a process, in milliseconds (proc_pid_stat(5): utime and stime); 0 when it is gone. */
export function processorTime({ pid }: { pid?: number | undefined }): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  const fields = stat.replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

export function number(value: number, digits: number, width: number): string {
  return value.toFixed(digits).padStart(width);
}

/** As shipped: all limits and the log on, behind a proxy. */
export function startTrilha(setting: string): Promise<RunningServer> {
  return startServer({ DATABASE_URL: setting, TRUST_PROXY: '127.0.0.1', LOG_FORMAT: 'json' });
}

/** The least that answers the same from the database at this location. */
export function startBare(location: string): Promise<RunningServer> {
  return startServer({}, [process.execPath, 'scripts/bench/api/bare.ts', location]);
}

export async function stop({ child }: RunningServer): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
