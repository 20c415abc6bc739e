import { existsSync } from 'node:fs';
import {
  buildWebIfStale,
  installDependencies,
  isNewEnough,
  orExplain,
  preferProjectTools,
  projectNode,
  root,
  run,
  serverArguments,
  stopWithNpm,
} from './set-up.mjs';

process.chdir(root);
stopWithNpm();

await orExplain(async () => {
  await installDependencies();
  const code = await buildWebIfStale();
  if (code !== 0) process.exit(code);

  if (isNewEnough()) {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await import('../server/main.ts');
    return;
  }
  preferProjectTools();
  process.exit(await run(projectNode(), serverArguments()));
});
