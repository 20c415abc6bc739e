import {
  installDependencies,
  exitOnProblem,
  preferProjectTools,
  programOf,
  projectNode,
  run,
  stopWithNpm,
} from './set-up.mjs';

// `node scripts/run.mjs scripts/size.ts` or `node scripts/run.mjs oxlint`: installs the dependencies first.
const [name = '', ...args] = process.argv.slice(2);
stopWithNpm();

await exitOnProblem(async () => {
  await installDependencies();
  preferProjectTools();
  const file = name.endsWith('.ts') ? name : programOf(name);
  process.exit(await run(projectNode(), [file, ...args]));
});
