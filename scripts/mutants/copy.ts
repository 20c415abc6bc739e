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
import { root, SetUpProblem } from '../set-up.mjs';
import { changesOf, type Mutant } from './mutant.ts';
import { runTool } from './tests.ts';

/** The folder of the build without any fault. */
const SOUND = 'dist-without-fault';

/** Copies the files that git tracks or would track to a temporary folder, and answers its path. */
export function copyProject(): string {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  const copy = mkdtempSync(join(tmpdir(), 'trilha-mutants-'));
  for (const name of new Set(String(listed).split('\0').filter(Boolean))) {
    // git also lists a file that is deleted but not committed.
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name));
  }
  linkPackages(copy);
  return copy;
}

/** Gives the copy its own node_modules, because tools keep caches there, which are made from faults here. */
function linkPackages(copy: string): void {
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => !entry.startsWith('.'))) {
    // On Windows a junction needs no special right.
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
  }
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}

/** Builds the web app of the copy without any fault, and keeps the build. */
export async function buildSoundWeb(copy: string): Promise<void> {
  await buildWeb(copy);
  cpSync(join(copy, 'dist'), join(copy, SOUND), { recursive: true });
}

async function buildWeb(copy: string): Promise<void> {
  if ((await runTool(copy, 'vite', ['build'])) !== 0) throw new SetUpProblem('The web app does not build.');
}

/** Makes the edits of a mutant, and builds the web app if they touch it; answers a function that takes them back. */
export async function plant(copy: string, mutant: Mutant): Promise<() => void> {
  const changes = changesOf(mutant);
  const originals = new Map(changes.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]));
  const texts = new Map(originals);
  for (const { file, find, replace } of changes) {
    const [before = '', ...after] = (texts.get(file) ?? '').split(find);
    if (after.length !== 1) throw new SetUpProblem(`${file} has ${after.length} times, not once: ${find}`);
    texts.set(file, `${before}${replace}${after.join('')}`);
  }

  writeAll(copy, texts);
  if (changes.some(({ file }) => /^(web|contract)\//.test(file))) await buildWeb(copy);
  return () => {
    writeAll(copy, originals);
    cpSync(join(copy, SOUND), join(copy, 'dist'), { recursive: true });
  };
}

function writeAll(copy: string, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) writeFileSync(join(copy, file), text);
}
