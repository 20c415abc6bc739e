import { orExplain, programOf, run } from './set-up.mjs';

const HOUR = 3_600_000;

await orExplain(async () => {
  process.env['RACE_ROUNDS'] ??= '200';
  const args = [programOf('vitest'), 'run', 'test/server/races.test.ts', `--testTimeout=${HOUR}`, '--reporter=verbose'];
  process.exitCode = await run(process.execPath, args);
});
