import { findBrowser } from '../browser/find.ts';
import { exitOnProblem, SetUpProblem } from '../set-up.mjs';
import { ProjectCopy } from './copy.ts';
import { type Mutant, mutants } from './faults.ts';
import { type Durations, runTests } from './tests.ts';

/** `npm run test:mutants -- M-132 server/` plants the faults whose title contains one of the texts. */
await exitOnProblem(async () => {
  process.env['CHROMIUM_PATH'] = await findBrowser();
  const texts = process.argv.slice(2);
  const chosen = mutants.filter(({ title }) => texts.length === 0 || texts.some((text) => title.includes(text)));
  if (chosen.length === 0) throw new SetUpProblem(`No fault of scripts/mutants contains ${texts.join(' or ')}.`);
  using copy = new ProjectCopy();
  console.log('Running the tests without a fault…');
  const start = performance.now();
  await copy.build();
  const { count, failed, durations } = await runTests(copy.folder, [...new Set(chosen.flatMap(({ atoms }) => atoms))]);
  if (failed !== undefined) throw new SetUpProblem(`Make this test pass first: ${failed}`);
  console.log(`${count} pass (${secondsSince(start)})`);

  const survivors = [];
  for (const mutant of chosen) if (!(await isNoticed(copy, mutant, durations))) survivors.push(mutant);
  console.log(`\n${chosen.length - survivors.length} of ${chosen.length} faults were noticed (${secondsSince(start)})`);
  for (const { title } of survivors) console.log(`✗ ${title}`);
  if (survivors.length > 0) process.exitCode = 1;
});

async function isNoticed(copy: ProjectCopy, mutant: Mutant, durations: Durations): Promise<boolean> {
  const start = performance.now();
  const remove = await copy.plant(mutant);
  try {
    const { failed, count } = await runTests(copy.folder, mutant.atoms, durations);
    const [mark, outcome] = failed === undefined ? ['✗', `SURVIVED ${count} tests`] : ['✓', `noticed by: ${failed}`];
    console.log(`${mark} ${mutant.title}\n    ${outcome} (${secondsSince(start)})`);
    return failed !== undefined;
  } finally {
    remove();
  }
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
