import { mkdtempDisposableSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, run, SetUpProblem } from './set-up.mjs';

export async function withPackages(
  packages: readonly string[],
  work: (require: NodeJS.Require) => Promise<void> | void,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-packages-'));
  const [command, ...first] = npm();
  const options = ['--prefix', folder.path, '--no-save', '--no-package-lock', '--ignore-scripts'];
  if ((await run(command, [...first, 'install', ...options, ...packages])) !== 0) {
    throw new SetUpProblem(`Could not install ${packages.join(' and ')}: see npm's message above.`);
  }
  await work(createRequire(join(folder.path, 'package.json')));
}
