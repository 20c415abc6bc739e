import { parseArgs } from 'node:util';
import type { RunningServer } from '../../running-app.ts';
import { orExplain, SetUpProblem } from '../../set-up.mjs';
import { medians } from '../device.ts';
import { type Case, CASES, WARM_UP } from './cases.ts';
import { ENGINES, type Known, prepareData } from './data.ts';
import { compareInstances } from './instances.ts';
import { measure, number, type Round, startBare, startTrilha, stop } from './servers.ts';

const USAGE =
  'Usage: npm run bench -- [--engine sqlite|postgres] [--only "GET /profile" …] [--rounds 5] [--guard] [--instances 2]';
// A guard asks whether half is reached, of a machine that may be busy: shorter rounds, and again where it is missed.
const GUARD_SHARE = 0.25;
const GUARD_TRIES = 3;

// Ctrl-C ends the servers, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await orExplain(async () => {
  if (process.platform !== 'linux')
    throw new SetUpProblem('The bench reads processor time from /proc: run it on Linux.');
  const { engines, cases, guard, rounds, instances } = readOptions();
  if (instances > 1) {
    // A file has one writer.
    await compareInstances(cases, { instances, rounds });
    return;
  }
  for (const each of engines) {
    const missed = await benchmark(each, cases, { rounds, guard });
    if (missed.length === 0) continue;
    console.error(`Below half of what was reached on ${each}: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
});

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        engine: { type: 'string' },
        only: { type: 'string', multiple: true },
        guard: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '5' },
        instances: { type: 'string', default: '1' },
      },
    });
    const { engine, only = CASES.map(({ name }) => name) } = values;
    const engines = ENGINES.filter((known) => engine === undefined || known === engine);
    const cases = CASES.filter(({ name }) => only.includes(name));
    // What is measured of nothing is never missed.
    if (engines.length > 0 && cases.length === new Set(only).size) {
      return { ...values, engines, cases, rounds: Number(values.rounds), instances: Number(values.instances) };
    }
  } catch {
    // Told below.
  }
  throw new SetUpProblem(USAGE);
}

/** Answers the names of the cases that a guard has found below half of what was reached. */
async function benchmark(
  engine: (typeof ENGINES)[number],
  cases: Case[],
  { rounds, guard }: { rounds: number; guard: boolean },
): Promise<string[]> {
  const { setting, location, users, remove } = await prepareData(engine);
  const servers: RunningServer[] = [];
  try {
    const ours = await startTrilha(setting);
    servers.push(ours);
    const bare = await startBare(location);
    servers.push(bare);
    console.log(`\n${engine.padEnd(18)}   Trilha /s     bare /s   ratio   CPU ms   bare   ratio`);
    const missed = [];
    for (const each of cases) {
      const asked = guard ? { ...each, amount: Math.ceil(each.amount * GUARD_SHARE) } : each;
      let reached = 0;
      for (let tries = 0; tries < (guard ? GUARD_TRIES : 1) && reached < each.least[engine]; tries += 1) {
        reached = await compare(asked, users, { ours, bare }, { rounds, prefix: `${tries}-` });
      }
      if (guard && reached < each.least[engine]) missed.push(each.name);
    }
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
  { rounds, prefix }: { rounds: number; prefix: string },
): Promise<number> {
  const measured: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const who of ['ours', 'bare'] as const) {
      const requests = each.requests(users, who === 'ours');
      const amount = each.amount * (round === 0 ? WARM_UP : 1);
      const load = { ...each, amount, address: servers[who].address, requests, unique: `${who}${prefix}${round}-` };
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
