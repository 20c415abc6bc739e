import { existsSync } from 'node:fs';
import module from 'node:module';
import {
  buildWebIfStale,
  compileCache,
  installDependencies,
  isNewEnough,
  exitOnProblem,
  preferProjectTools,
  projectNode,
  root,
  run,
  serverArguments,
  stopWithNpm,
} from './set-up.mjs';

process.chdir(root);
stopWithNpm();

await exitOnProblem(async () => {
  await installDependencies();
  const code = await buildWebIfStale();
  if (code !== 0) process.exit(code);

  if (isNewEnough()) {
    if (existsSync('.env')) process.loadEnvFile('.env');
    // Before the first TypeScript file: Node's type stripper is slow to load.
    module.enableCompileCache(compileCache);
    await import('../server/main.ts');
    return;
  }
  preferProjectTools();
  process.exit(await run(projectNode(), serverArguments()));
});
