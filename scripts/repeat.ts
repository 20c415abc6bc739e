import { exitOnProblem, programOf, run } from './set-up.mjs';

const DAY_MS = 86_400_000;

/** `node scripts/repeat.ts ROUNDS=200 <test file>`: runs a randomised test for longer than `npm test` does. */
await exitOnProblem(async () => {
  const [setting = '', file = ''] = process.argv.slice(2);
  const [name = '', count] = setting.split('=');
  process.env[name] ??= count;
  const args = [programOf('vitest'), 'run', file, `--testTimeout=${DAY_MS}`, '--reporter=verbose'];
  process.exitCode = await run(process.execPath, args);
});
