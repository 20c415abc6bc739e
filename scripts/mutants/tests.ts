import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Title } from '../../test/helpers/titles.ts';
import { programOf, run, SetUpProblem } from '../set-up.mjs';

/** How many tests ran, and the first that failed. */
export type Outcome = { count: number; failed: string | undefined };
type Runner = (copy: string, files: readonly string[], pattern: string) => Promise<Outcome>;

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

/** Runs the tests whose titles name one of the atoms, up to the first that fails. */
export async function runTests(copy: string, titles: readonly Title[], atoms: readonly string[]): Promise<Outcome> {
  const named = titles.filter(({ text }) => atoms.some((atom) => text.includes(atom)));
  const files = [...new Set(named.map(({ file }) => file))];
  if (files.length === 0) throw new SetUpProblem(`No test names ${atoms.join(', ')}.`);
  let count = 0;
  for (const [suffix, runner] of RUNNERS) {
    const its = files.filter((file) => file.endsWith(suffix));
    if (its.length === 0) continue;
    const outcome = await runner(copy, its, atoms.join('|'));
    // Otherwise a fault that no test survives starting with would pass for one that a test noticed.
    if (outcome.count === 0) throw new SetUpProblem(`No test ran for ${atoms.join(', ')} in ${its.join(', ')}.`);
    count += outcome.count;
    if (outcome.failed !== undefined) return { count, failed: outcome.failed };
  }
  return { count, failed: undefined };
}

type VitestReport = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };

async function runVitest(copy: string, files: readonly string[], pattern: string): Promise<Outcome> {
  const report = join(copy, 'vitest-report.json');
  rmSync(report, { force: true });
  // The faults are the program's: one engine shows them.
  const args = ['run', ...files, '--project=!postgres', `--testNamePattern=${pattern}`, '--bail=1', '--reporter=json'];
  await runTool(copy, 'vitest', [...args, `--outputFile=${report}`]);

  const { testResults } = readReport(report) as VitestReport;
  const ran = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => /passed|failed/.test(status));
  return { count: ran.length, failed: ran.find(({ status }) => status === 'failed')?.fullName };
}

// Most faults show as something that never comes; waiting for it would take most of the time.
const IMPATIENT = `import config from './playwright.config.ts';

export default {
  ...config,
  timeout: 20_000,
  expect: { timeout: 2_500 },
  use: { ...config.use, actionTimeout: 8_000, navigationTimeout: 8_000 },
  projects: config.projects?.slice(0, 1),
  webServer: config.webServer?.[0],
};
`;

type Spec = { title: string; tests: { status: string }[] };
type Suite = { specs: Spec[]; suites?: Suite[] };

async function runPlaywright(copy: string, files: readonly string[], pattern: string): Promise<Outcome> {
  const report = join(copy, 'playwright-report.json');
  rmSync(report, { force: true });
  const chosen = [...files.map((file) => file.replaceAll('.', String.raw`\.`)), `--grep=${pattern}`];
  writeFileSync(join(copy, 'impatient.config.ts'), IMPATIENT);
  const bounds = ['--config=impatient.config.ts', '--workers=2', '--retries=0', '--max-failures=1'];
  const args = ['test', ...chosen, ...bounds, '--reporter=json'];
  // With a BASE_URL the tests would look at another Trilha than this broken one.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, BASE_URL: undefined };
  await runTool(copy, 'playwright', args, env);

  const { suites } = readReport(report) as { suites: Suite[] };
  const ran = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'));
  return { count: ran.length, failed: ran.find(({ tests }) => tests.some(hasFailed))?.title };
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function hasFailed({ status }: { status: string }): boolean {
  return status === 'unexpected' || status === 'flaky';
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new SetUpProblem('The tests did not start, so they say nothing about the fault.');
  }
}
