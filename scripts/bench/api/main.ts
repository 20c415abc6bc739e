import { parseArgs } from 'node:util';
import { wholeNumber } from '../../command.ts';
import { exitOnProblem, SetUpProblem } from '../../set-up.mjs';
import { medians } from '../figures.ts';
import { type Engine, enginesOf } from '../engines.ts';
import { type Case, CASES } from './cases.ts';
import { measureRound, type Round, type Servers, withServers } from './servers.ts';

const USAGE = 'Usage: npm run bench -- [--engine sqlite|postgres] [--only "GET /profile" …] [--rounds 5] [--guard]';
// The first round compiles the hot code: it is longer, and not counted.
const WARM_UP = 4;
// The guard runs shorter rounds, and repeats a case that misses on a busy machine.
const GUARD_SHARE = 0.25;
const GUARD_TRIES = 3;

// process.exit also stops the servers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await exitOnProblem(async () => {
  if (process.platform !== 'linux')
    throw new SetUpProblem('Run the bench on Linux: it reads processor time from /proc.');
  const { engines, cases, guard, rounds } = readOptions();
  for (const engine of engines) {
    const slow = await benchmark(engine, cases, guard, rounds);
    if (slow.length === 0) continue;
    console.error(`Too slow on ${engine}: ${slow.join(', ')}. Compare with docs/performance.md.`);
    process.exitCode = 1;
  }
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string' },
      only: { type: 'string', multiple: true },
      guard: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
    },
  });
  const { only = CASES.map(({ name }) => name), guard } = values;
  const engines = enginesOf(values.engine);
  const cases = CASES.filter(({ name }) => only.includes(name));
  const rounds = wholeNumber('--rounds', values.rounds, 1, 1_000);
  if (cases.length < new Set(only).size) throw new SetUpProblem(USAGE);
  return { engines, cases, guard, rounds };
}

function benchmark(engine: Engine, cases: Case[], guard: boolean, rounds: number): Promise<string[]> {
  return withServers(engine, async (servers) => {
    console.log(`\n${engine.padEnd(18)}   Trilha /s     bare /s   ratio   CPU ms   bare   ratio`);
    const slow = [];
    for (const each of cases) {
      const amount = guard ? Math.ceil(each.amount * GUARD_SHARE) : each.amount;
      let ratio = 0;
      for (let tries = 0; tries < (guard ? GUARD_TRIES : 1) && ratio < each.least[engine]; tries += 1) {
        ratio = await compare({ ...each, amount }, servers, rounds);
      }
      if (guard && ratio < each.least[engine]) slow.push(each.name);
    }
    return slow;
  });
}

/** Measures both servers in turn, on the same machine load. Returns the better of the two ratios to the bare server. */
async function compare(each: Case, { trilha, bare, clients }: Servers, rounds: number): Promise<number> {
  const measured: { trilha: Round[]; bare: Round[] } = { trilha: [], bare: [] };
  const requests = clients.map(each.request);
  // The bare server has no sessions: a token is the id of its user.
  const bareRequests = clients.map((client) => each.request({ ...client, token: client.id }));
  for (let round = 0; round <= rounds; round += 1) {
    const load = { connections: each.connections ?? 16, amount: each.amount * (round === 0 ? WARM_UP : 1) };
    const figures = await measureRound(trilha, { ...load, requests });
    const bareFigures = await measureRound(bare, { ...load, requests: bareRequests });
    if (round === 0) continue;
    measured.trilha.push(figures);
    measured.bare.push(bareFigures);
  }
  const [ours, limit] = [medians(measured.trilha), medians(measured.bare)];
  const [speed, work] = [ours.perSecond / limit.perSecond, limit.work / ours.work];
  const speeds = cell(ours.perSecond, 0, 12) + cell(limit.perSecond, 0, 12) + cell(speed, 2, 8);
  console.log(each.name.padEnd(18) + speeds + cell(ours.work, 3, 9) + cell(limit.work, 3, 7) + cell(work, 2, 8));
  return Math.max(speed, work);
}

function cell(value: number, digits: number, width: number): string {
  return value.toFixed(digits).padStart(width);
}
