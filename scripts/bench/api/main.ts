import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type RunningServer, startServer } from '../../running-app.ts';
import { orExplain, SetUpProblem } from '../../set-up.mjs';
import { type Figures, medians } from '../device.ts';
import { type Case, CASES } from './cases.ts';
import { ENGINES, type Known, prepareData } from './data.ts';
import type { Load, Loaded } from './load.ts';

const USAGE = 'Usage: npm run bench -- [--engine sqlite|postgres] [--only "GET /profile"] [--rounds 5] [--guard]';
// So many times a round, for the compiler to be done with what is asked.
const WARM_UP = 4;
// Of 1/100 second, as Linux counts processor time.
const TICK = 10;

type Round = Figures<'perSecond' | 'work'>;

// Ctrl-C ends the servers, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await orExplain(async () => {
  if (process.platform !== 'linux')
    throw new SetUpProblem('The bench reads processor time from /proc: run it on Linux.');
  const { engine, only, guard, rounds } = readOptions();
  for (const each of ENGINES.filter((known) => engine === undefined || known === engine)) {
    const cases = CASES.filter(({ name }) => only === undefined || name === only);
    const missed = await benchmark(each, cases, rounds);
    if (!guard || missed.length === 0) continue;
    console.error(`Below half of what was reached on ${each}: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
});

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        engine: { type: 'string' },
        only: { type: 'string' },
        guard: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '5' },
      },
    });
    return { ...values, rounds: Number(values.rounds) };
  } catch {
    throw new SetUpProblem(USAGE);
  }
}

/** Answers the names of the cases that are below their guard. */
async function benchmark(engine: (typeof ENGINES)[number], cases: Case[], rounds: number): Promise<string[]> {
  const { setting, location, users, remove } = await prepareData(engine);
  const servers: RunningServer[] = [];
  try {
    const ours = await startServer({ DATABASE_URL: setting, TRUST_PROXY: '127.0.0.1', LOG_FORMAT: 'json' });
    servers.push(ours);
    const bare = await startServer({}, [process.execPath, 'scripts/bench/api/bare.ts', location]);
    servers.push(bare);
    console.log(`\n${engine.padEnd(18)}   Trilha /s     bare /s   ratio   CPU ms   bare   ratio`);
    const missed = [];
    for (const each of cases)
      if ((await compare(each, users, { ours, bare }, rounds)) < each.least[engine]) missed.push(each.name);
    return missed;
  } finally {
    await Promise.all(servers.map(stop));
    await remove();
  }
}

/** Rounds in turn, so that both see the same machine. Answers the better of both ratios. */
async function compare(
  each: Case,
  users: Known[],
  servers: { ours: RunningServer; bare: RunningServer },
  rounds: number,
): Promise<number> {
  const measured: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const who of ['ours', 'bare'] as const) {
      const requests = each.requests(users, who === 'ours');
      const amount = each.amount * (round === 0 ? WARM_UP : 1);
      const load = { ...each, amount, address: servers[who].address, requests, unique: `${who}${round}-` };
      const figures = await measure(load, servers[who]);
      if (round > 0) measured[who].push(figures);
    }
  }
  const [ours, bare] = [medians(measured.ours), medians(measured.bare)];
  const [speed, work] = [ours.perSecond / bare.perSecond, bare.work / ours.work];
  console.log(
    `${each.name.padEnd(18)} ${number(ours.perSecond, 0, 11)} ${number(bare.perSecond, 0, 11)} ${number(speed, 2, 7)}` +
      ` ${number(ours.work, 3, 8)} ${number(bare.work, 3, 6)} ${number(work, 2, 7)}`,
  );
  return Math.max(speed, work);
}

async function measure({ requests, ...load }: Load & { name: string }, { child }: RunningServer): Promise<Round> {
  const before = processorTime(child);
  const program = join(import.meta.dirname, 'load.ts');
  const generator = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(JSON.stringify({ ...load, requests }));
  const { perSecond, answered, refused } = JSON.parse(await text(generator.stdout)) as Loaded;
  if (refused > 0 || answered === 0) throw new SetUpProblem(`${load.name}: ${refused} requests were refused.`);
  return { perSecond, work: (processorTime(child) - before) / answered };
}

function number(value: number, digits: number, width: number): string {
  return value.toFixed(digits).padStart(width);
}

/** Of a process, in milliseconds (proc_pid_stat(5): utime and stime). */
function processorTime({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

async function stop({ child }: RunningServer): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
