import type { SpawnOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser/find.ts';
import { buildWebIfStale, orExplain, programOf, run } from './set-up.mjs';

type Work = (options?: SpawnOptions) => Promise<number>;
type Step = { name: string; work: Work };
type Result = { name: string; code: number; seconds: number };

function tool(name: string, ...args: string[]): Work {
  return (options) => run(process.execPath, [programOf(name), ...args], options);
}

function script(...args: string[]): Work {
  return (options) => run(process.execPath, args, options);
}

/** These lists run concurrently. Types come before the build: tsc writes into web/, which makes a build look stale. */
const CONCURRENT: Step[][] = [
  [{ name: 'format', work: tool('prettier', '--check', '--log-level=warn', '.') }],
  [{ name: 'lint', work: tool('oxlint', '--type-aware', '--deny-warnings') }],
  [
    { name: 'types', work: tool('tsc', '-b', '--singleThreaded') },
    { name: 'build', work: buildWebIfStale },
  ],
];

const GUARD = ['--guard', '--engine=sqlite', '--only=GET /profile', '--only=POST /users/techs', '--rounds=1'];

const SEQUENTIAL: Step[] = [
  { name: 'http', work: tool('vitest', 'run') },
  { name: 'size', work: script('scripts/size.ts') },
  // The bench reads processor time from /proc.
  ...(process.platform === 'linux' ? [{ name: 'speed', work: script('scripts/bench/api/main.ts', ...GUARD) }] : []),
  { name: 'browser', work: tool('playwright', 'test') },
];

async function time({ name, work }: Step, options?: SpawnOptions): Promise<Result> {
  const start = performance.now();
  const code = await work(options);
  return { name, code, seconds: (performance.now() - start) / 1_000 };
}

/** Runs steps until one fails; prints the output of each when it has ended. */
async function runQuietly(steps: Step[], folder: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    const path = join(folder, step.name);
    const file = openSync(path, 'w');
    const result = await time(step, { stdio: ['ignore', file, file] });
    closeSync(file);
    console.log(`\n── ${step.name}\n${readFileSync(path, 'utf8').trimEnd()}`);
    results.push(result);
    if (result.code !== 0) break;
  }
  return results;
}

function summarise(results: Result[]): string {
  const parts = results.map(({ name, code, seconds }) => {
    return `${name} ${seconds.toFixed(1)} s${code === 0 ? '' : ` (exit code ${code})`}`;
  });
  return parts.join(' · ');
}

function exitIfFailed(results: Result[]): void {
  const failed = results.find(({ code }) => code !== 0);
  if (failed === undefined) return;
  console.error(`\n✗ ${summarise(results)}`);
  process.exit(failed.code);
}

await orExplain(async () => {
  // First, because it may ask a question.
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'trilha-check-'));
  const results = (await Promise.all(CONCURRENT.map((steps) => runQuietly(steps, folder)))).flat();
  rmSync(folder, { recursive: true });
  exitIfFailed(results);
  for (const step of SEQUENTIAL) {
    console.log(`\n── ${step.name}`);
    results.push(await time(step));
    exitIfFailed(results);
  }
  console.log(`\n✓ ${summarise(results)}`);
});
