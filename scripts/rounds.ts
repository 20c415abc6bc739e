import { orExplain, programOf, run } from './set-up.mjs';

const HOUR = 3_600_000;

/** `node scripts/rounds.ts <file> <rounds>`: a test that goes round, more often than `npm test` lets it. */
await orExplain(async () => {
  const [file = '', rounds = ''] = process.argv.slice(2);
  process.env['ROUNDS'] ??= rounds;
  const args = [programOf('vitest'), 'run', file, `--testTimeout=${HOUR}`, '--reporter=verbose'];
  process.exitCode = await run(process.execPath, args);
});
