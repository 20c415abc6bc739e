import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './mutant-tests.mjs';
import { programOf, root, SetUpProblem } from './set-up.mjs';

/** @typedef {import('./mutants/faults.ts').Mutant} Mutant */

/** The folder of the second build. */
const SOUND = 'dist-without-fault';

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
  linkPackages(copy);
  return copy;
}

/**
 * A node_modules of the copy's own with links to the real packages: what the tools leave in theirs is made from faults.
 * @param {string} copy
 */
function linkPackages(copy) {
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => !entry.startsWith('.'))) {
    // A junction is what Windows lets everybody make.
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
  }
}

/** @param {string} copy */
export function removeCopy(copy) {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Builds the web app of the copy as it is, without any fault, and keeps a second build to go back to.
 * @param {string} copy
 */
export async function buildSoundWeb(copy) {
  await buildWeb(copy);
  cpSync(join(copy, 'dist'), join(copy, SOUND), { recursive: true });
}

/** @param {string} copy */
async function buildWeb(copy) {
  if ((await runTool(copy, programOf('vite'), ['build'])) !== 0) throw new SetUpProblem('The web app does not build.');
}

/**
 * Makes the edits of a mutant, and builds the web app again if it is made of what they changed.
 * @param {string} copy
 * @param {Mutant} mutant
 * @returns {Promise<() => void>} takes the edits back
 */
export async function plant(copy, { file, find, replace, also = [] }) {
  const changes = [{ file, find, replace }, ...also];
  const originals = new Map(changes.map((change) => [change.file, readFileSync(join(copy, change.file), 'utf8')]));
  const texts = new Map(originals);
  for (const change of changes) {
    const [before = '', ...after] = (texts.get(change.file) ?? '').split(change.find);
    if (after.length !== 1) {
      throw new SetUpProblem(
        `scripts/mutants/faults.ts: ${change.file} has ${after.length} times, not once: ${change.find}`,
      );
    }
    texts.set(change.file, `${before}${change.replace}${after.join('')}`);
  }

  writeAll(copy, texts);
  if (changes.some((change) => /^(web|contract)\//.test(change.file))) await buildWeb(copy);
  return () => {
    writeAll(copy, originals);
    cpSync(join(copy, SOUND), join(copy, 'dist'), { recursive: true });
  };
}

/**
 * @param {string} copy
 * @param {Map<string, string>} texts
 */
function writeAll(copy, texts) {
  for (const [file, text] of texts) writeFileSync(join(copy, file), text);
}
