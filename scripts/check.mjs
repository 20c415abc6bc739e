import { findBrowser } from './find-browser.mjs';
import {
  buildWebIfStale,
  installDependencies,
  orExplain,
  preferProjectTools,
  programOf,
  projectNode,
  run,
} from './set-up.mjs';

/** @type {{ name: string, work: (node: string) => Promise<number> }[]} */
const steps = [
  { name: 'format', work: (node) => run(node, [programOf('prettier'), '--check', '--log-level=warn', '.']) },
  { name: 'lint', work: (node) => run(node, [programOf('oxlint'), '--type-aware', '--deny-warnings']) },
  { name: 'types', work: (node) => run(node, [programOf('typescript', 'tsc'), '-b']) },
  { name: 'http', work: (node) => run(node, [programOf('vitest'), 'run']) },
  { name: 'build', work: buildWebIfStale },
  { name: 'size', work: inBrowser((node) => run(node, ['scripts/size.mjs'])) },
  { name: 'browser', work: inBrowser((node) => run(node, [programOf('@playwright/test', 'playwright'), 'test'])) },
];

/**
 * The same work, with a browser found for it.
 * @param {(node: string) => Promise<number>} work
 */
function inBrowser(work) {
  return async (/** @type {string} */ node) => {
    process.env['CHROMIUM_PATH'] ||= await findBrowser();
    return work(node);
  };
}

await orExplain(async () => {
  await installDependencies();
  preferProjectTools();
  const node = projectNode();
  const times = [];
  for (const { name, work } of steps) {
    console.log(`\n── ${name}`);
    const start = performance.now();
    const code = await work(node);
    const time = `${name} ${((performance.now() - start) / 1000).toFixed(1)} s`;
    if (code !== 0) {
      console.error(`\n✗ ${[...times, `${time} (exit code ${code})`].join(' · ')}`);
      process.exit(code);
    }
    times.push(time);
  }
  console.log(`\n✓ ${times.join(' · ')}`);
});
