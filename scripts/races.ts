import { orExplain, programOf, run } from './set-up.mjs';

await orExplain(async () => {
  process.env['RACE_ROUNDS'] ??= '200';
  process.exitCode = await run(process.execPath, [programOf('vitest'), 'run', 'test/server/races.test.ts']);
});
