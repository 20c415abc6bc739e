import { readTitles, type Title } from '../../test/helpers/titles.ts';
import { findBrowser } from '../browser/find.ts';
import { orExplain, SetUpProblem } from '../set-up.mjs';
import { buildSoundWeb, copyProject, plant, removeCopy } from './copy.ts';
import { mutants } from './faults.ts';
import type { Mutant } from './mutant.ts';
import { type Outcome, runTests } from './tests.ts';

await orExplain(async () => {
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const wanted = chooseMutants(process.argv.slice(2));
  const copy = copyProject();
  try {
    process.exitCode = await plantAll(copy, wanted);
  } finally {
    removeCopy(copy);
  }
});

/** All without a text, such as `M-132` or `server/`; else those that have one of the texts in their line. */
function chooseMutants(texts: readonly string[]): readonly Mutant[] {
  const wanted = mutants.filter((mutant) => texts.length === 0 || texts.some((text) => lineOf(mutant).includes(text)));
  if (wanted.length === 0) throw new SetUpProblem(`No fault in scripts/mutants/faults.ts has ${texts.join(' or ')}.`);
  return wanted;
}

function lineOf({ atoms, fault, file }: Mutant): string {
  return `${atoms.join(' ')}  ${fault} (${file})`;
}

/** Answers the exit code: 1 when a fault was not noticed. */
async function plantAll(copy: string, wanted: readonly Mutant[]): Promise<number> {
  const titles = readTitles(copy);
  console.log('Checking that the tests pass without any fault…');
  const start = performance.now();
  await buildSoundWeb(copy);
  const sound = await runTests(copy, titles, [...new Set(wanted.flatMap(({ atoms }) => atoms))]);
  if (sound.failed !== undefined) throw new SetUpProblem(`It fails without any fault: ${sound.failed}`);
  console.log(`${sound.count} pass (${secondsSince(start)})`);

  const survivors = [];
  for (const mutant of wanted) {
    if (!(await isNoticed(copy, titles, mutant, sound.times))) survivors.push(mutant);
  }
  console.log(`\n${wanted.length - survivors.length} of ${wanted.length} faults were noticed (${secondsSince(start)})`);
  for (const mutant of survivors) console.log(`✗ ${lineOf(mutant)}`);
  return survivors.length === 0 ? 0 : 1;
}

/** Plants one fault, and takes it out again. */
async function isNoticed(
  copy: string,
  titles: readonly Title[],
  mutant: Mutant,
  sound: Outcome['times'],
): Promise<boolean> {
  const start = performance.now();
  const takeOut = await plant(copy, mutant);
  try {
    const { failed, count } = await runTests(copy, titles, mutant.atoms, sound);
    const outcome = failed === undefined ? `SURVIVED ${count} tests` : `noticed by: ${failed}`;
    console.log(`${failed === undefined ? '✗' : '✓'} ${lineOf(mutant)}\n    ${outcome} (${secondsSince(start)})`);
    return failed !== undefined;
  } finally {
    takeOut();
  }
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
