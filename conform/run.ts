import { availableParallelism } from 'node:os';
import type { Browser } from '@playwright/test';
import type { Api } from './api.ts';
import type { Section, Verdict } from './atom.ts';
import { SECTIONS } from './atoms/all.ts';
import { FrontEnd } from './front-end/front-end.ts';
import { judgeServer } from './http/judge.ts';
import { CALLS, WHOLE } from './http/all.ts';
import type { Options } from './options.ts';

type Job = { id: string; section: string; run: () => Promise<Verdict> };

/** Several checks at a time: most of a check is waiting. */
const CONCURRENT = Math.min(6, availableParallelism() * 2);

/** Starts jobs in their order, `concurrent` at a time; the results are in the same order. */
export async function runJobs<Result>(jobs: (() => Promise<Result>)[], concurrent = CONCURRENT): Promise<Result[]> {
  const results: Result[] = [];
  const queue = jobs.entries();
  const work = async () => {
    for (const [index, job] of queue) results[index] = await job();
  };
  await Promise.all(Array.from({ length: concurrent }, work));
  return results;
}

/** Runs the selected checks in the order of the specification. Calls `tell` with each verdict as soon as it is known. */
export async function judgeAll(
  options: Options,
  api: Api,
  launch: () => Promise<Browser>,
  tell: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const { web, api: address, settings } = options;
  const isWanted = wanted(options.only);
  const jobs: Job[] = [];
  await using browser = web === undefined ? undefined : await launch();
  const sections = SECTIONS.map((section) => ({
    ...section,
    atoms: section.atoms.filter((atom) => isWanted(atom.id, section.name)),
  }));
  if (browser !== undefined && web !== undefined && sections.some(({ atoms }) => atoms.length > 0)) {
    const frontEnd = await FrontEnd.meet({ browser, web, api, settings });
    jobs.push(...jobsOf(sections, (atom, section) => frontEnd.judge(atom, section)));
  }
  if (address !== undefined) {
    const asked = options.full ? [...CALLS, ...WHOLE] : CALLS;
    jobs.push(
      ...jobsOf(asked, (atom, section) => judgeServer(atom, section, api)).filter(({ id, section }) =>
        isWanted(id, section),
      ),
    );
  }
  // Awaited: the browser closes when this function returns.
  return await runJobs(
    jobs.map(({ run }) => async () => {
      const verdict = await run();
      tell(verdict);
      return verdict;
    }),
  );
}

function jobsOf<Subject>(
  sections: Section<Subject>[],
  judge: (atom: Section<Subject>['atoms'][number], section: Section<Subject>) => Promise<Verdict>,
): Job[] {
  return sections.flatMap((section) =>
    section.atoms.map((atom) => ({ id: atom.id, section: section.name, run: () => judge(atom, section) })),
  );
}

/** `only` has ids and parts of the names of sections. */
function wanted(only: string[]): (id: string, section: string) => boolean {
  const texts = only.map((text) => text.trim().toLowerCase());
  return (id, section) =>
    texts.length === 0 || texts.some((text) => id.toLowerCase() === text || section.toLowerCase().includes(text));
}
