import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Title } from '../../test/helpers/titles.ts';
import { programOf, run, SetUpProblem } from '../set-up.mjs';

/** How many tests ran, the first that failed, and the milliseconds that each took in the browser, by its title. */
export type Outcome = { count: number; failed: string | undefined; times: ReadonlyMap<string, number> };
type Chosen = { files: readonly string[]; pattern: string; patience: number | undefined };
type Runner = (copy: string, chosen: Chosen) => Promise<Outcome>;

/**
 * Runs a program of node_modules on the copy, without a word: a fault is expected to make it complain.
 * @throws SetUpProblem after Ctrl-C
 */
export async function runTool(
  copy: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const options = { cwd: copy, env: { ...process.env, ...env }, stdio: 'ignore' } as const;
  const code = await run(process.execPath, [programOf(program), ...args], options);
  if (code > 128) throw new SetUpProblem('Interrupted.');
  return code;
}

/** The quick ones first: a fault that they notice needs no browser. */
const RUNNERS: readonly (readonly [suffix: string, runner: Runner])[] = [
  ['.test.ts', runVitest],
  ['.spec.ts', runPlaywright],
];

/**
 * Runs the tests whose titles name one of the atoms, up to the first that fails. `sound` is how long each took without a
 * fault, and no wait is longer now.
 */
export async function runTests(
  copy: string,
  titles: readonly Title[],
  atoms: readonly string[],
  sound?: Outcome['times'],
): Promise<Outcome> {
  const named = titles.filter(({ text }) => atoms.some((atom) => text.includes(atom)));
  const files = [...new Set(named.map(({ file }) => file))];
  if (files.length === 0) throw new SetUpProblem(`No test names ${atoms.join(', ')}.`);
  const patience = sound && patienceFor(atoms, sound);
  const times = new Map<string, number>();
  let count = 0;
  for (const [suffix, runner] of RUNNERS) {
    const its = files.filter((file) => file.endsWith(suffix));
    if (its.length === 0) continue;
    const outcome = await runner(copy, { files: its, pattern: atoms.join('|'), patience });
    // Otherwise a fault that no test survives starting with would pass for one that a test noticed.
    if (outcome.count === 0) throw new SetUpProblem(`No test ran for ${atoms.join(', ')} in ${its.join(', ')}.`);
    count += outcome.count;
    for (const [title, time] of outcome.times) times.set(title, time);
    if (outcome.failed !== undefined) return { count, failed: outcome.failed, times };
  }
  return { count, failed: undefined, times };
}

// In milliseconds: a quick test would leave no room for a machine that stands still for a moment.
const LEAST_PATIENCE = 5_000;

function patienceFor(atoms: readonly string[], sound: Outcome['times']): number {
  const its = [...sound].filter(([title]) => atoms.some((atom) => title.includes(atom))).map(([, time]) => time);
  return Math.max(LEAST_PATIENCE, ...its);
}

type VitestReport = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };

async function runVitest(copy: string, { files, pattern }: Chosen): Promise<Outcome> {
  const report = join(copy, 'vitest-report.json');
  rmSync(report, { force: true });
  // The faults are the program's: one engine shows them, but for those of what only PostgreSQL needs.
  const project = files.every((file) => file.startsWith('test/server/postgres/')) ? 'postgres' : '!postgres';
  const args = ['run', ...files, `--project=${project}`, `--testNamePattern=${pattern}`, '--bail=1', '--reporter=json'];
  await runTool(copy, 'vitest', [...args, `--outputFile=${report}`]);

  const { testResults } = readReport(report) as VitestReport;
  const ran = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => /passed|failed/.test(status));
  return { count: ran.length, failed: ran.find(({ status }) => status === 'failed')?.fullName, times: new Map() };
}

/** On one engine. Most faults show as something that never comes: waiting for it would take most of the time. */
function configOf(patience: number | undefined): string {
  const waits = `{ ...config.use, actionTimeout: ${patience}, navigationTimeout: ${patience} }`;
  const bounds = `timeout: ${3 * (patience ?? 0)}, expect: { timeout: ${patience} }, use: ${waits}`;
  return `import config from './playwright.config.ts';

const one = { projects: config.projects?.slice(0, 1), webServer: config.webServer?.[0] };
export default { ...config, ...one, ${patience === undefined ? '' : bounds} };
`;
}

type Spec = { title: string; tests: { status: string; results: { duration: number }[] }[] };
type Suite = { specs: Spec[]; suites?: Suite[] };

async function runPlaywright(copy: string, { files, pattern, patience }: Chosen): Promise<Outcome> {
  const report = join(copy, 'playwright-report.json');
  rmSync(report, { force: true });
  const chosen = [...files.map((file) => file.replaceAll('.', String.raw`\.`)), `--grep=${pattern}`];
  writeFileSync(join(copy, 'mutants.config.ts'), configOf(patience));
  // What fails once may be the machine's, which stands still at times.
  const bounds = ['--config=mutants.config.ts', '--workers=2', '--retries=1', '--max-failures=1'];
  const args = ['test', ...chosen, ...bounds, '--reporter=json'];
  // With a BASE_URL the tests would look at another Trilha than this broken one.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, BASE_URL: undefined };
  await runTool(copy, 'playwright', args, env);

  const { suites } = readReport(report) as { suites: Suite[] };
  const ran = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'));
  const times = ran.map(({ title, tests }) => [title, Math.max(...tests.flatMap(timesOf))] as const);
  return { count: ran.length, failed: ran.find(({ tests }) => tests.some(hasFailed))?.title, times: new Map(times) };
}

function timesOf({ results }: Spec['tests'][number]): number[] {
  return results.map(({ duration }) => duration);
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function hasFailed({ status }: Spec['tests'][number]): boolean {
  return status === 'unexpected';
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new SetUpProblem('The tests did not start, so they say nothing about the fault.');
  }
}
