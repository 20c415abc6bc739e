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
import type { Mutant } from './faults.ts';
import { runTool } from './tests.ts';

export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'trilha-mutants-'));
  readonly #dist = join(this.folder, 'dist');
  readonly #soundDist = join(this.folder, 'dist-without-fault');

  constructor() {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
    for (const file of files) if (existsSync(join(root, file))) cpSync(join(root, file), join(this.folder, file));
    // A node_modules of its own: tools keep caches in it.
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => !entry.startsWith('.'))) {
      // On Windows only a junction needs no special right.
      symlinkSync(join(root, 'node_modules', name), join(this.folder, 'node_modules', name), 'junction');
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async build(): Promise<void> {
    await this.#build();
    cpSync(this.#dist, this.#soundDist, { recursive: true });
  }

  async plant({ changes }: Mutant): Promise<() => void> {
    const originals = new Map(changes.map(({ file }) => [file, readFileSync(join(this.folder, file), 'utf8')]));
    for (const { file, find, replace } of changes) {
      const path = join(this.folder, file);
      const [before = '', ...after] = readFileSync(path, 'utf8').split(find);
      if (after.length !== 1) throw new SetUpProblem(`${file} contains this ${after.length} times, not once: ${find}`);
      writeFileSync(path, `${before}${replace}${after.join('')}`);
    }
    const isBuilt = changes.some(({ file }) => /^(web|contract)\//.test(file));
    if (isBuilt) await this.#build();
    return () => {
      for (const [file, text] of originals) writeFileSync(join(this.folder, file), text);
      if (isBuilt) cpSync(this.#soundDist, this.#dist, { recursive: true });
    };
  }

  async #build(): Promise<void> {
    if ((await runTool(this.folder, 'vite', ['build'])) !== 0) throw new SetUpProblem('The web app does not build.');
  }
}
