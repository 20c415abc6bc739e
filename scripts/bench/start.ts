import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireWebApp, SERVER, startServer } from '../running-server.ts';
import { orExplain, SetUpProblem } from '../set-up.mjs';
import { type Figures, medians, processorTime, report } from './figures.ts';

const RUNS = 7;
const WAYS = [
  { name: 'node server/main.ts', command: SERVER, limit: 600 },
  { name: 'npm start', command: ['npm', 'start'], limit: 1_200 },
  { name: 'nothing compiled', command: SERVER, environment: { NODE_DISABLE_COMPILE_CACHE: '1' }, limit: Infinity },
];

type Run = Figures<'ready' | 'work'>;

await orExplain(async () => {
  await requireWebApp();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-start-'));
  const shared = { DATABASE_URL: `sqlite:${folder.path}/trilha.sqlite`, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: '' };
  const ways = WAYS.map((way) => ({ ...way, runs: [] as Run[] }));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const { command, environment, runs } of ways) {
      const measured = await start(command, { ...shared, ...environment });
      if (run > 0) runs.push(measured);
    }
  }
  report(
    ways.map(({ name, runs, limit }) => {
      const { ready, work } = medians(runs);
      return [`${name}, ${work} ms of processor time; ready after ms`, ready, limit];
    }),
  );
});

async function start(command: string[], environment: NodeJS.ProcessEnv): Promise<Run> {
  const begin = performance.now();
  await using server = await startServer(environment, command);
  const { status } = await fetch(`${server.address}/readyz`);
  if (status !== 200) throw new SetUpProblem(`/readyz answers ${status}.`);
  return { ready: Math.round(performance.now() - begin), work: processorTime(server.child.pid) };
}
