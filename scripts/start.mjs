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

/** npm passes SIGTERM to the shell in between only, which dies of it and would leave the server behind. */
function stopWithNpm() {
  if (!process.env['npm_lifecycle_event']) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
