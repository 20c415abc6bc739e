import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf, projectNode, root, run, SetUpProblem } from './set-up.mjs';

/**
 * @typedef {import('../test/mutants.ts').Mutant} Mutant
 * @typedef {import('../test/titles.ts').Title} Title
 * @typedef {{ count: number, failed: string | undefined }} Outcome how many tests ran, and the first that failed
 */

/**
 * Copies what git knows or would take, so that no fault ever stands in the real tree.
 * @returns {string} the folder of the copy
 */
export function copyProject() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  const copy = mkdtempSync(join(tmpdir(), 'trilha-mutants-'));
  for (const name of new Set(String(listed).split('\0').filter(Boolean))) {
    // A file deleted but not yet committed is listed, too.
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name));
  }
  // A junction is what Windows lets everybody make.
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** @param {string} copy */
export function removeCopy(copy) {
  // First, and alone: what the link leads to is the real one.
  rmSync(join(copy, 'node_modules'));
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} copy */
export async function buildWeb(copy) {
  const code = await run(projectNode(), [programOf('vite'), 'build', '--logLevel=error'], { cwd: copy });
  stopIfInterrupted(code);
  if (code !== 0) throw new SetUpProblem('The web app does not build.');
}

/**
 * Makes the edits of a mutant, and builds the web app again if it is made of what they changed.
 * @param {string} copy
 * @param {Mutant} mutant
 * @returns {Promise<() => Promise<void>>} takes the edits back
 */
export async function changeFiles(copy, { file, find, replace, also = [] }) {
  const changes = [{ file, find, replace }, ...also];
  const originals = new Map(changes.map((change) => [change.file, readFileSync(join(copy, change.file), 'utf8')]));
  const texts = new Map(originals);
  for (const change of changes) {
    const [before = '', ...after] = (texts.get(change.file) ?? '').split(change.find);
    if (after.length !== 1) {
      throw new SetUpProblem(`test/mutants.ts: ${change.file} has ${after.length} times, not once: ${change.find}`);
    }
    texts.set(change.file, `${before}${change.replace}${after.join('')}`);
  }

  const inWeb = changes.some((change) => /^(web|contract)\//.test(change.file));
  await writeAll(copy, texts, inWeb);
  return () => writeAll(copy, originals, inWeb);
}

/**
 * @param {string} copy
 * @param {Map<string, string>} texts
 * @param {boolean} inWeb
 */
async function writeAll(copy, texts, inWeb) {
  for (const [file, text] of texts) writeFileSync(join(copy, file), text);
  if (inWeb) await buildWeb(copy);
}

/**
 * Runs the tests whose titles name one of the atoms: first the quick ones, then those in a browser.
 * @param {string} copy
 * @param {Title[]} titles
 * @param {readonly string[]} atoms
 * @returns {Promise<Outcome>}
 */
export async function runTests(copy, titles, atoms) {
  const named = titles.filter(({ text }) => atoms.some((atom) => text.includes(atom)));
  const files = [...new Set(named.map(({ file }) => file))];
  let count = 0;
  for (const [runner, suffix] of /** @type {const} */ ([
    [runVitest, '.test.ts'],
    [runPlaywright, '.spec.ts'],
  ])) {
    const its = files.filter((file) => file.endsWith(suffix));
    if (its.length === 0) continue;
    const outcome = await runner(copy, its, atoms.join('|'));
    if (outcome.count === 0) throw new SetUpProblem(`No test ran for ${atoms.join(', ')} in ${its.join(', ')}.`);
    count += outcome.count;
    if (outcome.failed !== undefined) return { count, failed: outcome.failed };
  }
  if (count === 0) throw new SetUpProblem(`No test names ${atoms.join(', ')}.`);
  return { count, failed: undefined };
}

/**
 * @param {string} copy
 * @param {string[]} files
 * @param {string} pattern
 * @returns {Promise<Outcome>}
 */
async function runVitest(copy, files, pattern) {
  const args = ['run', ...files, `--testNamePattern=${pattern}`, '--bail=1', '--cache=false'];
  const cache = `--fsModuleCachePath=${join(copy, '.vitest-cache')}`;
  const report = await runForReport(copy, 'vitest', [...args, cache, '--reporter=json'], (path) => ({
    args: [`--outputFile=${path}`],
    env: {},
  }));
  const tests = report.testResults.flatMap((/** @type {any} */ file) => file.assertionResults);
  return outcomeOf(
    tests.filter(({ status }) => status === 'passed' || status === 'failed'),
    ({ status }) => status === 'failed',
    ({ fullName }) => fullName,
  );
}
