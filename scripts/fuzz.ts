import { orExplain, programOf, run } from './set-up.mjs';

const DAY = 86_400_000;

await orExplain(async () => {
  process.env['FUZZ_RUNS'] ??= '2000';
  const args = [programOf('vitest'), 'run', 'test/server/fuzz', `--testTimeout=${DAY}`, '--reporter=verbose'];
  process.exitCode = await run(process.execPath, args);
});
