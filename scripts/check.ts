import { findBrowser } from './browser/find.ts';
import { buildWebIfStale, orExplain, programOf, run } from './set-up.mjs';

type Step = { name: string; work: () => Promise<number> };

const runTool = (tool: string, ...args: string[]) => run(process.execPath, [programOf(tool), ...args]);

/** In the order that fails fastest. */
const STEPS: Step[] = [
  { name: 'format', work: () => runTool('prettier', '--check', '--log-level=warn', '.') },
  { name: 'lint', work: () => runTool('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types', work: () => runTool('tsc', '-b') },
  { name: 'build', work: buildWebIfStale },
  { name: 'http', work: () => runTool('vitest', 'run') },
  { name: 'size', work: () => run(process.execPath, ['scripts/size.ts']) },
  { name: 'browser', work: () => runTool('playwright', 'test') },
];

await orExplain(async () => {
  // First, because it may ask whoever is at the terminal.
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const times = [];
  for (const { name, work } of STEPS) {
    console.log(`\n── ${name}`);
    const start = performance.now();
    const code = await work();
    const time = `${name} ${((performance.now() - start) / 1000).toFixed(1)} s`;
    if (code !== 0) {
      console.error(`\n✗ ${[...times, `${time} (exit code ${code})`].join(' · ')}`);
      process.exit(code);
    }
    times.push(time);
  }
  console.log(`\n✓ ${times.join(' · ')}`);
});
