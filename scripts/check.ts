import type { SpawnOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser/find.ts';
import { buildWebIfStale, orExplain, programOf, run } from './set-up.mjs';

type Step = { name: string; work: (options?: SpawnOptions) => Promise<number> };
type Ended = { name: string; code: number; seconds: number };

const tool =
  (name: string, ...args: string[]) =>
  (options?: SpawnOptions) =>
    run(process.execPath, [programOf(name), ...args], options);

/** Each line side by side with the others: what `types` leaves in web/ would make a build beside it look old. */
const SIDE_BY_SIDE: Step[][] = [
  [{ name: 'format', work: tool('prettier', '--check', '--log-level=warn', '.') }],
  [{ name: 'lint', work: tool('oxlint', '--type-aware', '--deny-warnings') }],
  [
    // More threads check some types twice, and the cores are taken.
    { name: 'types', work: tool('tsc', '-b', '--singleThreaded') },
    { name: 'build', work: buildWebIfStale },
  ],
];

const script =
  (...words: string[]) =>
  (options?: SpawnOptions) =>
    run(process.execPath, words, options);

const GUARD = ['--guard', '--engine=sqlite', '--only=GET /profile', '--only=POST /users/techs', '--rounds=1'];

/** In the order that fails fastest. */
const IN_TURN: Step[] = [
  { name: 'http', work: tool('vitest', 'run') },
  { name: 'size', work: script('scripts/size.ts') },
  // It reads processor time as Linux tells it.
  ...(process.platform === 'linux' ? [{ name: 'speed', work: script('scripts/bench/api/main.ts', ...GUARD) }] : []),
  { name: 'browser', work: tool('playwright', 'test') },
];

const headingOf = (name: string) => `\n── ${name}`;

async function timed({ name, work }: Step, options?: SpawnOptions): Promise<Ended> {
  const start = performance.now();
  const code = await work(options);
  return { name, code, seconds: (performance.now() - start) / 1_000 };
}

/** Until one fails. What a step says is shown when it has ended: its lines stay together. */
async function runLine(steps: Step[], folder: string): Promise<Ended[]> {
  const all: Ended[] = [];
  for (const step of steps) {
    const path = join(folder, step.name);
    const file = openSync(path, 'w');
    const ended = await timed(step, { stdio: ['ignore', file, file] });
    closeSync(file);
    console.log(`${headingOf(step.name)}\n${readFileSync(path, 'utf8').trimEnd()}`);
    all.push(ended);
    if (ended.code !== 0) break;
  }
  return all;
}

/** Ends the process with the code of the first that failed. */
function stopIfFailed(all: Ended[]): void {
  const failed = all.find(({ code }) => code !== 0);
  if (failed === undefined) return;
  console.error(`\n✗ ${summaryOf(all)}`);
  process.exit(failed.code);
}

function summaryOf(all: Ended[]): string {
  const lines = all.map(({ name, code, seconds }) => {
    return `${name} ${seconds.toFixed(1)} s${code === 0 ? '' : ` (exit code ${code})`}`;
  });
  return lines.join(' · ');
}

await orExplain(async () => {
  // First, because it may ask whoever is at the terminal.
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'trilha-check-'));
  const all = (await Promise.all(SIDE_BY_SIDE.map((steps) => runLine(steps, folder)))).flat();
  rmSync(folder, { recursive: true });
  stopIfFailed(all);
  for (const step of IN_TURN) {
    console.log(headingOf(step.name));
    all.push(await timed(step));
    stopIfFailed(all);
  }
  console.log(`\n✓ ${summaryOf(all)}`);
});
