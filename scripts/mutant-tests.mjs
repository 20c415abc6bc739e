import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf, projectNode, run, SetUpProblem } from './set-up.mjs';

/**
 * @typedef {import('../test/helpers/titles.ts').Title} Title
 * @typedef {{ count: number, failed: string | undefined }} Outcome how many tests ran, and the first that failed
 * @typedef {(copy: string, files: string[], pattern: string) => Promise<Outcome>} Runner
 */

/** Someone pressed Ctrl-C: nothing more is started, and the copy is removed. */
export class Interrupted extends SetUpProblem {}

/**
 * Runs a program of node_modules on the copy. It prints nothing: a fault is expected to make it complain.
 * @param {string} copy
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function runTool(copy, program, args, env = {}) {
  const options = /** @type {const} */ ({ cwd: copy, env: { ...process.env, ...env }, stdio: 'ignore' });
  const code = await run(projectNode(), [program, ...args], options);
  if (code > 128) throw new Interrupted('Interrupted.');
  return code;
}

/** The quick ones first: a fault that they notice needs no browser. */
const RUNNERS = /** @type {const} */ ([
  ['.test.ts', runVitest],
  ['.spec.ts', runPlaywright],
]);

/**
 * Runs the tests whose titles name one of the atoms, up to the first that fails.
 * @param {string} copy
 * @param {Title[]} titles
 * @param {readonly string[]} atoms
 * @returns {Promise<Outcome>}
 */
export async function runTests(copy, titles, atoms) {
  const named = titles.filter(({ text }) => atoms.some((atom) => text.includes(atom)));
  const files = [...new Set(named.map(({ file }) => file))];
  if (files.length === 0) throw new SetUpProblem(`No test names ${atoms.join(', ')}.`);
  let count = 0;
  for (const [suffix, runner] of RUNNERS) {
    const its = files.filter((file) => file.endsWith(suffix));
    if (its.length === 0) continue;
    const outcome = await runner(copy, its, atoms.join('|'));
    // Without this a fault that stops every test from starting would pass for one that a test noticed.
    if (outcome.count === 0) throw new SetUpProblem(`No test ran for ${atoms.join(', ')} in ${its.join(', ')}.`);
    count += outcome.count;
    if (outcome.failed !== undefined) return { count, failed: outcome.failed };
  }
  return { count, failed: undefined };
}

/** @type {Runner} */
async function runVitest(copy, files, pattern) {
  const report = join(copy, 'vitest-report.json');
  rmSync(report, { force: true });
  const args = ['run', ...files, `--testNamePattern=${pattern}`, '--bail=1', '--reporter=json'];
  await runTool(copy, programOf('vitest'), [...args, `--outputFile=${report}`]);

  /** @type {{ testResults: { assertionResults: { fullName: string, status: string }[] }[] }} */
  const { testResults } = readReport(report);
  const ran = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => /passed|failed/.test(status));
  return { count: ran.length, failed: ran.find(({ status }) => status === 'failed')?.fullName };
}

// A fault is mostly noticed by something that never comes, so that waiting for it would take most of the time.
const IMPATIENT = `import config from './playwright.config.ts';

export default {
  ...config,
  timeout: 20_000,
  expect: { timeout: 2_500 },
  use: { ...config.use, actionTimeout: 8_000, navigationTimeout: 8_000 },
};
`;

/**
 * @typedef {{ title: string, tests: { status: string }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 */

/** @type {Runner} */
async function runPlaywright(copy, files, pattern) {
  const report = join(copy, 'playwright-report.json');
  rmSync(report, { force: true });
  const chosen = [...files.map((file) => file.replaceAll('.', String.raw`\.`)), `--grep=${pattern}`];
  writeFileSync(join(copy, 'impatient.config.ts'), IMPATIENT);
  const bounds = ['--config=impatient.config.ts', '--workers=2', '--retries=0', '--max-failures=1'];
  const args = ['test', ...chosen, ...bounds, '--reporter=json'];
  // A BASE_URL would have the tests look at another Trilha than this broken one.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, BASE_URL: undefined };
  await runTool(copy, programOf('@playwright/test', 'playwright'), args, env);

  /** @type {{ suites: Suite[] }} */
  const { suites } = readReport(report);
  const ran = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'));
  return { count: ran.length, failed: ran.find(({ tests }) => tests.some(hasFailed))?.title };
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** @param {{ status: string }} test */
function hasFailed({ status }) {
  return status === 'unexpected' || status === 'flaky';
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new SetUpProblem('The tests did not start, so they say nothing about the fault.');
  }
}
