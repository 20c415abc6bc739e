import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf, run, SetUpProblem } from '../set-up.mjs';

export type Durations = ReadonlyMap<string, number>;
type Outcome = { count: number; failed: string | undefined; durations: Durations };

// In milliseconds, because even a fast test may pause for a moment on a busy machine.
const LEAST_TIMEOUT = 5_000;
const REPORT = 'report.json';

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

/** Runs the tests that name an atom until one fails. `durations` are those without a fault, and limit browser tests. */
export async function runTests(copy: string, atoms: readonly string[], durations?: Durations): Promise<Outcome> {
  const isNamed = (text: string) => atoms.some((atom) => text.includes(atom));
  const files = globSync('test/**/*.{test,spec}.ts', { cwd: copy })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isNamed(readFileSync(join(copy, file), 'utf8')))
    .toSorted();
  if (files.length === 0) throw new SetUpProblem(`No test names ${atoms.join(' or ')}.`);
  const pattern = atoms.join('|');
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !specs.includes(file));

  let outcome: Outcome = { count: 0, failed: undefined, durations: new Map() };
  if (others.length > 0) outcome = await runVitest(copy, others, pattern);
  if (specs.length === 0 || outcome.failed !== undefined) return outcome;
  const usual = durations && [...durations].filter(([title]) => isNamed(title)).map(([, duration]) => duration);
  const browser = await runPlaywright(copy, specs, pattern, usual && Math.max(LEAST_TIMEOUT, ...usual));
  return { ...browser, count: outcome.count + browser.count };
}

type Result = { title: string; isFailed: boolean; duration: number };

function outcomeOf(results: Result[], pattern: string): Outcome {
  // If no test ran, none has noticed the fault.
  if (results.length === 0) throw new SetUpProblem(`No test ran for ${pattern}.`);
  const failed = results.find(({ isFailed }) => isFailed)?.title;
  return { count: results.length, failed, durations: new Map(results.map(({ title, duration }) => [title, duration])) };
}

type VitestReport = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };

async function runVitest(copy: string, files: readonly string[], pattern: string): Promise<Outcome> {
  // SQLite is enough, except for code that only PostgreSQL runs.
  const project = files.every((file) => file.startsWith('test/server/postgres/')) ? 'postgres' : '!postgres';
  const args = ['run', ...files, `--project=${project}`, `--testNamePattern=${pattern}`, '--bail=1'];
  const { testResults } = await reportOf<VitestReport>(copy, 'vitest', [...args, `--outputFile=${REPORT}`]);
  const results = testResults.flatMap((file) => file.assertionResults);
  const finished = results.filter(({ status }) => status === 'passed' || status === 'failed');
  return outcomeOf(
    finished.map(({ fullName, status }) => ({ title: fullName, isFailed: status === 'failed', duration: 0 })),
    pattern,
  );
}

function configOf(timeout: number | undefined): string {
  const waits = `{ ...config.use, actionTimeout: ${timeout}, navigationTimeout: ${timeout} }`;
  const limits = `timeout: ${3 * (timeout ?? 0)}, expect: { timeout: ${timeout} }, use: ${waits}`;
  return `import config from './playwright.config.ts';

const firstProject = { projects: config.projects?.slice(0, 1), webServer: config.webServer?.[0] };
export default { ...config, ...firstProject, ${timeout === undefined ? '' : limits} };
`;
}

type Spec = { title: string; tests: { status: string; results: { duration: number }[] }[] };
type Suite = { specs: Spec[]; suites?: Suite[] };

async function runPlaywright(
  copy: string,
  files: readonly string[],
  pattern: string,
  timeout: number | undefined,
): Promise<Outcome> {
  writeFileSync(join(copy, 'mutants.config.ts'), configOf(timeout));
  const options = ['--config=mutants.config.ts', '--workers=2', '--retries=1', '--max-failures=1'];
  const paths = files.map((file) => file.replaceAll('.', String.raw`\.`));
  const args = ['test', ...paths, `--grep=${pattern}`, ...options];
  const { suites } = await reportOf<{ suites: Suite[] }>(copy, 'playwright', args);
  const finished = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'));
  const results = finished.map(({ title, tests }) => ({
    title,
    isFailed: tests.some(({ status }) => status === 'unexpected'),
    duration: Math.max(...tests.flatMap(({ results: tries }) => tries.map(({ duration }) => duration))),
  }));
  return outcomeOf(results, pattern);
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

async function reportOf<Report>(copy: string, program: string, args: readonly string[]): Promise<Report> {
  const path = join(copy, REPORT);
  rmSync(path, { force: true });
  // A BASE_URL would point the tests at another server.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: path, BASE_URL: undefined };
  await runTool(copy, program, [...args, '--reporter=json'], env);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    throw new SetUpProblem('The tests did not start, so they cannot show the fault: run them with `npm test`.');
  }
}
