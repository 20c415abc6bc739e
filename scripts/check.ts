import type { SpawnOptions } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser/find.ts';
import { buildWebIfStale, exitOnProblem, programOf, run } from './set-up.mjs';

type Work = (options?: SpawnOptions) => Promise<number>;
type Steps = Record<string, Work>;
type Result = { code: number; summary: string };

function program(name: string, ...args: string[]): Work {
  return (options) => run(process.execPath, [name.endsWith('.ts') ? name : programOf(name), ...args], options);
}

const GUARD = ['--guard', '--engine=sqlite', '--only=GET /profile', '--only=POST /users/techs', '--rounds=1'];

/**
 * The groups of a stage run concurrently, the steps of a group in turn. Types come before the build: tsc writes into
 * web/, which makes a build look stale. The tests use all cores, so nothing runs beside them.
 */
const STAGES: Steps[][] = [
  [
    { format: program('oxfmt', '--check') },
    { lint: program('oxlint', '--type-aware', '--deny-warnings') },
    { types: program('tsc', '-b', '--singleThreaded'), build: buildWebIfStale },
  ],
  [
    {
      http: program('vitest', 'run'),
      size: program('scripts/size.ts'),
      ...(process.platform === 'linux' && { speed: program('scripts/bench/api/main.ts', ...GUARD) }),
      browser: program('playwright', 'test'),
    },
  ],
];

async function time(name: string, work: Work, options?: SpawnOptions): Promise<Result> {
  const start = performance.now();
  const code = await work(options);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  return { code, summary: `${name} ${seconds} s${code === 0 ? '' : ` (exit code ${code})`}` };
}

async function runQuietly(steps: Steps, folder: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, work] of Object.entries(steps)) {
    const path = join(folder, name);
    await using file = await open(path, 'w');
    const result = await time(name, work, { stdio: ['ignore', file.fd, file.fd] });
    console.log(`\n── ${name}\n${readFileSync(path, 'utf8').trimEnd()}`);
    results.push(result);
    if (result.code !== 0) break;
  }
  return results;
}

function summarise(results: Result[]): string {
  return results.map(({ summary }) => summary).join(' · ');
}

function exitIfFailed(results: Result[]): void {
  const failed = results.find(({ code }) => code !== 0);
  if (failed === undefined) return;
  console.error(`\n✗ ${summarise(results)}`);
  process.exit(failed.code);
}

await exitOnProblem(async () => {
  // First, because it may ask a question.
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-check-'));
  process.once('exit', () => folder.remove());
  const results: Result[] = [];
  for (const groups of STAGES) {
    console.log(`\n… ${groups.flatMap(Object.keys).join(', ')}`);
    results.push(...(await Promise.all(groups.map((steps) => runQuietly(steps, folder.path)))).flat());
    exitIfFailed(results);
  }
  console.log(`\n✓ ${summarise(results)}`);
});
