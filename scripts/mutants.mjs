import { findBrowser } from './find-browser.mjs';
import { buildSoundWeb, copyProject, plant, removeCopy } from './mutant-copy.mjs';
import { runTests } from './mutant-tests.mjs';
import {
  installDependencies,
  isNewEnough,
  orExplain,
  preferProjectTools,
  projectNode,
  run,
  SetUpProblem,
} from './set-up.mjs';

/**
 * @typedef {import('./mutants/faults.ts').Mutant} Mutant
 * @typedef {import('../test/helpers/titles.ts').Title} Title
 */

await orExplain(async () => {
  await installDependencies();
  if (!isNewEnough()) process.exit(await run(projectNode(), ['scripts/mutants.mjs', ...process.argv.slice(2)]));
  preferProjectTools();
  process.env['CHROMIUM_PATH'] ||= await findBrowser();
  const wanted = await chooseMutants(process.argv[2] ?? '');
  const copy = copyProject();
  try {
    process.exitCode = await plantAll(copy, wanted);
  } finally {
    removeCopy(copy);
  }
});

/** @param {string} filter */
async function chooseMutants(filter) {
  const { mutants } = await import('./mutants/faults.ts');
  const wanted = mutants.filter((mutant) => describe(mutant).includes(filter));
  if (wanted.length === 0) throw new SetUpProblem(`No fault in scripts/mutants/faults.ts has "${filter}" in its line.`);
  return wanted;
}

/** @param {Mutant} mutant */
function describe({ atoms, fault, file }) {
  return `${atoms.join(' ')}  ${fault} (${file})`;
}

/**
 * @param {string} copy
 * @param {Mutant[]} wanted
 * @returns {Promise<number>} the exit code
 */
async function plantAll(copy, wanted) {
  // Loaded this late: it needs the dependencies.
  const { readTitles } = await import('../test/helpers/titles.ts');
  const titles = readTitles(copy);
  console.log('Checking that the tests pass without any fault…');
  const start = performance.now();
  await buildSoundWeb(copy);
  const sound = await runTests(copy, titles, [...new Set(wanted.flatMap(({ atoms }) => atoms))]);
  if (sound.failed !== undefined) throw new SetUpProblem(`It fails without any fault: ${sound.failed}`);
  console.log(`${sound.count} pass (${seconds(start)})`);

  const survivors = [];
  for (const mutant of wanted) {
    if (!(await isNoticed(copy, titles, mutant))) survivors.push(mutant);
  }
  console.log(`\n${wanted.length - survivors.length} of ${wanted.length} faults were noticed (${seconds(start)})`);
  for (const mutant of survivors) console.log(`✗ ${describe(mutant)}`);
  return survivors.length === 0 ? 0 : 1;
}

/**
 * Plants one fault, and takes it out again.
 * @param {string} copy
 * @param {Title[]} titles
 * @param {Mutant} mutant
 * @returns {Promise<boolean>} whether a test noticed
 */
async function isNoticed(copy, titles, mutant) {
  const start = performance.now();
  const takeOut = await plant(copy, mutant);
  try {
    const { failed, count } = await runTests(copy, titles, mutant.atoms);
    const outcome = failed === undefined ? `SURVIVED ${count} tests` : `noticed by: ${failed}`;
    console.log(`${failed === undefined ? '✗' : '✓'} ${describe(mutant)}\n    ${outcome} (${seconds(start)})`);
    return failed !== undefined;
  } finally {
    takeOut();
  }
}

/** @param {number} start */
function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
